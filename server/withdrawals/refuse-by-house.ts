import { findTransferStep } from '#domain/withdrawals/phases.ts';
import type { WithdrawalReason } from '#domain/withdrawals/request.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import type { Work } from '../work/work.ts';
import { updateWithdrawal, type WithdrawalRow } from './queries.ts';

/** Why the house refuses a transfer: a closed reason, and the sentence that goes with `other`. */
export interface HouseRefusal {
  readonly reasonCode: WithdrawalReason;
  readonly reasonNote: string | null;
}

/**
 * Refuses a transfer whose time is over, for the house itself: its amount is held no longer, and its client is told why (docs/rules.md, States of a transfer: `refuse`).
 * @param withdrawal locked.
 * @returns false when the table of phases has no such step: nothing is changed then.
 */
export async function refuseByHouse(
  work: Work,
  { withdrawal, userId }: { readonly withdrawal: WithdrawalRow; readonly userId: string },
  { reasonCode, reasonNote }: HouseRefusal,
): Promise<boolean> {
  const step = findTransferStep(withdrawal.phase, 'refuse');
  if (!step) return false;
  await updateWithdrawal(work.tx, withdrawal.id, {
    phase: step.to,
    processedBy: work.actorId,
    processedAt: work.now,
    reasonCode,
    reasonNote,
  });
  await notifyClient(work, userId, 'withdrawal-rejected', {
    amountMinor: withdrawal.amount,
    currency: withdrawal.currency,
    reasonCode,
    reasonNote: reasonNote ?? '',
  });
  await announce(work, { userId, staff: true }, ['withdrawals', 'account']);
  return true;
}
