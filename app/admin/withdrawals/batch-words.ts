import type * as z from 'zod/mini';
import type { withdrawalBatch } from '#contract/withdrawal-batches.ts';
import type { StatusKind } from '../../ui/badge.tsx';

/** A batch of withdrawals as the back office's API returns it. */
export type Batch = z.infer<typeof withdrawalBatch>;

export const batchLooks: Record<Batch['status'], StatusKind> = {
  exported: 'running',
  executed: 'done',
  cancelled: 'idle',
};

/** API path of the batch's file. */
export const batchFilePath = (batch: Pick<Batch, 'id'>) =>
  `/api/admin/withdrawals/batches/${batch.id}/file.xml`;
