import { expect, test } from 'vitest';
import { createFeeInput, suspensionOf } from './fee.ts';
import { FEE_STATUSES } from './status.ts';

test('LC-14: a loan that forbids payments suspends every fee that is not paid', () => {
  const ban = { until: '2026-11-29' };
  expect(FEE_STATUSES.map((status) => [status, suspensionOf(status, ban)])).toEqual([
    ['unpaid', ban],
    ['pending_validation', ban],
    ['paid', null],
  ]);
  expect(FEE_STATUSES.map((status) => suspensionOf(status, null))).toEqual([null, null, null]);
});

test.each<[unknown, unknown, string[]]>([
  [1, ' Frais de tenue de compte ', []],
  [0, 'Frais', ['validation.amount.positive']],
  [1.5, 'Frais', ['validation.amount.invalid']],
  [undefined, 'Frais', ['validation.required']],
  [100, '   ', ['validation.required']],
  [100, 'x'.repeat(201), ['validation.tooLong']],
])('a fee of %j for %j', (amountMinor, description, expected) => {
  const result = createFeeInput.safeParse({ amountMinor, description });
  expect((result.error?.issues ?? []).map((issue) => issue.message)).toEqual(expected);
  if (result.success) expect(result.data.description).toBe('Frais de tenue de compte');
});
