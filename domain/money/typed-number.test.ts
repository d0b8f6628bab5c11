import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CURRENCY_CODES, type CurrencyCode } from './currencies.ts';
import { formatMoney } from './format.ts';
import { minorToDecimalString, money } from './money.ts';
import {
  amountExample,
  numberMarks,
  readAmount,
  readDecimalString,
  readWholeNumber,
  writeDecimalString,
} from './typed-number.ts';

/** The tags of the languages that the picker offers (`app/i18n/languages.ts`, which this floor may not import), with their marks. */
const languages = [
  ['fr-FR', ',', null],
  ['en-GB', '.', ','],
  ['de-DE', ',', '.'],
  ['it-IT', ',', '.'],
  ['pt-PT', ',', null],
  ['hu-HU', ',', null],
  ['es-ES', ',', '.'],
  ['sv-SE', ',', null],
  ['zh-CN', '.', ','],
  ['ja-JP', '.', ','],
  ['de-CH', '.', null],
  ['fi-FI', ',', null],
  ['et-EE', ',', null],
  ['sr-RS', ',', '.'],
  ['el-GR', ',', '.'],
  ['tr-TR', ',', '.'],
  ['ga-IE', '.', ','],
  ['nl-NL', ',', '.'],
  ['nb-NO', ',', null],
  ['cs-CZ', ',', null],
  ['lb-LU', ',', '.'],
  ['pl-PL', ',', null],
].map(([tag, decimal, group]) => ({ tag: tag as string, decimal, group }));

const anyCurrency = fc.constantFrom(...CURRENCY_CODES);

describe.each(languages)('in $tag', ({ tag, decimal, group }) => {
  test('the marks are those of the language', () => {
    expect(numberMarks(tag)).toEqual({ decimal, group });
  });

  test('thousands and cents are read as the language writes them', () => {
    const own = (decimals: number) =>
      new Intl.NumberFormat(tag, { useGrouping: 'always', minimumFractionDigits: decimals });
    expect(readAmount(own(0).format(10_000), 'EUR', tag)).toBe(1_000_000);
    expect(readAmount(own(0).format(15_000), 'EUR', tag)).toBe(1_500_000);
    expect(readAmount(own(2).format(10_000.5), 'EUR', tag)).toBe(1_000_050);
    expect(readAmount(own(2).format(1_234_567.89), 'EUR', tag)).toBe(123_456_789);
    expect(readAmount(own(0).format(10_000), 'JPY', tag)).toBe(10_000);
    // Without groups, and with those that mean nothing else in any language.
    expect(readAmount(`10000${decimal}50`, 'EUR', tag)).toBe(1_000_050);
    for (const space of ['\u00a0', '\u202f', ' ', "'", '\u2019'])
      expect(readAmount(`10${space}000${decimal}50`, 'EUR', tag)).toBe(1_000_050);
  });

  test('a point or a comma before three digits is never a decimal mark, in money or in yen', () => {
    for (const mark of ['.', ',']) {
      const expected = mark === group ? 15_000 : null;
      expect(readAmount(`15${mark}000`, 'EUR', tag)).toBe(expected && expected * 100);
      expect(readAmount(`15${mark}000`, 'JPY', tag)).toBe(expected);
    }
  });

  test('the example is read as what it says', () => {
    expect(readAmount(amountExample('EUR', tag), 'EUR', tag)).toBe(123_456);
    expect(readAmount(amountExample('JPY', tag), 'JPY', tag)).toBe(1234);
    expect(amountExample('JPY', tag)).not.toContain('56');
  });

  test('a rate is written and read back', () => {
    for (const rate of ['1.0843', '1.084', '162.5', '25', '0.00000001'])
      expect(readDecimalString(writeDecimalString(rate, tag), tag)).toBe(rate);
  });
});

test.each<[string, string, number | null]>([
  ['10.000', 'de-DE', 1_000_000],
  ['15.000', 'de-DE', 1_500_000],
  ['15.000', 'fr-FR', null],
  ['15,000', 'fr-FR', null],
  ['15,000', 'en-GB', 1_500_000],
  ['15.000', 'en-GB', null],
  ['10,000.50', 'en-GB', 1_000_050],
  ['10 000,50', 'fr-FR', 1_000_050],
  ['10000.50', 'fr-FR', 1_000_050],
  ['10\u2019000.50', 'de-CH', 1_000_050],
  ['10,000.50', 'de-DE', 1_000_050],
  // Full-width, as a Japanese keyboard types.
  ['１０，０００．５０', 'ja-JP', 1_000_050],
  ['１５０００', 'ja-JP', 1_500_000],
  // Thousands grouped in other than threes: a digit is missing or one too many.
  ['1.00', 'de-DE', null],
  ['10.00', 'de-DE', null],
  ['10.0000', 'de-DE', null],
  ['10,00', 'en-GB', null],
  ['1,0000', 'en-GB', null],
  ['1000,000', 'en-GB', null],
  ['0.500', 'de-DE', null],
])('%j in %s is %s cents', (text, locale, expected) => {
  expect(readAmount(text, 'EUR', locale)).toBe(expected);
});

test.each<[string, string, number | null]>([
  ['36', 'fr-FR', 36],
  ['1.200', 'de-DE', 1200],
  ['36,5', 'fr-FR', null],
  ['-36', 'fr-FR', null],
  ['mois', 'fr-FR', null],
  ['', 'fr-FR', null],
])('%j in %s is the whole number %s', (text, locale, expected) => {
  expect(readWholeNumber(text, locale)).toBe(expected);
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
    ['1,234.56', 'EUR', 123_456],
    ['1.234,56', 'EUR', 123_456],
    ['1.234.567', 'EUR', 123_456_700],
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
    expect(readAmount(text, currency, 'fr-FR')).toBe(expected);
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
    ['1.234', 'EUR'],
    ['15.000', 'JPY'],
    ['1,234.56.7', 'EUR'],
    ['1.23,456', 'EUR'],
    ['12.34.567', 'EUR'],
    ['0.500.000', 'EUR'],
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
    expect(readAmount(text, currency, 'fr-FR')).toBeNull();
  });

  test('every amount that a screen of ours prints is read back, in every language', () => {
    const anyLocale = fc.constantFrom(...languages.map((language) => language.tag));
    fc.assert(
      fc.property(fc.maxSafeNat(), anyCurrency, anyLocale, (amount, currency, locale) => {
        const printed = formatMoney(money(amount, currency), locale, { currencyDisplay: 'code' });
        expect(readAmount(printed, currency, locale)).toBe(amount);
        const typed = writeDecimalString(minorToDecimalString(amount, currency), locale);
        expect(readAmount(typed, currency, locale)).toBe(amount);
      }),
    );
  });

  test('never throws, and never gives anything but a safe integer or null', () => {
    const typed = fc.oneof(fc.string(), fc.stringMatching(/^[-0-9., €'eE+\u2212\u00a0]{0,12}$/));
    fc.assert(
      fc.property(
        typed,
        anyCurrency,
        fc.constantFrom('fr-FR', 'de-DE', 'en-GB'),
        (text, currency, locale) => {
          const amount = readAmount(text, currency, locale);
          expect(amount === null || Number.isSafeInteger(amount)).toBe(true);
        },
      ),
    );
  });
});
