import { withOrdinalFirst } from './french-day.ts';

/**
 * A Serbian day in words with its month in the genitive, as a sentence and a letter say it: « 23. новембра 2026. », which `Intl` writes
 * « 23. новембар 2026. ».
 */
function withGenitiveMonth(dayInWords: string): string {
  return dayInWords.replace(/\p{L}{3,}/u, (month) => `${month.replace(/бар$/, 'бр')}а`);
}

/**
 * How `Intl` writes a day for a sentence of the locale: its month in words, in Estonian in figures. An Estonian month in words takes the ending that
 * the sentence asks for (« enne 23. novembrit », « kuni 23. novembrini »); in figures the reader adds it, as in the letters of banks.
 */
export function formatOfDay(locale: string): Intl.DateTimeFormatOptions {
  return { day: 'numeric', month: locale.startsWith('et') ? 'numeric' : 'long', year: 'numeric' };
}

/** A day as `Intl` writes it for the locale by `formatOfDay`, changed to what a sentence of the language says. */
export function dayAsSaid(dayInWords: string, locale: string): string {
  if (locale.startsWith('fr')) return withOrdinalFirst(dayInWords);
  return locale.startsWith('sr') ? withGenitiveMonth(dayInWords) : dayInWords;
}
