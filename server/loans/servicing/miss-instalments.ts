import { announce } from '../../notifications/live.ts';
import { notifyClient } from '../../notifications/notify.ts';
import type { Work } from '../../work/work.ts';
import { indemnitiesOf, lastTryOf, type UnpaidInstalment } from './charge-indemnity.ts';

/**
 * Tells clients, once per incident and on its first day, that an instalment was missed (LC-74): an incident begins when nothing else of the
 * loan is late, and ends when everything is made good.
 * @param unpaid instalments that were missed now, or once more.
 */
export async function tellFirstMissed(work: Work, unpaid: readonly UnpaidInstalment[]): Promise<void> {
  const first = new Map<string, UnpaidInstalment>();
  for (const one of unpaid) {
    const { id } = one.serviced.loan;
    const isLate = one.serviced.instalments.some(
      ({ missedOn, settledOn }) => missedOn !== null && settledOn === null,
    );
    if (!isLate && !first.has(id)) first.set(id, one);
  }
  const told = [...first.values()];
  const indemnities = await indemnitiesOf(work.tx, told);
  for (const [index, { serviced, row }] of told.entries())
    await notifyClient(work, serviced.account.userId, 'loan-instalment-missed', {
      amountMinor: row.amount - row.paidInterest - row.paidCapital,
      currency: serviced.currency,
      dueDate: row.dueOn,
      rateBps: serviced.state.annualRateBps,
      indemnityMinor: indemnities[index] ?? 0,
      lastTryOn: lastTryOf(row),
    });
  for (const userId of new Set(unpaid.map(({ serviced }) => serviced.account.userId)))
    announce(work, { userId }, ['loans']);
}
