import * as z from 'zod/mini';
import {
  PAYEE_CHECK_DECISIONS,
  PAYEE_CHECK_REASONS,
  PAYEE_CHECK_RESULTS,
} from '#domain/payees/payee-check.ts';
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
  /** Who is paid; null for a request of before names were kept. */
  recipientName: z.nullable(z.string()),
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
  /** Whether the payee is the client, at another bank; null without a name. */
  isOwnAccount: z.nullable(z.boolean()),
  /** The batch it stands in; a cancelled one only when it was executed before. */
  batch: z.nullable(z.object({ id, messageId: z.string(), status: z.enum(BATCH_STATUSES) })),
  decision,
});

/** One order as the staff who decide it see it: with what was answered about its payee's name, which is shown nowhere else (PAY-16). */
export const examinedWithdrawal = z.extend(reviewedWithdrawal, {
  /** What was answered about the payee's name, and what the client decided; null before names were verified. */
  payeeCheck: z.nullable(
    z.object({
      result: z.enum(PAYEE_CHECK_RESULTS),
      typedName: z.string(),
      /** The holder's name, of a close match only. */
      returnedName: z.nullable(z.string()),
      reason: z.nullable(z.enum(PAYEE_CHECK_REASONS)),
      isSimulated: z.boolean(),
      answeredAt: instant,
      decision: z.nullable(z.enum(PAYEE_CHECK_DECISIONS)),
    }),
  ),
});

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
    refusals: [
      'auth.confirmation-required',
      'withdrawal.insufficient-funds',
      'transfer.same-account',
      'transfer.currency-differs',
      'transfer.payee-unavailable',
      'ledger.balance-too-high',
      'transfer.payee-check-required',
      'payee-check.expired',
      'not-found',
      'payee-check.too-many',
    ],
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
    .output(z.object({ withdrawal: examinedWithdrawal })),
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
      'transfer.payee-unavailable',
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
