import { expect, test } from 'vitest';
import { COUNTRIES } from '#domain/money/currencies.ts';
import { countrySearchWords, isFoundBy } from './country-search.ts';

const found = (typed: string, locale: string) =>
  COUNTRIES.map(({ countryCode }) => countryCode).filter((code) =>
    isFoundBy(countrySearchWords(code, locale), typed),
  );

test.each([
  ['USA', 'fr-FR', 'US'],
  ['etats unis', 'fr-FR', 'US'],
  ['états-unis', 'de-DE', 'US'],
  ['Vereinigte', 'de-DE', 'US'],
  ['Angleterre', 'fr-FR', 'GB'],
  ['england', 'fr-FR', 'GB'],
  ['UK', 'en-GB', 'GB'],
  ['Hollande', 'fr-FR', 'NL'],
  ['holland', 'sv-SE', 'NL'],
  ['allemagne', 'en-GB', 'DE'],
  ['Germany', 'fr-FR', 'DE'],
  ['norvege', 'fr-FR', 'NO'],
  ['fr', 'fr-FR', 'FR'],
  // Turkish has an i with a dot and one without, each with its capital.
  ['krallık', 'tr-TR', 'GB'],
  ['KRALLIK', 'tr-TR', 'GB'],
  ['İRLANDA', 'tr-TR', 'IE'],
])('%s in %s finds %s', (typed, locale, code) => {
  expect(found(typed, locale)).toContain(code);
});

test('an empty search finds every country, and an unknown name none', () => {
  expect(found('', 'fr-FR')).toHaveLength(COUNTRIES.length);
  expect(found('Atlantide', 'fr-FR')).toEqual([]);
});
