import { expect, test } from 'vitest';
import { dayAsSaid, formatOfDay } from './day-in-words.ts';

const inWords = (day: string, locale: string) =>
  dayAsSaid(
    new Intl.DateTimeFormat(locale, { ...formatOfDay(locale), timeZone: 'UTC' }).format(new Date(day)),
    locale,
  );

test.each([
  ['2026-01-23', '23. јануара 2026.'],
  ['2026-02-23', '23. фебруара 2026.'],
  ['2026-03-23', '23. марта 2026.'],
  ['2026-04-23', '23. априла 2026.'],
  ['2026-05-23', '23. маја 2026.'],
  ['2026-06-23', '23. јуна 2026.'],
  ['2026-07-23', '23. јула 2026.'],
  ['2026-08-23', '23. августа 2026.'],
  ['2026-09-23', '23. септембра 2026.'],
  ['2026-10-23', '23. октобра 2026.'],
  ['2026-11-23', '23. новембра 2026.'],
  ['2026-12-23', '23. децембра 2026.'],
])('the day %s is said in Serbian with its month in the genitive', (day, said) => {
  expect(inWords(day, 'sr-RS')).toBe(said);
});

test.each([
  ['fr-FR', '1er octobre 2026'],
  ['de-DE', '1. Oktober 2026'],
  ['et', '1.10.2026'],
])('the first of October is said in %s as « %s »', (locale, said) => {
  expect(inWords('2026-10-01', locale)).toBe(said);
});
