import { Refusal } from '#domain/errors.ts';
import { audit } from '../audit/audit.ts';
import type { Db } from '../db/database.ts';
import { announce } from '../notifications/live.ts';
import { releaseReturnOrders } from '../transfers/return-orders.ts';
import type { Work } from '../work/work.ts';
import {
  type BatchReviewRow,
  batchForReview,
  closeBatch,
  isAcceptedByBank,
  linesOfBatch,
  lockBatch,
  releaseLines,
} from './batch-queries.ts';
import { decideWithdrawal } from './decide-withdrawal.ts';

/** What became of one withdrawal of a batch. */
export interface LineResult {
  readonly withdrawalId: string;
  readonly displayName: string;
  readonly amountMinor: number;
  readonly outcome: 'executed' | 'refused';
  readonly refusal: string | null;
}

/** Result of one line of a batch, reported to the caller. */
export type LineRefused = (withdrawalId: string, refusal: Refusal) => Promise<void>;

/** @throws Refusal `not-found`; `batch.already-closed` with who and when. */
async function requireOpen(db: Db, batchId: string): Promise<BatchReviewRow> {
  const review = await batchForReview(db, batchId);
  if (!review) throw new Refusal('not-found');
  if (review.batch.status !== 'exported')
    throw new Refusal('batch.already-closed', {
      status: review.batch.status,
      by: review.closer ?? '',
      at: review.batch.closedAt?.toISOString() ?? '',
    });
  return review;
}

/**
 * Marks the withdrawals of a batch as executed, each in a transaction of its own: one that is refused stops no other, no lock is held for
 * long, and a call that was cut off is repeated and goes on where it stopped. The batch is closed once nothing of it waits any more.
 * @param controlTotalMinor the total that was shown and confirmed.
 * @param run runs a use case in a transaction, with the caller as its actor.
 * @param onRefused hears of each line that was refused.
 * @throws Refusal `not-found`; `batch.already-closed`; `batch.total-differs`.
 */
export async function executeBatch(
  db: Db,
  { batchId, controlTotalMinor }: { readonly batchId: string; readonly controlTotalMinor?: number },
  run: <T>(useCase: (work: Work) => Promise<T>) => Promise<T>,
  onRefused: LineRefused,
): Promise<{ review: BatchReviewRow; results: LineResult[] }> {
  const { batch } = await requireOpen(db, batchId);
  if (controlTotalMinor !== undefined && controlTotalMinor !== batch.total)
    throw new Refusal('batch.total-differs');
  const results: LineResult[] = [];
  for (const line of await linesOfBatch(db, batchId)) {
    // Executed before the call was cut off, or refused by a bank meanwhile.
    if (line.status !== 'approved') continue;
    const { withdrawalId, displayName, amountMinor } = line;
    let refusal: Refusal | null = null;
    try {
      await run((work) => decideWithdrawal(work, { withdrawalId, action: 'complete' }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusal = error;
      await onRefused(withdrawalId, error);
    }
    results.push({
      withdrawalId,
      displayName,
      amountMinor,
      outcome: refusal ? 'refused' : 'executed',
      refusal: refusal?.code ?? null,
    });
  }
  const review = await run((work) => closeWhenDone(work, batchId, results));
  return { review, results };
}

async function closeWhenDone(
  work: Work,
  batchId: string,
  results: readonly LineResult[],
): Promise<BatchReviewRow> {
  const batch = await lockBatch(work.tx, batchId);
  if (!batch) throw new Refusal('not-found');
  const lines = await linesOfBatch(work.tx, batchId);
  const isDone = lines.every(({ status }) => status !== 'approved');
  if (isDone && batch.status === 'exported')
    await closeBatch(work.tx, batchId, { status: 'executed', closedBy: work.actorId, closedAt: work.now });
  audit(work, {
    operation: 'withdrawalBatches.execute',
    clientAccountId: null,
    subjectId: batchId,
    before: { status: batch.status },
    after: {
      status: isDone ? 'executed' : batch.status,
      messageId: batch.messageId,
      executed: results.filter(({ outcome }) => outcome === 'executed').length,
      failed: results.filter(({ outcome }) => outcome === 'refused').length,
    },
  });
  await announce(work, { staff: true }, ['withdrawals']);
  const review = await batchForReview(work.tx, batchId);
  if (!review) throw new Error('the executed batch cannot be read');
  return review;
}

/**
 * Cancels a batch whose file the bank did not take: its withdrawals stay validated and may stand in the next file, but for those that were
 * executed or refused by the bank meanwhile.
 * @throws Refusal `not-found`; `batch.already-closed` with who and when; `transfer.wrong-phase` once the bank has accepted a transfer of it.
 */
export async function cancelBatch(work: Work, batchId: string): Promise<BatchReviewRow> {
  await lockBatch(work.tx, batchId);
  const { batch } = await requireOpen(work.tx, batchId);
  if (await isAcceptedByBank(work.tx, batchId))
    throw new Refusal('transfer.wrong-phase', { phase: 'accepted' });
  await closeBatch(work.tx, batchId, { status: 'cancelled', closedBy: work.actorId, closedAt: work.now });
  await releaseLines(work.tx, batchId);
  await releaseReturnOrders(work.tx, batchId);
  audit(work, {
    operation: 'withdrawalBatches.cancel',
    clientAccountId: null,
    subjectId: batchId,
    before: { status: batch.status },
    after: { status: 'cancelled', messageId: batch.messageId, withdrawals: batch.withdrawalCount },
  });
  await announce(work, { staff: true }, ['withdrawals']);
  const review = await batchForReview(work.tx, batchId);
  if (!review) throw new Error('the cancelled batch cannot be read');
  return review;
}
