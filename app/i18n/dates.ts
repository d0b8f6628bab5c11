import { dayAsSaid, formatOfDay } from '#domain/time/day-in-words.ts';
import { inOwnWords } from './own-date-words.ts';
import { useWords } from './t.ts';

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating an Intl.DateTimeFormat is far slower than using it, and a list prints hundreds. */
function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale}|${JSON.stringify(options)}`;
  let found = dateFormats.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(locale, options);
    dateFormats.set(key, found);
  }
  return found;
}

const SECOND = 1000;
const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['minute', 60 * SECOND],
  ['hour', 3600 * SECOND],
  ['day', 86_400 * SECOND],
  ['month', 30 * 86_400 * SECOND],
  ['year', 365 * 86_400 * SECOND],
];

/**
 * Elapsed time in the largest unit that fits: « il y a 3 jours ». Under a minute it is now, in French « à l'instant »: « Rejeté par Paul maintenant »,
 * as `Intl` has it, reads as what is about to happen.
 */
export function formatAgo(instant: string, nowMs: number, locale: string): string {
  const elapsed = Math.max(0, nowMs - Date.parse(instant));
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const step = steps.findLast(([, length]) => elapsed >= length);
  if (!step) return /^fr\b/.test(locale) ? "à l'instant" : relative.format(0, 'second');
  const [unit, length] = step;
  return relative.format(-Math.floor(elapsed / length), unit);
}

/** A length of time in the largest unit that fits, at least a minute: « 3 h », « 2 jours ». */
export function formatDuration(lengthMs: number, locale: string): string {
  const [unit, length] = steps.findLast(([, each]) => lengthMs >= each) ?? ['minute', 60 * SECOND];
  const unitDisplay = unit === 'minute' || unit === 'hour' ? 'short' : 'long';
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }).format(
    Math.max(1, Math.floor(lengthMs / length)),
  );
}

/** Dates without a time have no time zone; instants are shown in the reader's. */
function zoneOf(instant: string): Intl.DateTimeFormatOptions {
  return /^\d{4}-\d{2}-\d{2}$/.test(instant) ? { timeZone: 'UTC' } : {};
}

export interface Dates {
  /** The day of an instant, or a day as it stands: « 20 novembre 2026 ». */
  readonly day: (instant: string) => string;
  /** The same in figures, for columns: « 20/11/2026 ». */
  readonly shortDay: (instant: string) => string;
  /** Day and time: « 20 novembre 2026 à 16:25 ». */
  readonly moment: (instant: string) => string;
  readonly ago: (instant: string, nowMs?: number) => string;
  readonly duration: (lengthMs: number) => string;
}

/** Dates as the language writes them. */
export function datesFor(locale: string): Dates {
  const date = (instant: string, options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, { ...options, ...zoneOf(instant) }).format(new Date(instant));
  const inWords = (text: string) => inOwnWords(dayAsSaid(text, locale), locale);
  return {
    day: (instant) => inWords(date(instant, formatOfDay(locale))),
    shortDay: (instant) => date(instant, { day: '2-digit', month: '2-digit', year: 'numeric' }),
    moment: (instant) =>
      inWords(date(instant, { ...formatOfDay(locale), hour: '2-digit', minute: '2-digit' })),
    ago: (instant, nowMs = Date.now()) => inOwnWords(formatAgo(instant, nowMs, locale), locale),
    duration: (lengthMs) => inOwnWords(formatDuration(lengthMs, locale), locale),
  };
}

/** Dates without amounts, so that reading pages do not load the money rules. */
export function useDates(): Dates {
  return datesFor(useWords().locale);
}
