import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conversionRate, convert, isRateString, parseRate, rateString } from './conversion.ts';
import { CURRENCY_CODES, type CurrencyCode, exponentOf } from './currencies.ts';
import { money } from './money.ts';
import type { RoundingMode } from './rounding.ts';

test.each<[number, CurrencyCode, CurrencyCode, string, string, RoundingMode, number]>([
  [10_000, 'EUR', 'USD', '1', '1.0843', 'half-even', 10_843],
  [10_843, 'USD', 'EUR', '1.0843', '1', 'half-even', 10_000],
  [25_000, 'EUR', 'JPY', '1', '163.25', 'half-even', 40_812],
  [25_000, 'EUR', 'JPY', '1', '163.25', 'half-up', 40_813],
  [40_813, 'JPY', 'EUR', '163.25', '1', 'half-even', 25_000],
  [1000, 'JPY', 'KRW', '163.25', '1462.5', 'down', 8958],
  [1000, 'JPY', 'KRW', '163.25', '1462.5', 'up', 8959],
  [-10_000, 'EUR', 'USD', '1', '1.0843', 'half-even', -10_843],
  [1, 'EUR', 'USD', '1', '0.5', 'half-even', 0],
  [3, 'EUR', 'USD', '1', '0.5', 'half-even', 2],
  [123, 'EUR', 'EUR', '1', '1', 'half-even', 123],
  [100, 'EUR', 'USD', '1', '1.00000001', 'half-even', 100],
])('%i %s to %s at %s and %s, %s: %i', (amount, from, to, eurRateFrom, eurRateTo, mode, expected) => {
  expect(convert(money(amount, from), to, { eurRateFrom, eurRateTo }, mode)).toEqual(money(expected, to));
});

test('agrees with decimal.js for any amount and rates', () => {
  const Exact = Decimal.clone({ precision: 80 });
  const rate = fc
    .tuple(fc.nat(9999), fc.integer({ min: 1, max: 99_999_999 }))
    .map(([units, decimals]) => `${units}.${String(decimals).padStart(8, '0')}`);
  const code = fc.constantFrom(...CURRENCY_CODES);
  fc.assert(
    fc.property(
      fc.integer({ min: -1e9, max: 1e9 }),
      code,
      code,
      rate,
      rate,
      (amount, from, to, eurRateFrom, eurRateTo) => {
        fc.pre(from !== to && Number(eurRateTo) / Number(eurRateFrom) < 1e4);
        const expected = new Exact(amount)
          .div(new Exact(10).pow(exponentOf(from)))
          .mul(eurRateTo)
          .mul(new Exact(10).pow(exponentOf(to)))
          .div(eurRateFrom)
          .toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN)
          .plus(0)
          .toNumber();
        expect(convert(money(amount, from), to, { eurRateFrom, eurRateTo }).amountMinor).toBe(expected + 0);
      },
    ),
  );
});

test.each(['1', '1.0843', '0.00000001', '999999999.99999999', '163.25'])('%s is a rate', (text) => {
  expect(isRateString(text)).toBe(true);
  expect(rateString.safeParse(text).success).toBe(true);
});

test.each(['', '0', '0.0', '-1', '1,08', '1.', '.5', '1e3', '1.123456789', '1234567890', ' 1', 'NaN'])(
  '%j is not a rate',
  (text) => {
    expect(rateString.safeParse(text).error?.issues[0]?.message).toBe('validation.rate');
    expect(() => parseRate(text)).toThrow(RangeError);
  },
);

test('a result too large for an amount is refused', () => {
  expect(() => convert(money(9e15, 'EUR'), 'KRW', { eurRateFrom: '1', eurRateTo: '1462.5' })).toThrow(
    RangeError,
  );
});

test.each<[string, string, string]>([
  ['1', '1.0843', '1.0843'],
  ['1.0843', '1', '0.92225399'],
  ['163.25', '1462.5', '8.95865237'],
  ['1462.5', '0.8421', '0.00057579'],
  ['0.5', '2', '4'],
  ['1.0843', '1.0843', '1'],
])('a rate from %s to %s is kept as %s', (eurRateFrom, eurRateTo, expected) => {
  expect(conversionRate({ eurRateFrom, eurRateTo })).toBe(expected);
});

test('a rate too small to write down is refused', () => {
  expect(() => conversionRate({ eurRateFrom: '999999999', eurRateTo: '0.00000001' })).toThrow(RangeError);
});
