import { expect, test } from 'vitest';
import './clients/ga.ts';
import './clients/lb.ts';
import { datesFor, formatAgo } from './dates.ts';
import { inOwnWords } from './own-date-words.ts';
import { monthInWords } from './typed-month.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');

test.each([
  ['en-IE', '2026-11-20', '20 Samhain 2026'],
  ['en-IE', '2026-09-01', '1 Meán Fómhair 2026'],
  ['de-LU', '2026-03-05', '5. Mäerz 2026'],
  ['de-LU', '2026-11-20', '20. November 2026'],
  ['en-GB', '2026-11-20', '20 November 2026'],
])('a day in the words of the language that %s stands for: %s', (locale, day, said) => {
  expect(datesFor(locale).day(day)).toBe(said);
});

test.each([
  ['en-IE', 3 * 86_400_000, '3 lá ó shin'],
  ['en-IE', 86_400_000, 'inné'],
  ['en-IE', 35 * 86_400_000, 'an mhí seo caite'],
  ['de-LU', 3 * 86_400_000, 'virun 3 Deeg'],
  ['de-LU', 86_400_000, 'gëschter'],
  ['de-LU', 5 * 3_600_000, 'virun 5 Stonnen'],
  // « Rejeté par Paul maintenant » reads as what is about to happen.
  ['fr-FR', 20_000, "à l'instant"],
  ['fr-FR', 3 * 3_600_000, 'il y a 3 heures'],
  ['en-GB', 20_000, 'now'],
])('%s: a time ago', (locale, length, said) => {
  expect(inOwnWords(formatAgo(new Date(NOON - length).toISOString(), NOON, locale), locale)).toBe(said);
});

test('no month, day or length of time is left in English or German', () => {
  const days = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}`);
  const irish = days.map((month) => monthInWords(month, 'en-IE')).join(' ');
  for (const month of days) expect(irish).not.toContain(monthInWords(month, 'en-GB').split(' ')[0]);
  const lengths = [1, 3].flatMap((count) => [60_000, 3_600_000, 86_400_000].map((unit) => count * unit));
  for (const length of lengths) {
    expect(datesFor('en-IE').duration(length)).not.toMatch(/hr|day|min\b/);
    expect(datesFor('de-LU').duration(length)).not.toMatch(/Std|Tag/);
  }
});
