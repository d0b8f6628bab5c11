import { Refusal } from '#domain/errors.ts';
import type { RefusalReason } from '#domain/withdrawals/request.ts';
import type { Work } from '../../work/work.ts';
import { decideWithdrawal, type WithdrawalDecision } from '../decide-withdrawal.ts';
import { lockWithdrawal, type WithdrawalReviewRow } from '../queries.ts';
import { isUnderCheck } from './queries.ts';

export interface HoldDecision {
  readonly withdrawalId: string;
  readonly action: 'release' | 'refuse';
  readonly reasonCode?: RefusalReason;
  readonly reasonNote?: string;
}

/**
 * Answers the hold of a transfer (PAY-61): « Laisser partir » validates it, « Refuser » says why to the client and holds the amount no longer.
 * @throws Refusal `transfer.wrong-phase` for one that is under no check; what `decideWithdrawal` refuses.
 */
export async function decideHold(
  work: Work,
  { withdrawalId, action, ...reason }: HoldDecision,
): Promise<WithdrawalReviewRow> {
  const withdrawal = await lockWithdrawal(work.tx, withdrawalId);
  if (!withdrawal) throw new Refusal('not-found');
  if (!(await isUnderCheck(work.tx, withdrawal)))
    throw new Refusal('transfer.wrong-phase', { phase: withdrawal.phase });
  const decision: WithdrawalDecision =
    action === 'release'
      ? { withdrawalId, action: 'approve', operation: 'withdrawals.decideHold.release' }
      : { withdrawalId, action: 'reject', ...reason, operation: 'withdrawals.decideHold.refuse' };
  return decideWithdrawal(work, decision);
}
