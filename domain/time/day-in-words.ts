import { withOrdinalFirst } from './french-day.ts';

/**
 * A Serbian day in words with its month in the genitive, as a sentence and a letter say it: « 23. новембра 2026. », which `Intl` writes
 * « 23. новембар 2026. ».
 */
function withGenitiveMonth(dayInWords: string): string {
  return dayInWords.replace(/\p{L}{3,}/u, (month) => `${month.replace(/бар$/, 'бр')}а`);
}

/** A day as `Intl` writes it in words for the locale, changed to what a sentence of the language says. */
export function dayAsSaid(dayInWords: string, locale: string): string {
  if (locale.startsWith('fr')) return withOrdinalFirst(dayInWords);
  return locale.startsWith('sr') ? withGenitiveMonth(dayInWords) : dayInWords;
}
