import * as z from 'zod/mini';
import { WITHDRAWAL_REASONS, withdrawalInput } from '#domain/withdrawals/request.ts';
import { WITHDRAWAL_DECISIONS, WITHDRAWAL_STATUSES } from '#domain/withdrawals/status.ts';
import { route } from './route.ts';
import { byId, currencyCode, decision, id, instant, pageOutput, requestListInput } from './values.ts';

const tag = 'Withdrawals';

export const withdrawalStatus = z.enum(WITHDRAWAL_STATUSES);

/** Handed to the bank, paid, or withdrawn from it. */
export const BATCH_STATUSES = ['exported', 'executed', 'cancelled'] as const;

export const withdrawal = z.object({
  id,
  amountMinor: z.int(),
  currency: currencyCode,
  clientIban: z.string(),
  /** Whether the IBAN's country, length and checksum held when it was typed. */
  ibanValid: z.boolean(),
  clientBankName: z.string(),
  status: withdrawalStatus,
  reasonCode: z.nullable(z.enum(WITHDRAWAL_REASONS)),
  /** The reason in words, as the client reads it. */
  failureReason: z.nullable(z.string()),
  createdAt: instant,
  processedAt: z.nullable(instant),
});

export const reviewedWithdrawal = z.extend(withdrawal, {
  client: z.object({
    accountId: id,
    displayName: z.string(),
    email: z.string(),
    balanceMinor: z.int(),
    availableMinor: z.int(),
    currency: currencyCode,
  }),
  amountEurMinor: z.int(),
  /** The batch it stands in; a cancelled one only when it was executed before. */
  batch: z.nullable(z.object({ id, messageId: z.string(), status: z.enum(BATCH_STATUSES) })),
  decision,
});

/** Someone the client has paid before, offered again. */
export const payee = z.object({ iban: z.string(), bankName: z.string(), lastUsedAt: instant });

export const withdrawalsContract = {
  list: route({
    method: 'GET',
    path: '/withdrawals',
    summary: "The client's own withdrawal requests, newest first",
    tag,
    access: 'client',
  }).output(z.object({ withdrawals: z.array(withdrawal) })),
  request: route({
    method: 'POST',
    path: '/withdrawals',
    summary: 'Ask for a withdrawal; the amount is held at once',
    tag,
    access: 'client',
    idempotent: true,
    refusals: ['auth.confirmation-required', 'withdrawal.insufficient-funds', 'transfer.same-account'],
  })
    .input(z.strictObject(withdrawalInput.shape))
    .output(z.object({ withdrawal, availableMinor: z.int() })),
  cancel: route({
    method: 'POST',
    path: '/withdrawals/{id}/cancellation',
    summary: "Cancel one's own pending withdrawal and release its hold",
    tag,
    access: 'client',
    idempotent: true,
    refusals: ['not-found', 'withdrawal.not-cancellable'],
  })
    .input(byId)
    .output(z.object({ withdrawal, availableMinor: z.int() })),
  payees: route({
    method: 'GET',
    path: '/payees',
    summary: 'Accounts the client has withdrawn to before',
    tag,
    access: 'client',
  }).output(z.object({ payees: z.array(payee) })),
  review: route({
    method: 'GET',
    path: '/admin/withdrawals',
    summary: 'All withdrawal requests by state, searched by client, the newest first unless asked otherwise',
    tag,
    access: 'staff',
  })
    .input(z.strictObject({ status: z.optional(withdrawalStatus), ...requestListInput }))
    .output(z.object({ withdrawals: z.array(reviewedWithdrawal), ...pageOutput })),
  reviewOne: route({
    method: 'GET',
    path: '/admin/withdrawals/{id}',
    summary: 'One withdrawal request with the situation of its account',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(z.object({ withdrawal: reviewedWithdrawal })),
  decide: route({
    method: 'POST',
    path: '/admin/withdrawals/{id}/decision',
    summary:
      'Validate, take in hand, reject with a reason, or record the execution (which debits the account)',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'not-found',
      'withdrawal.already-decided',
      'withdrawal.reason-required',
      'withdrawal.invalid-iban',
      'transfer.same-account',
      'withdrawal.in-batch',
      'ledger.insufficient-balance',
      'ledger.balance-too-high',
    ],
  })
    .input(
      z.strictObject({
        id,
        action: z.enum(WITHDRAWAL_DECISIONS),
        /** The status that was shown: once it is another one, a colleague was faster and nothing is decided. */
        seenStatus: z.optional(withdrawalStatus),
        reasonCode: z.optional(z.enum(WITHDRAWAL_REASONS)),
        reasonNote: z.optional(z.string().check(z.trim(), z.maxLength(500, 'validation.tooLong'))),
      }),
    )
    .output(z.object({ withdrawal: reviewedWithdrawal })),
};
