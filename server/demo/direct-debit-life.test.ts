import { expect, test } from 'vitest';
import { dueDatesToAnnounce } from '#domain/mandates/direct-debit.ts';
import { addDays } from '#domain/time/days.ts';
import { directDebitLife } from './direct-debit-life.ts';

const DELAYS = { prenotificationDays: 14, leadDays: 1 };

test('PAY-69 every instalment of the demonstration is announced on a day on which the job announces it, on each due day of three years', () => {
  const missed: string[] = [];
  for (let day = '2026-01-01'; day < '2029-01-01'; day = addDays(day, 1)) {
    const life = directDebitLife('hugo.martel@guichet.example', {
      paidOutOn: addDays(day, -40),
      dueDates: [day],
      today: new Date(`${addDays(day, 30)}T12:00:00Z`),
    });
    const plans = life.filter(({ step }) => step === 'plan').map(({ at }) => at.toISOString().slice(0, 10));
    if (!plans.some((plan) => dueDatesToAnnounce(plan, DELAYS).includes(day))) missed.push(day);
  }
  expect(missed).toEqual([]);
});
