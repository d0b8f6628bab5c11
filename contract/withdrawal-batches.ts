import * as z from 'zod/mini';
import { RETURN_ORDER_PHASES } from '#domain/statements/line-parts.ts';
import { MAX_PER_BATCH } from '#domain/withdrawals/sepa.ts';
import { route } from './route.ts';
import { byId, currencyCode, day, file, id, instant, pageInput, pageOutput } from './values.ts';
import { BATCH_STATUSES, transferPhase, withdrawalStatus } from './withdrawals.ts';

const tag = 'Withdrawal batches';

/** Withdrawals handed to the house's bank in one SEPA file. */
export const withdrawalBatch = z.object({
  id,
  /** `MsgId` of the file, which the bank repeats in its answers. */
  messageId: z.string(),
  status: z.enum(BATCH_STATUSES),
  withdrawalCount: z.int(),
  totalMinor: z.int(),
  /** How many of its withdrawals are executed. */
  executedCount: z.int(),
  /** How many our bank has accepted and not yet paid, how many a bank refused, and how many our bank's statement has (PAY-35, PAY-36). */
  acceptedCount: z.int(),
  refusedCount: z.int(),
  settledCount: z.int(),
  /** Day on which the bank is asked to debit. */
  executionDate: day,
  /** Whether something of it is under way for more than two payment days: our bank's statements do not have it (PAY-38). */
  isLate: z.boolean(),
  /** Whether the file can still be fetched: it goes with the first of its clients who is deleted. */
  hasFile: z.boolean(),
  createdBy: z.nullable(z.string()),
  createdAt: instant,
  closedBy: z.nullable(z.string()),
  closedAt: z.nullable(instant),
});

/** A withdrawal of a batch. */
export const batchLine = z.object({
  withdrawalId: id,
  accountId: id,
  displayName: z.string(),
  amountMinor: z.int(),
  clientIban: z.string(),
  /** Who is paid; null for a request of before names were kept, whose file names the client (« nom supposé »). */
  recipientName: z.nullable(z.string()),
  status: withdrawalStatus,
  phase: transferPhase,
  /** The code with which a bank refused it or gave it back. */
  bankReason: z.nullable(z.string()),
});

/** A return to a sender in a batch (PAY-31). */
export const batchReturn = z.object({
  returnId: id,
  payeeName: z.string(),
  payeeIban: z.string(),
  amountMinor: z.int(),
  phase: z.enum(RETURN_ORDER_PHASES),
});

/** Money on its way back to its sender that stands in no file (PAY-31). */
export const waitingReturn = z.object({
  returnId: id,
  amountMinor: z.int(),
  payeeName: z.string(),
  remittance: z.string(),
});

/** A return that no SEPA file can take, by currency or country: our bank is asked for it by its own channel. */
export const returnByHand = z.object({ ...waitingReturn.shape, currency: currencyCode });

export const withdrawalBatchesContract = {
  list: route({
    method: 'GET',
    path: '/admin/withdrawals/batches',
    summary: 'Files of withdrawals handed to the bank, newest first, and what the next one would hold',
    tag,
    access: 'staff',
  })
    .input(z.strictObject(pageInput))
    .output(
      z.object({
        batches: z.array(withdrawalBatch),
        /** Validated withdrawals that stand in no file and that a file can hold, the oldest first: as many as one file takes. */
        exportable: z.array(z.object({ withdrawalId: id, amountMinor: z.int() })),
        /** Returns to senders that stand in no file: they leave with the next one. */
        returns: z.array(waitingReturn),
        returnsByHand: z.array(returnByHand),
        /** The account that a file debits; null when the institution's configuration has none, and no file can be made. */
        houseAccount: z.nullable(z.object({ holder: z.string(), iban: z.string() })),
        ...pageOutput,
      }),
    ),
  show: route({
    method: 'GET',
    path: '/admin/withdrawals/batches/{id}',
    summary: 'One batch with its withdrawals',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(z.object({ batch: withdrawalBatch, lines: z.array(batchLine), returns: z.array(batchReturn) })),
  export: route({
    method: 'POST',
    path: '/admin/withdrawals/sepa-export',
    summary:
      'Put the chosen validated withdrawals, in euro and to IBANs that a SEPA transfer reaches, into one file (pain.001.001.09) and record it as a batch: all of them or none',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'batch.not-exportable',
      'batch.recipient-missing',
      'batch.house-account-missing',
    ],
  })
    .input(
      z
        .strictObject({
          withdrawalIds: z.array(id).check(z.maxLength(MAX_PER_BATCH, 'validation.tooMany')),
          /** Returns to senders that leave with them (PAY-31). */
          returnIds: z.optional(z.array(id).check(z.maxLength(MAX_PER_BATCH, 'validation.tooMany'))),
        })
        .check(
          z.refine(({ withdrawalIds, returnIds = [] }) => withdrawalIds.length + returnIds.length > 0, {
            error: 'validation.required',
            path: ['withdrawalIds'],
          }),
        ),
    )
    .output(z.object({ batch: withdrawalBatch })),
  file: route({
    method: 'GET',
    path: '/admin/withdrawals/batches/{id}/file.xml',
    summary: 'The file of a batch, as it was made',
    tag,
    access: 'staff',
    refusals: ['not-found', 'batch.file-gone'],
  })
    .input(byId)
    .output(file('application/xml')),
  execute: route({
    method: 'POST',
    path: '/admin/withdrawals/batches/{id}/execution',
    summary:
      'Mark the withdrawals of a batch as executed, one by one: each debits its account, and one that is refused stops no other. Repeating it goes on where it stopped',
    tag,
    access: 'staff',
    refusals: ['auth.confirmation-required', 'not-found', 'batch.already-closed', 'batch.total-differs'],
  })
    .input(
      z.strictObject({
        id,
        /** The batch's total as it was shown, in euro cents: what is confirmed is this batch with this total. */
        controlTotalMinor: z.optional(z.int().check(z.gte(0))),
      }),
    )
    .output(
      z.object({
        batch: withdrawalBatch,
        results: z.array(
          z.object({
            withdrawalId: id,
            displayName: z.string(),
            amountMinor: z.int(),
            outcome: z.enum(['executed', 'refused']),
            /** Code of the refusal. */
            refusal: z.nullable(z.string()),
          }),
        ),
      }),
    ),
  cancel: route({
    method: 'POST',
    path: '/admin/withdrawals/batches/{id}/cancellation',
    summary:
      'Cancel a batch that the bank did not take: its withdrawals that are not executed may stand in another',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'batch.already-closed', 'transfer.wrong-phase'],
  })
    .input(byId)
    .output(z.object({ batch: withdrawalBatch })),
};
