import type * as z from 'zod/mini';
import type { fee, reviewedFee } from '#contract/fees.ts';
import { suspensionOf } from '#domain/fees/fee.ts';
import { type PaymentBan, paymentBan } from '#domain/loans/payment-ban.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import type { FeeReviewRow, FeeRow } from './queries.ts';

/** A fee as its client sees it, with what forbids the client's payments. */
export function presentFee(row: FeeRow, ban: PaymentBan | null): z.infer<typeof fee> {
  return {
    id: row.id,
    amountMinor: row.amount,
    currency: row.currency as CurrencyCode,
    description: row.description,
    status: row.status,
    suspension: suspensionOf(row.status, ban),
    paymentMethod: row.paymentMethod,
    receiptNumber: row.receiptNumber,
    createdAt: row.createdAt.toISOString(),
    declaredAt: row.declaredAt?.toISOString() ?? null,
    paidAt: row.paidAt?.toISOString() ?? null,
  };
}

/** The same with whom it concerns, for the back office. */
export function presentReviewedFee(row: FeeReviewRow, now: Date): z.infer<typeof reviewedFee> {
  return {
    ...presentFee(row.fee, paymentBan(row.loans, now)),
    client: { accountId: row.account.id, displayName: row.displayName, email: row.email },
    createdBy: row.creator,
    settledBy: row.settler,
    followedBy: row.followedBy,
    dueAt: row.fee.status === 'pending_validation' ? (row.fee.dueAt?.toISOString() ?? null) : null,
  };
}
