import { type NotificationKind, type NotificationParams, notifyClient } from '../../notifications/notify.ts';
import type { Work } from '../../work/work.ts';
import type { ServicedLoan } from './serviced-loans.ts';

/**
 * Tells a borrower what became of their loan, by a line of the bell and a mail. After a death nothing is sent to the person, also when the heirs pay
 * (LC-93): the notary reads the payoff instead.
 */
export async function tellBorrower(
  work: Work,
  { staffFreeze, account }: Pick<ServicedLoan, 'staffFreeze' | 'account'>,
  kind: NotificationKind,
  params: NotificationParams,
): Promise<void> {
  if (staffFreeze === 'death') return;
  await notifyClient(work, account.userId, kind, params);
}
