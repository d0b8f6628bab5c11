import { describe, expect, test } from 'vitest';
import { COUNTRIES } from '../money/currencies.ts';
import vectors from '../proposals/vectors/back-office.json' with { type: 'json' };
import { amountReading, rangeIn, rangeInEuro } from './amount.ts';
import { callingCodeOf, isFrenchNumbering } from './calling-codes.ts';
import { phoneKey, phoneKeys } from './phone-key.ts';
import { hitsOf, readingsOf } from './readings.ts';
import { beginsWords, latinName, plainWords, searchedWords, wordReadings } from './words.ts';

/** The worked cases of the search, computed by an oracle that is no part of the product. */
describe('worked cases', () => {
  const cases = vectors.cases.filter(({ family }) => family === 'search');
  // biome-ignore lint/suspicious/noExplicitAny: each case has the fields that it is about.
  test.each(cases as any[])('$title', ({ input, expected }) => {
    const { matches, ...readings } = expected;
    expect(readingsOf(input.q)).toEqual(readings);
    expect(hitsOf(input.q, input.stored, true)).toEqual(matches);
  });
});

test('Q-21 every country of residence has a calling code, or is numbered as France is', () => {
  const without = COUNTRIES.filter(
    ({ countryCode }) => callingCodeOf(countryCode) === null && !isFrenchNumbering(countryCode),
  );
  expect(without).toEqual([]);
});

test.each([
  ['0639980011', '639980011'],
  ['+33 6 39 98 00 11', '639980011'],
  ['0033639980011', '639980011'],
  ['33639980011', '639980011'],
  ['+33 (0)6.39.98.00.11', '639980011'],
  ['06-39/98 00 11', '639980011'],
  ['+262 692 12 34 56', '692123456'],
  ['0590 12 34 56', '590123456'],
  ['+49 (0)30 123456', '4930123456'],
  ['98.00.11', '980011'],
  ['123', null],
  ['0123', null],
  ['06 39 98 00 1a', null],
  ['', null],
] as const)('Q-21 the key of « %s » is %s', (text, key) => {
  expect(phoneKey(text)).toBe(key);
});

test('Q-21 a number of another country without its code is found with it as well', () => {
  expect(phoneKeys('030 123456', 'DE')).toEqual(['30123456', '4930123456']);
  expect(phoneKeys('+49 30 123456', 'DE')).toEqual(['4930123456']);
  expect(phoneKeys('06 39 98 00 11', 'FR')).toEqual(['639980011']);
  expect(phoneKeys(null, 'FR')).toEqual([]);
  expect(phoneKeys('poste 12', 'FR')).toEqual([]);
});

test('Q-21 ten thousand numbers are found by each of eight ways of writing them', () => {
  for (let n = 0; n < 10_000; n++) {
    const digits = `${1 + (n % 9)}${String((n * 7_919_173) % 100_000_000).padStart(8, '0')}`;
    const [first, ...pairs] = [digits.slice(0, 1), ...(digits.slice(1).match(/../g) ?? [])];
    const ways = [
      `0${digits}`,
      `0${first} ${pairs.join(' ')}`,
      `0${first}.${pairs.join('.')}`,
      `+33${digits}`,
      `+33 ${first} ${pairs.join(' ')}`,
      `+33 (0)${first} ${pairs.join(' ')}`,
      `0033${digits}`,
      `33${digits}`,
    ];
    const [key] = phoneKeys(ways[n % 8], 'FR');
    expect(ways.map(phoneKey)).toEqual(Array(8).fill(key));
  }
});

test.each([
  ['1 234,50', 123450, 123450],
  ['1\u202f234,50\u00a0€', 123450, 123450],
  ['1.234,50', 123450, 123450],
  ['1,234.50', 123450, 123450],
  ['1234.5', 123450, 123450],
  ['1.234', 123400, 123499],
  ['1,234', 123400, 123499],
  ['1 234', 123400, 123499],
  ['1 234 567,8', 123456780, 123456780],
  ['-250 EUR', 25000, 25099],
  ['€ 250', 25000, 25099],
  ['chf250', 25000, 25099],
  ['0', 0, 99],
  ['0,5', 50, 50],
  ['8', 800, 899],
] as const)('Q-23 « %s » is an amount', (text, fromMinor, toMinor) => {
  expect(amountReading(text)).toEqual({ fromMinor, toMinor });
});

test.each([
  '12 34',
  '012',
  '0,123',
  '1234.567',
  '1.234.5',
  '1,2,3',
  '1 234.567',
  '12€34',
  '1e3',
  '',
  '€',
  '123456789012',
  'n° 12',
])('Q-23 « %s » is none', (text) => {
  expect(amountReading(text)).toBeNull();
});

test('Q-23 an amount is searched in the own currency of a row and by its value in euro', () => {
  const whole = { fromMinor: 25000, toMinor: 25099 };
  expect(rangeIn(whole, 'EUR')).toEqual(whole);
  expect(rangeIn(whole, 'JPY')).toEqual({ fromMinor: 250, toMinor: 250 });
  expect(rangeIn({ fromMinor: 25050, toMinor: 25050 }, 'JPY')).toBeNull();
  // 40,750 yen at 163 are 250.00 euro; 40,749 are 249.99.
  expect(rangeInEuro(whole, 'JPY', '163')).toEqual({ fromMinor: 40750, toMinor: 40912 });
  expect(rangeInEuro({ fromMinor: 0, toMinor: 0 }, 'USD', '1.2')).toEqual({ fromMinor: 0, toMinor: 0 });
  // Several euro cents to a yen: no yen is worth exactly 0.01.
  expect(rangeInEuro({ fromMinor: 2, toMinor: 2 }, 'JPY', '33.5')).toBeNull();
});

test.each([
  ["l'hôte éli", 'Élise Lhôte', true],
  ['lhote', "Gîte de L'Hôte", true],
  ['hote', "Gîte de L'Hôte", true],
  ['O’Bri', "Hélène O'Brien-Faÿ", true],
  ['theod', 'Θεοδώρου', true],
  ['Θεοδ', 'Theodorou', true],
  ['щерев', 'Shterev', true],
  ['luard', 'Éluard', false],
  ['emile eluard', 'Émile Zola', false],
  ['%_!', 'Émile Zola', false],
] as const)('Q-24 « %s » in « %s »: %s', (typed, stored, isFound) => {
  expect(hitsOf(typed, { name: stored }, true)).toEqual(isFound ? ['name'] : []);
  const readings = wordReadings(typed);
  expect(readings.length > 0 && beginsWords(readings, searchedWords(stored))).toBe(isFound);
});

test('Q-24 a name in other letters is kept in Latin ones beside the original', () => {
  expect(latinName('Νίκος Θεοδώρου')).toBe('Nikos Theodorou');
  expect(latinName('Élise Lhôte')).toBeNull();
  expect(plainWords('Zoé  Œuvrard')).toEqual(['zoe', 'œuvrard']);
});

const STORED = {
  name: 'Camille Lemoine',
  email: 'c.lemoine@example.test',
  payee: 'Garage du Port',
  bank: 'Banque du Marais',
  iban: 'FR7630006000011234567890189',
  payeeIban: 'DE89370400440532013000',
  reference: 'VIR-20261120-7K3M9QAX',
};

test.each([
  ['moine@exam', ['email']],
  ['@example', ['email']],
  ['lemoine port', ['name', 'email', 'payee']],
  ['vir-20261120-7k3m9qax', ['reference']],
  ['fr76 3000', ['iban']],
  ['0532 0130', ['iban']],
  ['1234567890189', ['iban']],
  ['n° 12', []],
] as const)('Q-20 « %s » finds by %j', (typed, hits) => {
  expect(hitsOf(typed, STORED, true)).toEqual(hits);
});

test.each([
  ['0189', ['iban']],
  ['3000', ['iban']],
  ['90189', []],
  ['FR76', []],
  ['0440', []],
] as const)('Q-22 without the right to account numbers « %s » finds %j', (typed, hits) => {
  expect(hitsOf(typed, STORED, false)).toEqual(hits);
});

test('Q-24 a number that is named so', () => {
  expect(['n° 12', 'N°12', '#12', 'n 12', '12'].map((text) => readingsOf(text).number)).toEqual([
    12,
    12,
    12,
    12,
    undefined,
  ]);
});
