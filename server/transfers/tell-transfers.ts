import type { WithdrawalReason } from '#domain/withdrawals/request.ts';
import { announce } from '../notifications/live.ts';
import { type NotificationKind, notifyClient } from '../notifications/notify.ts';
import type { Work } from '../work/work.ts';
import type { OwnTransfer } from './own-transfers.ts';

/** Tells a client what became of their transfer: bell, mail and open screens. @param reasonCode why it did not arrive. */
export async function tellTransfer(
  work: Work,
  { account, amountMinor, currency }: OwnTransfer,
  notice: NotificationKind | null,
  reasonCode?: WithdrawalReason,
): Promise<void> {
  if (notice)
    await notifyClient(work, account.userId, notice, {
      amountMinor,
      currency,
      ...(reasonCode ? { reasonCode, reasonNote: '' } : {}),
    });
  await announce(work, { userId: account.userId, staff: true }, ['withdrawals', 'account', 'transactions']);
}
