import type * as z from 'zod/mini';
import type { fee, reviewedFee } from '#contract/fees.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import type { FeeReviewRow, FeeRow } from './queries.ts';

/** A fee as its client sees it. */
export function presentFee(row: FeeRow): z.infer<typeof fee> {
  return {
    id: row.id,
    amountMinor: row.amount,
    currency: row.currency as CurrencyCode,
    description: row.description,
    status: row.status,
    paymentMethod: row.paymentMethod,
    receiptNumber: row.receiptNumber,
    createdAt: row.createdAt.toISOString(),
    declaredAt: row.declaredAt?.toISOString() ?? null,
    paidAt: row.paidAt?.toISOString() ?? null,
  };
}

/** The same with whom it concerns, for the back office. */
export function presentReviewedFee(row: FeeReviewRow): z.infer<typeof reviewedFee> {
  return {
    ...presentFee(row.fee),
    client: { accountId: row.account.id, displayName: row.displayName, email: row.email },
    createdBy: row.creator,
  };
}
