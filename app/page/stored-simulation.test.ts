import { expect, test } from 'vitest';
import { readSimulation } from './stored-simulation.ts';

const loan = { kind: 'loan', product: 'consolidation', amountMinor: 2_000_000, durationMonths: 84 };

test.each([
  ['a loan', JSON.stringify(loan), loan],
  ['nothing', null, null],
  ['what is not JSON', '{', null],
  ['an unknown product', JSON.stringify({ ...loan, product: 'mortgage' }), null],
  ['an amount that is no number', JSON.stringify({ ...loan, amountMinor: '1e9' }), null],
])('%s is read as it was kept, or not at all', (_, stored, expected) => {
  expect(readSimulation(stored)).toEqual(expected);
});
