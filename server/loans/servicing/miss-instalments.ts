import { rateOfRow } from '#domain/loans/loan-rows.ts';
import { announce } from '../../notifications/live.ts';
import type { Work } from '../../work/work.ts';
import { sendLetter } from '../recovery/letters.ts';
import { indemnitiesOf, lastTryOf, type UnpaidInstalment } from './charge-indemnity.ts';
import { lateInterestFact } from './serviced-loans.ts';

/**
 * Tells clients, once per incident and on its first day, that an instalment was missed (LC-74): an incident begins when nothing else of the
 * loan is late, and ends when everything is made good. The letter is kept, and goes with the mail.
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
  const toTell = [...first.values()];
  const indemnities = await indemnitiesOf(work.tx, toTell);
  for (const [index, one] of toTell.entries()) await tellMissed(work, one, indemnities[index] ?? 0);
  for (const userId of new Set(unpaid.map(({ serviced }) => serviced.account.userId)))
    announce(work, { userId }, ['loans']);
}

/** @param indemnityMinor what the policy will ask after the last try. */
async function tellMissed(
  work: Work,
  { serviced, row }: UnpaidInstalment,
  indemnityMinor: number,
): Promise<void> {
  const interestMinor = row.interest - row.paidInterest;
  const capitalMinor = row.capital - row.paidCapital;
  const amountMinor = interestMinor + capitalMinor;
  const { state } = serviced;
  const rateBps = rateOfRow(state.rows.find(({ number }) => number === row.number) ?? {}, state);
  const lastTryOn = lastTryOf(row);
  const facts = { dueDate: row.dueOn, rateBps, lastTryOn, ...lateInterestFact(serviced) };
  await sendLetter(
    work,
    serviced,
    {
      kind: 'missed-instalment',
      content: {
        ...facts,
        interestMinor,
        capitalMinor,
        totalMinor: amountMinor,
        indemnityLaterMinor: indemnityMinor,
      },
    },
    { kind: 'loan-instalment-missed', params: { ...facts, amountMinor, indemnityMinor } },
  );
}
