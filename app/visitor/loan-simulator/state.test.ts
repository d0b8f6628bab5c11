import { expect, test } from 'vitest';
import { STANDARD_PRICE_LIST as LIST } from '#domain/loans/standard-price-list.ts';
import {
  answerOf,
  type Choice,
  initialChoice,
  paymentEuros,
  paymentSlider,
  questions,
  readState,
  type SimulatorState,
  writeState,
} from './state.ts';

const choice = (change: Partial<Choice> = {}): Choice => ({ ...initialChoice(LIST), ...change });
const state = (change: Partial<SimulatorState> = {}): SimulatorState => ({
  ...initialChoice(LIST),
  kept: [],
  ...change,
});

test('the page opens on 10 000 € over 36 months, at a plain address', () => {
  expect(readState(LIST, '')).toEqual(state());
  expect(writeState(LIST, state())).toBe('');
  expect(answerOf(LIST, state()).figures.monthlyPaymentMinor).toBe(29_480);
});

test.each<[Partial<SimulatorState>, string]>([
  [{ amountMinor: 1_550_000 }, '?montant=15500&duree=36'],
  [{ durationMonths: 84 }, '?montant=10000&duree=84'],
  [{ product: 'consolidation' }, '?montant=10000&duree=36&produit=consolidation'],
  [
    { kept: [choice({ product: 'consolidation', amountMinor: 800_000 })] },
    '?montant=10000&duree=36&comparer=8000x36-consolidation',
  ],
  [{ question: 'montant', paymentMinor: 25_000 }, '?question=montant&duree=36&mensualite=250'],
  [{ question: 'duree', paymentMinor: 25_000 }, '?question=duree&montant=10000&mensualite=250'],
  [
    {
      kept: [
        choice({ amountMinor: 1_500_000, durationMonths: 48 }),
        choice({ question: 'montant', paymentMinor: 25_000, durationMonths: 60 }),
      ],
    },
    '?montant=10000&duree=36&comparer=15000x48,250mx60',
  ],
  [
    { kept: [choice({ question: 'duree', amountMinor: 800_000, paymentMinor: 40_000 })] },
    '?montant=10000&duree=36&comparer=8000x400m',
  ],
])('%j is shared as %s, and opens again as it was', (change, query) => {
  expect(writeState(LIST, state(change))).toBe(query);
  expect(readState(LIST, query)).toEqual(state(change));
});

test.each<[string, Partial<SimulatorState>]>([
  ['?montant=999999&duree=999', { amountMinor: 5_000_000, durationMonths: 84 }],
  [
    '?montant=50000&duree=84&produit=personal',
    { product: 'personal', amountMinor: 2_500_000, durationMonths: 72 },
  ],
  ['?produit=autre', {}],
  ['?montant=1&duree=1', { amountMinor: 100_000, durationMonths: 12 }],
  ['?montant=12345&duree=37', { amountMinor: 1_250_000, durationMonths: 36 }],
  ['?montant=dix&duree=-3&question=autre&mensualite=', {}],
  ['?montant=12%20500,00', { amountMinor: 1_250_000 }],
  [
    '?comparer=1x1,15000x48,x,300mx400m,15001x48,20000x60',
    {
      kept: [
        choice({ amountMinor: 100_000, durationMonths: 12 }),
        choice({ amountMinor: 1_500_000, durationMonths: 48 }),
      ],
    },
  ],
])('%s is brought within limits', (query, expected) => {
  expect(readState(LIST, query)).toEqual(state(expected));
});

test('the payment stays within what the other value allows, and what was chosen comes back', () => {
  const long = state({ question: 'montant', durationMonths: 84, paymentMinor: 100_000 });
  expect(paymentSlider(LIST, long)).toEqual({ minEuros: 14, maxEuros: 681 });
  expect(paymentEuros(LIST, long)).toBe(681);
  expect(paymentEuros(LIST, { ...long, durationMonths: 36 })).toBe(1000);
});

test('every position of every slider has an answer', () => {
  for (const question of questions) {
    for (const amountMinor of [100_000, 150_000, 2_550_000, 4_950_000, 5_000_000]) {
      for (let durationMonths = 12; durationMonths <= 84; durationMonths += 6) {
        const ends = paymentSlider(LIST, state({ question, amountMinor, durationMonths }));
        for (const euros of [ends.minEuros, ends.maxEuros]) {
          const { amountMinor: found, durationMonths: months } = answerOf(
            LIST,
            state({ question, amountMinor, durationMonths, paymentMinor: euros * 100 }),
          );
          expect(found).toBeGreaterThanOrEqual(100_000);
          expect(found).toBeLessThanOrEqual(5_000_000);
          expect(months).toBeGreaterThanOrEqual(12);
          expect(months).toBeLessThanOrEqual(84);
        }
      }
    }
  }
});
