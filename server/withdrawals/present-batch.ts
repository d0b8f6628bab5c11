import type * as z from 'zod/mini';
import type { withdrawalBatch } from '#contract/withdrawal-batches.ts';
import { legalDay } from '#domain/time/days.ts';
import { isTransitLate } from '#domain/withdrawals/deadlines.ts';
import type { BatchReviewRow } from './batch-queries.ts';

/** A batch as the back office reads it at a moment. */
export function presentBatch(row: BatchReviewRow, now: Date): z.infer<typeof withdrawalBatch> {
  const { batch } = row;
  return {
    id: batch.id,
    messageId: batch.messageId,
    status: batch.status,
    withdrawalCount: batch.withdrawalCount,
    totalMinor: batch.total,
    executedCount: row.executedCount,
    acceptedCount: row.acceptedCount,
    refusedCount: row.refusedCount,
    settledCount: row.settledCount,
    executionDate: batch.executionDate,
    isLate: row.hasTransit && isTransitLate(batch.executionDate, legalDay(now)),
    hasFile: row.hasFile,
    createdBy: row.creator,
    createdAt: batch.createdAt.toISOString(),
    closedBy: row.closer,
    closedAt: batch.closedAt?.toISOString() ?? null,
  };
}
