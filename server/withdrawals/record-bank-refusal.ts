import { Refusal } from '#domain/errors.ts';
import { reasonOfBankCode } from '#domain/withdrawals/bank-answer.ts';
import { findTransferStep } from '#domain/withdrawals/phases.ts';
import { audit } from '../audit/audit.ts';
import { announce } from '../notifications/live.ts';
import { lockTransfers } from '../transfers/own-transfers.ts';
import { refuseByBank } from '../transfers/refuse-by-bank.ts';
import { closeFileWhenDone } from '../transfers/settle-transfers.ts';
import type { Work } from '../work/work.ts';
import { lockOpenBatchOf } from './batch-queries.ts';
import { type WithdrawalReviewRow, withdrawalForReview } from './queries.ts';

/**
 * Records that our bank refuses a transfer that stands in a file and has not left, as it told by telephone or letter (docs/rules.md, States of a transfer: `bank-refuse`): the
 * same as an answer by a file does, with the bank's code.
 * @throws Refusal `not-found`; `transfer.wrong-phase` for one that is in no file, has left or is refused already.
 */
export async function recordBankRefusal(
  work: Work,
  { id, bankReason }: { readonly id: string; readonly bankReason: string },
): Promise<WithdrawalReviewRow> {
  const batchId = await lockOpenBatchOf(work.tx, id);
  const [transfer] = await lockTransfers(work.tx, [id]);
  if (!transfer) throw new Refusal('not-found');
  const { phase, account } = transfer;
  const step = findTransferStep(phase, 'bank-refuse');
  if (!step?.by.includes('staff')) throw new Refusal('transfer.wrong-phase', { phase });
  await refuseByBank(work, transfer, { reason: bankReason, code: reasonOfBankCode(bankReason) });
  if (batchId) await closeFileWhenDone(work, batchId);
  audit(work, {
    operation: 'withdrawals.recordBankRefusal',
    clientAccountId: account.id,
    subjectId: id,
    before: { phase },
    after: { phase: step.to, bankReason },
  });
  await announce(work, { userId: account.userId, staff: true }, ['withdrawals', 'account']);
  const review = await withdrawalForReview(work.tx, id);
  if (!review) throw new Error('the refused withdrawal request cannot be read');
  return review;
}
