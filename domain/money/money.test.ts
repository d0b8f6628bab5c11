import { describe, expect, test } from 'vitest';
import type { CurrencyCode } from './currencies.ts';
import { amountMinor, nonNegativeAmountMinor, positiveAmountMinor } from './fields.ts';
import {
  MAX_AMOUNT_MINOR,
  minorToDecimalString,
  money,
  negate,
  shownSum,
  subtract,
  sumMinor,
  unitsToMinor,
} from './money.ts';

test.each([
  [[1, 2], 3],
  [[], 0],
  [[Number.MAX_SAFE_INTEGER, 1], Number.MAX_SAFE_INTEGER],
  [[Number.MAX_SAFE_INTEGER, 1, -2], Number.MAX_SAFE_INTEGER - 1],
  [[-Number.MAX_SAFE_INTEGER, -1], -Number.MAX_SAFE_INTEGER],
])('the sum of %j is shown as %i: an exact sum, and the last safe integer beyond them', (amounts, sum) => {
  expect(shownSum(amounts)).toBe(sum);
});

test.each([
  [9_007_199_254_740_993n, 'EUR', '90071992547409.93'],
  [-27_000_000_000_000_001n, 'EUR', '-270000000000000.01'],
  [9_007_199_254_740_993n, 'JPY', '9007199254740993'],
] as const)('%s minor units of %s are written exactly', (exact, currency, text) => {
  expect(minorToDecimalString(exact, currency)).toBe(text);
});

describe('arithmetic', () => {
  test('subtracts and negates in one currency', () => {
    expect(subtract(money(150, 'EUR'), money(50, 'EUR'))).toEqual({ amountMinor: 100, currency: 'EUR' });
    expect(subtract(money(150, 'EUR'), money(200, 'EUR'))).toEqual({ amountMinor: -50, currency: 'EUR' });
    expect(negate(money(7, 'JPY'))).toEqual({ amountMinor: -7, currency: 'JPY' });
    expect(Object.is(negate(money(0, 'EUR')).amountMinor, 0)).toBe(true);
  });

  test.each<[string, () => unknown]>([
    ['two currencies', () => subtract(money(1, 'EUR'), money(1, 'USD'))],
    ['a fraction of a cent', () => money(0.5, 'EUR')],
    ['not a number', () => money(Number.NaN, 'EUR')],
    ['beyond the safe integers', () => money(Number.MAX_SAFE_INTEGER + 1, 'EUR')],
    ['a difference beyond them', () => subtract(money(-Number.MAX_SAFE_INTEGER, 'EUR'), money(1, 'EUR'))],
    ['an unknown currency', () => money(1, 'XPF' as CurrencyCode)],
    ['a partial sum beyond them', () => sumMinor([Number.MAX_SAFE_INTEGER, 1, -1])],
    ['a fraction in a sum', () => sumMinor([1, 0.5])],
  ])('refuses %s', (_, act) => {
    expect(act).toThrow(RangeError);
  });

  test('nine thousand of the largest amounts still add up exactly', () => {
    expect(sumMinor(new Array(9000).fill(MAX_AMOUNT_MINOR))).toBe(9000 * MAX_AMOUNT_MINOR);
    expect(sumMinor([])).toBe(0);
  });

  test('whole units follow the exponent', () => {
    expect(unitsToMinor(250, 'EUR')).toBe(25_000);
    expect(unitsToMinor(250, 'JPY')).toBe(250);
    expect(unitsToMinor(250, 'KRW')).toBe(250);
    expect(unitsToMinor(250, 'HUF')).toBe(25_000);
  });
});

test.each<[number, CurrencyCode, string]>([
  [123_456, 'EUR', '1234.56'],
  [-5, 'EUR', '-0.05'],
  [0, 'EUR', '0.00'],
  [100, 'EUR', '1.00'],
  [12, 'JPY', '12'],
  [0, 'KRW', '0'],
  [-1234, 'JPY', '-1234'],
  [Number.MAX_SAFE_INTEGER, 'EUR', '90071992547409.91'],
])('%i minor units of %s are %s', (amount, currency, text) => {
  expect(minorToDecimalString(amount, currency)).toBe(text);
});

describe('schemas', () => {
  const message = (schema: typeof positiveAmountMinor, value: unknown) => {
    const result = schema.safeParse(value);
    return result.success ? null : result.error.issues[0]!.message;
  };

  test.each<[unknown, string | null, string | null]>([
    [1, null, null],
    [MAX_AMOUNT_MINOR, null, null],
    [MAX_AMOUNT_MINOR + 1, 'validation.amount.max', 'validation.amount.max'],
    [0, 'validation.amount.positive', null],
    [-1, 'validation.amount.positive', 'validation.amount.notNegative'],
    [1.5, 'validation.amount.invalid', 'validation.amount.invalid'],
    [null, 'validation.amount.invalid', 'validation.amount.invalid'],
    [Number.NaN, 'validation.amount.invalid', 'validation.amount.invalid'],
    ['12', 'validation.amount.invalid', 'validation.amount.invalid'],
    [undefined, 'validation.required', 'validation.required'],
  ])('%j: positive says %j, not negative says %j', (value, positive, notNegative) => {
    expect(message(positiveAmountMinor, value)).toBe(positive);
    expect(message(nonNegativeAmountMinor, value)).toBe(notNegative);
  });

  test('a stored amount may be negative and is always whole', () => {
    expect(amountMinor.safeParse(-12).success).toBe(true);
    expect(amountMinor.safeParse(-1.2).success).toBe(false);
  });
});
