import { expect, test } from 'vitest';
import { dueDatesToAnnounce } from '#domain/mandates/direct-debit.ts';
import { addDays } from '#domain/time/days.ts';
import { sizeFor } from '../testing/size.ts';
import { directDebitLife } from './direct-debit-life.ts';
import { livesOf } from './lives.ts';
import { DEMONSTRATION_CLIENTS } from './people.ts';

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

test('PAY-68 the mandate of the demonstration is signed before its first direct debit is announced, whatever day it is filled on', () => {
  const payers = DEMONSTRATION_CLIENTS.filter(({ email }) => email.startsWith('hugo.martel'));
  expect(payers).toHaveLength(1);
  const wrong: string[] = [];
  // Thirteen comes to each day of the week and of the month.
  const step = sizeFor({ small: 13, whole: 1 });
  for (let day = '2026-01-01'; day < '2028-01-01'; day = addDays(day, step)) {
    const steps = payers
      .flatMap((payer) => livesOf(payer, new Date(`${day}T09:00:00Z`)).events)
      .filter((event) => event.kind === 'direct-debit');
    const at = (wanted: string) => steps.find(({ step }) => step === wanted)?.at ?? new Date(Number.NaN);
    if (!(at('sign') < at('plan'))) wrong.push(day);
  }
  expect(wrong).toEqual([]);
});
