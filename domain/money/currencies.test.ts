import { describe, expect, test } from 'vitest';
import {
  COUNTRIES,
  CURRENCIES,
  CURRENCY_CODES,
  type CurrencyCode,
  currencyOf,
  currencyOfCountry,
  exponentOf,
  isCurrencyCode,
} from './currencies.ts';
import { countryCode, currencyCode } from './fields.ts';

test('the 24 currencies, in the order of choice lists', () => {
  expect(CURRENCY_CODES.join(', ')).toBe(
    'EUR, USD, GBP, CHF, CAD, AUD, JPY, CNY, SEK, NOK, DKK, PLN, CZK, HUF, RUB, TRY, ZAR, BRL, MXN, KRW, SGD, NZD, INR, THB',
  );
});

test.each(CURRENCIES.map((currency) => [currency.code, currency] as const))('%s', (code, currency) => {
  // The runtime's ISO 4217 data, except HUF whose CLDR cash decimals differ from the bank's two.
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions()
    .maximumFractionDigits;
  expect(exponentOf(code)).toBe(code === 'HUF' ? 2 : digits);
  expect(currency.symbol.length).toBeGreaterThan(0);
  expect(currency.countries.length).toBeGreaterThan(0);
  expect(currencyOf(code)).toBe(currency);
});

describe('countries', () => {
  test('none is listed twice and each has a French name', () => {
    const codes = COUNTRIES.map((country) => country.countryCode);
    expect(new Set(codes).size).toBe(codes.length);
    const names = new Intl.DisplayNames('fr', { type: 'region', fallback: 'none' });
    expect(codes.filter((code) => !/^[A-Z]{2}$/.test(code) || !names.of(code))).toEqual([]);
  });

  test('the 21 countries of the euro area and the French overseas territories that use the euro', () => {
    const euroArea = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ');
    const overseas = 'GP MQ GF RE YT PM BL MF TF'.split(' ');
    expect(euroArea).toHaveLength(21);
    for (const code of [...euroArea, ...overseas]) expect(currencyOfCountry(code)).toBe('EUR');
  });

  test.each<[string, CurrencyCode]>([
    ['US', 'USD'],
    ['GB', 'GBP'],
    ['LI', 'CHF'],
    ['GL', 'DKK'],
    ['JP', 'JPY'],
    ['KR', 'KRW'],
    ['HU', 'HUF'],
    // The CFP franc is not among the 24.
    ['NC', 'EUR'],
  ])('%s pays in %s', (country, currency) => {
    expect(currencyOfCountry(country)).toBe(currency);
  });
});

test('schemas name what is wrong', () => {
  expect(currencyCode.safeParse('EUR').success).toBe(true);
  expect(currencyCode.safeParse('XPF').error?.issues[0]?.message).toBe('validation.currency');
  expect(countryCode.safeParse('FR').success).toBe(true);
  expect(countryCode.safeParse('NC').error?.issues[0]?.message).toBe('validation.country');
  expect(countryCode.safeParse('').error?.issues.map((issue) => issue.message)).toEqual([
    'validation.required',
  ]);
  expect(countryCode.safeParse(undefined).error?.issues[0]?.message).toBe('validation.required');
});

test('an unknown code is a fault of the program', () => {
  expect(() => currencyOf('XPF' as CurrencyCode)).toThrow(RangeError);
  expect(isCurrencyCode('XPF')).toBe(false);
  expect(isCurrencyCode('SEK')).toBe(true);
});
