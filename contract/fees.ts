import * as z from 'zod/mini';
import { REQUEST_FILTERS } from '#domain/desk/request-list.ts';
import { createFeeInput } from '#domain/fees/fee.ts';
import { FEE_STATUSES } from '#domain/fees/status.ts';
import { route } from './route.ts';
import {
  byId,
  currencyCode,
  dueAt,
  followedBy,
  id,
  instant,
  paymentBan,
  requestListInput,
  requestListOutput,
} from './values.ts';

const tag = 'Fees';

export const fee = z.object({
  id,
  amountMinor: z.int(),
  currency: currencyCode,
  description: z.string(),
  status: z.enum(FEE_STATUSES),
  /** What suspends the fee while it is not paid; null when it may be paid. */
  suspension: paymentBan,
  paymentMethod: z.nullable(z.enum(['in_person'])),
  /** Number of the receipt once paid. */
  receiptNumber: z.nullable(z.string()),
  createdAt: instant,
  declaredAt: z.nullable(instant),
  paidAt: z.nullable(instant),
});

export const reviewedFee = z.extend(fee, {
  client: z.object({ accountId: id, displayName: z.string(), email: z.string() }),
  createdBy: z.nullable(z.string()),
  /** Who recorded the payment. */
  settledBy: z.nullable(z.string()),
  followedBy,
  dueAt,
});

export const feesContract = {
  list: route({
    method: 'GET',
    path: '/fees',
    summary: "The client's own fees, newest first",
    tag,
    access: 'client',
  }).output(z.object({ fees: z.array(fee) })),
  declarePaid: route({
    method: 'POST',
    path: '/fees/{id}/declaration',
    summary: 'Say that the fee was paid in person; the staff then validates it',
    tag,
    access: 'client',
    idempotent: true,
    refusals: ['not-found', 'fee.already-declared', 'fee.loan-open'],
  })
    .input(byId)
    .output(z.object({ fee })),
  review: route({
    method: 'GET',
    path: '/admin/fees',
    summary: 'All fees, searched by client: unpaid and pending validation first, then paid ones',
    tag,
    access: 'staff',
  })
    .input(
      z.strictObject({
        settled: z.optional(z.enum(['open', 'paid'])),
        /** Those whose payment the client declared. */
        declared: z.optional(z.enum(['yes'])),
        /** That fee alone: what became of one that left a list. */
        only: z.optional(id),
        ...requestListInput,
        ...REQUEST_FILTERS,
      }),
    )
    .output(z.object({ fees: z.array(reviewedFee), ...requestListOutput })),
  create: route({
    method: 'POST',
    path: '/admin/clients/{id}/fees',
    summary: 'Create a fee in euro; refused while a loan forbids payments (CMF L519-6, C. conso. L312-25)',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'client.removed', 'fee.loan-open', 'fee.loan-forbids'],
  })
    .input(z.strictObject({ ...createFeeInput.shape, id }))
    .output(z.object({ fee: reviewedFee })),
  settle: route({
    method: 'POST',
    path: '/admin/fees/{id}/settlement',
    summary: 'Validate a declared payment, or mark an unpaid fee as paid',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'not-found',
      'fee.already-settled',
      'fee.loan-open',
      'ledger.balance-too-high',
    ],
  })
    .input(byId)
    .output(z.object({ fee: reviewedFee })),
};
