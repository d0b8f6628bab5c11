import { expect, test } from 'vitest';
import { OTHER_PRICE_LIST as LIST } from '#domain/loans/vectors/other-price-list.ts';
import { answerOf, choiceFor, paymentSlider, questions, readState, writeState } from './state.ts';

/** The simulator of an institution whose file has a price list. */

test('opens on the amount and the duration of the list, at its price and at a plain address', () => {
  const state = readState(LIST, '');
  expect(state).toMatchObject({ product: 'project', amountMinor: 800_000, durationMonths: 24 });
  expect(answerOf(LIST, state).annualRateBps).toBe(550);
  expect(writeState(LIST, state)).toBe('');
});

test.each([
  ['?montant=999999&duree=999', { amountMinor: 3_000_000, durationMonths: 60 }],
  ['?montant=1&duree=1', { amountMinor: 200_000, durationMonths: 12 }],
  ['?montant=12345&duree=31', { amountMinor: 1_200_000, durationMonths: 36 }],
  ['?montant=30000&produit=personal', { product: 'personal', amountMinor: 1_500_000, durationMonths: 24 }],
  ['?montant=1000&duree=12&produit=consolidation', { amountMinor: 300_000, durationMonths: 24 }],
])('%s is brought within the limits of the list', (query, expected) => {
  expect(readState(LIST, query)).toMatchObject(expected);
});

test('another product brings its own limits and its own price', () => {
  const state = readState(LIST, '?montant=30000&duree=12');
  const changed = { ...state, ...choiceFor(LIST, 'consolidation', state) };
  expect(changed).toMatchObject({ amountMinor: 3_000_000, durationMonths: 24 });
  expect(answerOf(LIST, changed).annualRateBps).toBe(610);
});

test('every end of every slider has an answer', () => {
  for (const { id } of LIST.products)
    for (const question of questions)
      for (const query of ['?montant=1&duree=1', '?montant=999999&duree=999']) {
        const state = { ...readState(LIST, `${query}&produit=${id}`), question };
        const { minEuros, maxEuros } = paymentSlider(LIST, state);
        for (const euros of [minEuros, maxEuros])
          expect(
            answerOf(LIST, { ...state, paymentMinor: euros * 100 }).figures.monthlyPaymentMinor,
          ).toBeGreaterThan(0);
      }
});
