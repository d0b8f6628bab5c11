import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CURRENCY_CODES, type CurrencyCode } from './currencies.ts';
import { amountMinor, nonNegativeAmountMinor, positiveAmountMinor } from './fields.ts';
import { formatMoney } from './format.ts';
import {
  add,
  MAX_AMOUNT_MINOR,
  minorToDecimalString,
  money,
  negate,
  parseAmount,
  subtract,
  sumMinor,
  unitsToMinor,
} from './money.ts';

const anyCurrency = fc.constantFrom(...CURRENCY_CODES);

describe('arithmetic', () => {
  test('adds, subtracts and negates in one currency', () => {
    expect(add(money(150, 'EUR'), money(-50, 'EUR'))).toEqual({ amountMinor: 100, currency: 'EUR' });
    expect(subtract(money(150, 'EUR'), money(200, 'EUR'))).toEqual({ amountMinor: -50, currency: 'EUR' });
    expect(negate(money(7, 'JPY'))).toEqual({ amountMinor: -7, currency: 'JPY' });
    expect(Object.is(negate(money(0, 'EUR')).amountMinor, 0)).toBe(true);
  });

  test.each<[string, () => unknown]>([
    ['two currencies', () => add(money(1, 'EUR'), money(1, 'USD'))],
    ['a fraction of a cent', () => money(0.5, 'EUR')],
    ['not a number', () => money(Number.NaN, 'EUR')],
    ['beyond the safe integers', () => money(Number.MAX_SAFE_INTEGER + 1, 'EUR')],
    ['a sum beyond them', () => add(money(Number.MAX_SAFE_INTEGER, 'EUR'), money(1, 'EUR'))],
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

describe('reading what people type', () => {
  test.each<[string, CurrencyCode, number]>([
    ['1 234,56', 'EUR', 123_456],
    ['1234.5', 'EUR', 123_450],
    ['1\u00a0234,56', 'EUR', 123_456],
    ['1\u202f234,56\u00a0€', 'EUR', 123_456],
    ['1\u2009234\u2009567,8', 'EUR', 123_456_780],
    ["1'234.56", 'CHF', 123_456],
    ['1\u2019234.56 CHF', 'CHF', 123_456],
    ['€12', 'EUR', 1200],
    ['12 EUR', 'EUR', 1200],
    ['12 eur', 'EUR', 1200],
    ['  12,3  ', 'EUR', 1230],
    ['-12,30', 'EUR', -1230],
    ['\u221212,30 €', 'EUR', -1230],
    ['- 5', 'EUR', -500],
    ['0', 'EUR', 0],
    ['-0', 'EUR', 0],
    ['0,01', 'EUR', 1],
    [',5', 'EUR', 50],
    ['5,', 'EUR', 500],
    ['007', 'EUR', 700],
    ['1 2345', 'EUR', 1_234_500],
    ['1234', 'JPY', 1234],
    ['¥ 1 234', 'JPY', 1234],
    ['1234 ₩', 'KRW', 1234],
    ['12,5 kr', 'SEK', 1250],
    ['0.07', 'EUR', 7],
    ['1.1', 'EUR', 110],
    ['4.35', 'EUR', 435],
    ['90071992547409,91', 'EUR', Number.MAX_SAFE_INTEGER],
  ])('%j in %s is %i', (text, currency, expected) => {
    expect(parseAmount(text, currency)).toBe(expected);
  });

  test.each<[string, CurrencyCode]>([
    ['', 'EUR'],
    ['   ', 'EUR'],
    ['€', 'EUR'],
    ['-', 'EUR'],
    [',', 'EUR'],
    ['.', 'EUR'],
    ['abc', 'EUR'],
    ['12a', 'EUR'],
    ['NaN', 'EUR'],
    ['Infinity', 'EUR'],
    ['1e3', 'EUR'],
    ['0x10', 'EUR'],
    ['1,234.56', 'EUR'],
    ['1.234,56', 'EUR'],
    ['1,2,3', 'EUR'],
    ['1..2', 'EUR'],
    ['1,234', 'EUR'],
    ['1,005', 'EUR'],
    ['--1', 'EUR'],
    ['-\u22121', 'EUR'],
    ['+1', 'EUR'],
    ['1-', 'EUR'],
    ['1  234', 'EUR'],
    ['1,2 3', 'EUR'],
    ['12 $', 'EUR'],
    ['12 USD', 'EUR'],
    ['12 € €', 'EUR'],
    ['1,5', 'JPY'],
    ['1.0', 'KRW'],
    ['90071992547409,92', 'EUR'],
    ['99999999999999999999', 'EUR'],
    ['١٢', 'EUR'],
  ])('%j in %s is refused', (text, currency) => {
    expect(parseAmount(text, currency)).toBeNull();
  });

  test('reads back any decimal string, and what the screens print in French and in English without groups', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), anyCurrency, (amount, currency) => {
        expect(parseAmount(minorToDecimalString(amount, currency), currency)).toBe(amount);
        expect(parseAmount(minorToDecimalString(amount, currency).replace('.', ','), currency)).toBe(amount);
        expect(
          parseAmount(formatMoney(money(amount, currency), 'fr-FR', { currencyDisplay: 'code' }), currency),
        ).toBe(amount);
      }),
    );
  });

  test('never throws, and never gives anything but a safe integer or null', () => {
    const typed = fc.oneof(fc.string(), fc.stringMatching(/^[-0-9., €'eE+\u2212\u00a0]{0,12}$/));
    fc.assert(
      fc.property(typed, anyCurrency, (text, currency) => {
        const amount = parseAmount(text, currency);
        expect(amount === null || Number.isSafeInteger(amount)).toBe(true);
      }),
    );
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
