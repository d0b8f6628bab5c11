/** A month of a form: typed as MM/YYYY, sent as YYYY-MM. */
import { inOwnWords } from './own-date-words.ts';

/** What is typed as the month of an input; anything else is left for the schema to refuse. */
export function typedMonth(text: string): string {
  const match = /^\s*(\d{1,2})\s*[/.-]\s*(\d{4})\s*$/.exec(text);
  return match ? `${match[2]}-${match[1]?.padStart(2, '0')}` : text.trim();
}

/** A month as its field shows it: « 04/2021 ». */
export const monthAsTyped = (month: string): string => `${month.slice(5)}/${month.slice(0, 4)}`;

/** A month in words: « avril 2021 ». */
export const monthInWords = (month: string, locale: string): string =>
  inOwnWords(
    new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(`${month}-01T00:00:00Z`),
    ),
    locale,
  );
