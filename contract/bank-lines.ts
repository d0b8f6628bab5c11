import * as z from 'zod/mini';
import { requiredText } from '#domain/fields.ts';
import { positiveAmountMinor } from '#domain/money/fields.ts';
import { allocationParts, JUSTIFICATIONS, RETURN_REASONS } from '#domain/statements/line-parts.ts';
import { PROPOSAL_REASONS } from '#domain/statements/matching.ts';
import { LINE_PHASES } from '#domain/statements/states.ts';
import { route } from './route.ts';
import { currencyCode, day, id, instant, pageInput, pageOutput } from './values.ts';

const tag = 'Bank lines';

/** A line of a statement that waits for a person. Amounts are minor units, below zero for a debit. */
export const bankLine = z.object({
  id,
  statementId: id,
  /** The account of the house. */
  account: z.string(),
  currency: currencyCode,
  amountMinor: z.int(),
  /** What waits of it. */
  openMinor: z.int(),
  /** What the bank kept back (PAY-24). */
  chargesMinor: z.int(),
  bookingDay: z.nullable(day),
  ageDays: z.int(),
  payer: z.object({ name: z.nullable(z.string()), iban: z.nullable(z.string()) }),
  remittance: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  code: z.nullable(z.string()),
  phase: z.enum(LINE_PHASES),
  /** Why it waits (PAY-26). */
  reason: z.nullable(z.string()),
  isReturnable: z.boolean(),
  /** Until when a person decides (PAY-31, PAY-32), and whether that day is over; null before the line is booked. */
  deadline: z.nullable(day),
  isLate: z.boolean(),
  /** Whether the receipt has waited for so long that its return is proposed (PAY-31). */
  isReturnProposed: z.boolean(),
  /** Accounts that it may be for, best first (PAY-28). */
  proposals: z.array(
    z.object({
      accountId: id,
      holder: z.string(),
      points: z.int(),
      reasons: z.array(z.enum(PROPOSAL_REASONS)),
    }),
  ),
  /** Since when the approval of others is awaited for it (FOUR-10). */
  approvalSince: z.nullable(instant),
});

const answer = z.object({ line: bankLine });

const refusals = [
  'auth.confirmation-required',
  'not-found',
  'line.already-allocated',
  'line.sum-differs',
] as const;

export const bankLinesContract = {
  list: route({
    method: 'GET',
    path: '/admin/bank-lines',
    summary: 'Lines that wait for a person, the oldest first: receipts to allocate, or debits to justify',
    tag,
    access: 'staff',
  })
    .input(z.strictObject({ ...pageInput, queue: z.optional(z.enum(['to-allocate', 'to-justify'])) }))
    .output(z.object({ lines: z.array(bankLine), ...pageOutput })),
  allocate: route({
    method: 'POST',
    path: '/admin/bank-lines/{id}/allocation',
    summary:
      'Give a receipt, or parts of it, to clients; above the limit, or to others than the proposed, others approve it before',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      ...refusals,
      'line.not-returnable',
      'line.awaits-debit',
      'transfer.currency-differs',
      'transfer.payee-unavailable',
      'transfer.wrong-phase',
      'ledger.balance-too-high',
    ],
  })
    .input(z.strictObject({ id, parts: allocationParts }))
    .output(answer),
  return: route({
    method: 'POST',
    path: '/admin/bank-lines/{id}/return',
    summary: 'Send a receipt, or a part of it, back to its sender; others approve it before',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [...refusals, 'line.not-returnable'],
  })
    .input(z.strictObject({ id, amountMinor: positiveAmountMinor, reasonCode: z.enum(RETURN_REASONS) }))
    .output(answer),
  justify: route({
    method: 'POST',
    path: '/admin/bank-lines/{id}/justification',
    summary:
      'Justify a debit, or a part of it: charges, orders of ours under way, money that came back; or say that it is contested',
    tag,
    access: 'staff',
    idempotent: true,
    refusals,
  })
    .input(
      z.strictObject({
        id,
        target: z.enum(JUSTIFICATIONS),
        amountMinor: z.optional(positiveAmountMinor),
        /** The receipt that the bank took back, when the target is what waits in suspense. */
        receiptId: z.optional(id),
        /** The transfer, the return to a sender or the file of ours that the debit paid, as a whole: it is settled then. */
        orderId: z.optional(id),
        /** Why it is of an order of ours that nobody can name; wanted where no order with this amount is open. */
        note: z.optional(requiredText(200)),
      }),
    )
    .output(answer),
};
