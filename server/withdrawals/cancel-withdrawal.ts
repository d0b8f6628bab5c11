import { Refusal } from '#domain/errors.ts';
import { findTransferStep } from '#domain/withdrawals/phases.ts';
import { availableMinor } from '#domain/withdrawals/request.ts';
import { heldMinor } from '../db/held-amount.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import type { Work } from '../work/work.ts';
import { accountForWithdrawal, lockWithdrawal, updateWithdrawal } from './queries.ts';
import type { WithdrawalRequested } from './request-withdrawal.ts';

/**
 * Cancels a client's own request that is still pending; its hold is released.
 * @throws Refusal `not-found` for a request that does not exist or belongs to someone else; `withdrawal.not-cancellable`, which
 * names no colleague: a client deals with the institution.
 */
export async function cancelWithdrawal(
  work: Work,
  accountId: string,
  withdrawalId: string,
): Promise<WithdrawalRequested> {
  const withdrawal = await lockWithdrawal(work.tx, withdrawalId);
  if (!withdrawal || withdrawal.clientAccountId !== accountId) throw new Refusal('not-found');
  const step = findTransferStep(withdrawal.phase, 'cancel');
  if (!step) throw new Refusal('withdrawal.not-cancellable', { status: withdrawal.status });
  const account = await accountForWithdrawal(work.tx, accountId);
  if (!account) throw new Refusal('not-found');

  const cancelled = await updateWithdrawal(work.tx, withdrawal.id, {
    phase: step.to,
    processedBy: work.actorId,
    processedAt: work.now,
  });
  await notifyClient(work, account.userId, 'withdrawal-cancelled', {
    amountMinor: withdrawal.amount,
    currency: withdrawal.currency,
  });
  await announce(work, { userId: account.userId, staff: true }, ['withdrawals', 'account']);
  const openWithdrawalsMinor = await heldMinor(work.tx, accountId);
  return {
    withdrawal: cancelled,
    availableMinor: availableMinor({ balanceMinor: account.balanceMinor, openWithdrawalsMinor }),
  };
}
