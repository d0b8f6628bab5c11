import type * as z from 'zod/mini';
import type { withdrawalBatch } from '#contract/withdrawal-batches.ts';
import type { ReturnOrderPhase } from '#domain/statements/line-parts.ts';
import type { StatusKind } from '../../ui/badge.tsx';

/** A batch of withdrawals as the back office's API returns it. */
export type Batch = z.infer<typeof withdrawalBatch>;

export const batchLooks: Record<Batch['status'], StatusKind> = {
  exported: 'running',
  executed: 'done',
  cancelled: 'idle',
};

export const returnLooks: Record<ReturnOrderPhase, StatusKind> = {
  ordered: 'waiting',
  exported: 'running',
  settled: 'done',
  refused: 'refused',
  cancelled: 'refused',
};

/** How many withdrawals of a batch our bank has accepted, refused or settled; the kinds of which there are none are left out. */
export const bankCounts = ({ acceptedCount, refusedCount, settledCount }: Batch) =>
  (
    [
      ['accepted', acceptedCount],
      ['refused', refusedCount],
      ['settled', settledCount],
    ] as const
  ).filter(([, count]) => count > 0);

/** API path of the batch's file. */
export const batchFilePath = (batch: Pick<Batch, 'id'>) =>
  `/api/admin/withdrawals/batches/${batch.id}/file.xml`;
