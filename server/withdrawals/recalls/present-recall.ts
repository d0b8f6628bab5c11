import type * as z from 'zod/mini';
import type { recall, reviewedRecall } from '#contract/recalls.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import type { RecallRow, ReviewedRecallRow } from './recall-queries.ts';

/** A demand as its client reads it. */
export function presentRecall(row: RecallRow): z.infer<typeof recall> {
  const {
    id,
    kind,
    withdrawalId,
    transactionId,
    reason,
    payerName,
    answerBy,
    bankAskedOn,
    answer,
    answeredOn,
  } = row;
  return {
    id,
    kind,
    withdrawalId,
    transactionId,
    amountMinor: row.amount,
    currency: row.currency as CurrencyCode,
    reason,
    payerName,
    createdAt: row.createdAt.toISOString(),
    answerBy,
    bankAskedOn,
    answer,
    answeredOn,
    informationAskedAt: row.informationAskedAt?.toISOString() ?? null,
    information: row.information,
  };
}

/** The same for the back office. */
export function presentReviewedRecall({
  recall,
  displayName,
}: ReviewedRecallRow): z.infer<typeof reviewedRecall> {
  return {
    ...presentRecall(recall),
    client: { accountId: recall.clientAccountId, displayName },
    payerIban: recall.payerIban,
  };
}
