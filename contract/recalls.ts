import * as z from 'zod/mini';
import { optionalText, requiredText } from '#domain/fields.ts';
import { positiveAmountMinor } from '#domain/money/fields.ts';
import { RECALL_ANSWERS, RECALL_KINDS, RECALL_REASONS, recallReason } from '#domain/withdrawals/recalls.ts';
import { route } from './route.ts';
import { byId, currencyCode, day, id, instant, pageInput, pageOutput } from './values.ts';

const tag = 'Recalls';

/** A demand for money that has arrived: of our client to a payee (`sent`), or of another bank to our client (`received`). */
export const recall = z.object({
  id,
  kind: z.enum(RECALL_KINDS),
  /** Of `sent`: the transfer that is recalled. Of `received`: the one that gives the money back, once the client agreed. */
  withdrawalId: z.nullable(id),
  /** Of `received`: the movement that brought the money. */
  transactionId: z.nullable(id),
  amountMinor: z.int(),
  currency: currencyCode,
  reason: z.enum(RECALL_REASONS),
  /** Of `received`: who paid. */
  payerName: z.nullable(z.string()),
  createdAt: instant,
  /** Of `received`: the last day for an answer; silence is no. */
  answerBy: z.nullable(day),
  bankAskedOn: z.nullable(day),
  answer: z.nullable(z.enum(RECALL_ANSWERS)),
  answeredOn: z.nullable(day),
  informationAskedAt: z.nullable(instant),
  /** What the house has to act against the payee. */
  information: z.nullable(z.string()),
});

/** The same for the back office. */
export const reviewedRecall = z.extend(recall, {
  client: z.object({ accountId: id, displayName: z.string() }),
  payerIban: z.nullable(z.string()),
});

export const recallsContract = {
  list: route({
    method: 'GET',
    path: '/recall-requests',
    summary:
      "Demands for money that has arrived: the client's own and those of other banks to them, newest first",
    tag,
    access: 'client',
  }).output(
    z.object({
      recalls: z.array(recall),
      /** For how long a transfer can be recalled (PAY-41). */
      delays: z.object({ shortPaymentDays: z.int(), longMonths: z.int() }),
    }),
  ),
  ask: route({
    method: 'POST',
    path: '/withdrawals/{id}/recall',
    summary: 'Ask for the return of a transfer that has left: nothing is promised, the payee has to agree',
    tag,
    access: 'client',
    idempotent: true,
    refusals: ['not-found', 'transfer.wrong-phase', 'recall.too-late', 'recall.already-asked'],
  })
    .input(z.strictObject({ id, reason: recallReason }))
    .output(z.object({ recall })),
  askInformation: route({
    method: 'POST',
    path: '/recall-requests/{id}/information',
    summary:
      'Ask for what the house has to act against the payee, once the return was refused or not answered',
    tag,
    access: 'client',
    idempotent: true,
    refusals: ['not-found', 'recall.wrong-state'],
  })
    .input(byId)
    .output(z.object({ recall })),
  answer: route({
    method: 'POST',
    path: '/recall-requests/{id}/answer',
    summary:
      "Accept or refuse to give back what another bank asks for: an acceptance orders a transfer to the payer's account",
    tag,
    access: 'client',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'not-found',
      'recall.wrong-state',
      'recall.too-late',
      'withdrawal.insufficient-funds',
      'transfer.not-possible',
    ],
  })
    .input(z.strictObject({ id, action: z.enum(['accept', 'refuse']) }))
    .output(z.object({ recall })),
  review: route({
    method: 'GET',
    path: '/admin/recalls',
    summary: 'Demands for money that has arrived, newest first',
    tag,
    access: 'staff',
  })
    .input(z.strictObject(pageInput))
    .output(z.object({ recalls: z.array(reviewedRecall), ...pageOutput })),
  record: route({
    method: 'POST',
    path: '/admin/recalls',
    summary: "Record another bank's demand for what a client received; the client is asked",
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'recall.already-asked', 'line.not-returnable', 'line.sum-differs'],
  })
    .input(
      z.strictObject({
        /** The reference of the movement that brought the money. */
        referenceNumber: requiredText(40),
        amountMinor: z.optional(positiveAmountMinor),
        reason: recallReason,
      }),
    )
    .output(z.object({ recall: reviewedRecall })),
  follow: route({
    method: 'POST',
    path: '/admin/recalls/{id}/progress',
    summary: 'Record when our bank was asked, what it answered, or the information that the client asked for',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'recall.wrong-state'],
  })
    .input(
      z.strictObject({
        id,
        bankAskedOn: z.optional(day),
        answer: z.optional(z.enum(RECALL_ANSWERS)),
        information: z.optional(optionalText(2000)),
      }),
    )
    .output(z.object({ recall: reviewedRecall })),
};
