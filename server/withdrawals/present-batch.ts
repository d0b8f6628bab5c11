import type * as z from 'zod/mini';
import type { withdrawalBatch } from '#contract/withdrawal-batches.ts';
import type { BatchReviewRow } from './batch-queries.ts';

/** A batch as the back office reads it. */
export function presentBatch(row: BatchReviewRow): z.infer<typeof withdrawalBatch> {
  const { batch } = row;
  return {
    id: batch.id,
    messageId: batch.messageId,
    status: batch.status,
    withdrawalCount: batch.withdrawalCount,
    totalMinor: batch.total,
    executedCount: row.executedCount,
    executionDate: batch.executionDate,
    hasFile: row.hasFile,
    createdBy: row.creator,
    createdAt: batch.createdAt.toISOString(),
    closedBy: row.closer,
    closedAt: batch.closedAt?.toISOString() ?? null,
  };
}
