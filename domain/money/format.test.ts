import { afterEach, describe, expect, test, vi } from 'vitest';
import type { CurrencyCode } from './currencies.ts';
import { formatMoney, formatPercent, formatRate, type MoneyFormatOptions, moneyParts } from './format.ts';
import { money } from './money.ts';

const NNBSP = '\u202f';
const NBSP = '\u00a0';

test.each<[number, CurrencyCode, string, MoneyFormatOptions, string]>([
  [123_456, 'EUR', 'fr-FR', {}, `1${NNBSP}234,56${NBSP}€`],
  [123_456, 'EUR', 'en-GB', {}, '€1,234.56'],
  [-123_456, 'EUR', 'fr-FR', {}, `\u22121${NNBSP}234,56${NBSP}€`],
  [-123_456, 'EUR', 'en-GB', {}, '\u2212€1,234.56'],
  [123_456, 'EUR', 'fr-FR', { signed: true }, `+1${NNBSP}234,56${NBSP}€`],
  [0, 'EUR', 'fr-FR', { signed: true }, `0,00${NBSP}€`],
  [1_061_263, 'EUR', 'fr-FR', { fractionDigits: 0 }, `10${NNBSP}613${NBSP}€`],
  [1234, 'JPY', 'fr-FR', {}, `1${NNBSP}234${NBSP}JPY`],
  [1234, 'JPY', 'en-US', {}, '¥1,234'],
  [5, 'KRW', 'en-US', {}, '₩5'],
  [12_345, 'HUF', 'fr-FR', { currencyDisplay: 'code' }, `123,45${NBSP}HUF`],
  [9_007_199_254_740_991, 'EUR', 'en-US', {}, '€90,071,992,547,409.91'],
  [-9_007_199_254_740_991, 'EUR', 'en-US', {}, '\u2212€90,071,992,547,409.91'],
])('%i %s in %s with %j', (amount, currency, locale, options, expected) => {
  expect(formatMoney(money(amount, currency), locale, options)).toBe(expected);
});

test('parts let the screen print minor units lighter', () => {
  expect(moneyParts(money(-123_456, 'EUR'), 'fr-FR')).toEqual([
    { type: 'sign', text: '\u2212' },
    { type: 'units', text: `1${NNBSP}234` },
    { type: 'minor', text: ',56' },
    { type: 'literal', text: NBSP },
    { type: 'symbol', text: '€' },
  ]);
  expect(moneyParts(money(5, 'JPY'), 'en-US').map((part) => part.type)).toEqual(['symbol', 'units']);
});

describe('when the runtime cannot format the currency', () => {
  afterEach(() => vi.restoreAllMocks());

  test.each<[number, CurrencyCode, string, MoneyFormatOptions, string]>([
    [123_456, 'EUR', 'fr-XX', {}, `1234,56${NBSP}€`],
    [-5, 'EUR', 'fr-XX', {}, `\u22120,05${NBSP}€`],
    [5, 'EUR', 'fr-XX', { signed: true }, `+0,05${NBSP}€`],
    [123_456, 'GBP', 'en-XX', {}, `1234.56${NBSP}£`],
    [12, 'JPY', 'fr-XX', {}, `12,00${NBSP}¥`],
  ])('%i %s in %s: two decimals and the symbol', (amount, currency, locale, options, expected) => {
    class Unavailable {
      constructor() {
        throw new RangeError('Incorrect locale information provided');
      }
    }
    vi.spyOn(Intl, 'NumberFormat').mockImplementation(Unavailable as never);
    expect(formatMoney(money(amount, currency), locale, options)).toBe(expected);
  });

  test('a malformed language tag does not break a page', () => {
    expect(formatMoney(money(100, 'EUR'), 'x')).toBe(`1,00${NBSP}€`);
  });
});

test.each<[number, string, string]>([
  [390, 'fr-FR', `3,90${NNBSP}%`],
  [1990, 'fr-FR', `19,90${NNBSP}%`],
  [0, 'en-US', '0.00%'],
  [5, 'en-US', '0.05%'],
  [10_000, 'en-US', '100.00%'],
  [-125, 'en-US', '\u22121.25%'],
])('a rate of %i basis points in %s', (bps, locale, expected) => {
  expect(formatRate(bps, locale).replace(NBSP, NNBSP)).toBe(expected);
});

test.each<[number, number, string]>([
  [3.9712, 2, '3.97%'],
  [1.005, 2, '1.01%'],
  [12.345, 1, '12.3%'],
  [-8.25, 1, '\u22128.3%'],
  [150, 0, '150%'],
  [0.05, 2, '0.05%'],
])('%d percent with %i decimals', (percent, digits, expected) => {
  expect(formatPercent(percent, 'en-US', digits)).toBe(expected);
});

test('a rate is a whole number of basis points', () => {
  expect(() => formatRate(3.9, 'fr-FR')).toThrow(RangeError);
});
