import type { CurrencyCode } from '#domain/money/currencies.ts';
import {
  formatMoney,
  formatPercent,
  formatRate,
  type MoneyFormatOptions,
  type MoneyPart,
  moneyParts,
} from '#domain/money/format.ts';
import { money } from '#domain/money/money.ts';
import { useWords } from './t.ts';

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Building an Intl.DateTimeFormat costs far more than using it, and a list prints hundreds. */
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

/** How long ago, in the largest unit that fits: « il y a 3 jours ». Under a minute it is « maintenant ». */
export function formatAgo(instant: string, nowMs: number, locale: string): string {
  const elapsed = Math.max(0, nowMs - Date.parse(instant));
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const step = steps.findLast(([, length]) => elapsed >= length);
  if (!step) return relative.format(0, 'second');
  const [unit, length] = step;
  return relative.format(-Math.floor(elapsed / length), unit);
}

export interface Formats {
  /** The parts of an amount, for `<Money parts>`. */
  readonly parts: (amountMinor: number, currency: CurrencyCode, options?: MoneyFormatOptions) => MoneyPart[];
  /** An amount in a sentence. */
  readonly amount: (amountMinor: number, currency: CurrencyCode, options?: MoneyFormatOptions) => string;
  /** A rate in hundredths of a percent. */
  readonly rate: (bps: number) => string;
  /** What one unit of a currency buys in another, kept as an exact decimal string; four decimals are enough to read. */
  readonly exchangeRate: (rate: string) => string;
  readonly percent: (percent: number, fractionDigits?: number) => string;
  /** The day of an instant, or a day as it stands: « 20 novembre 2026 ». */
  readonly day: (instant: string) => string;
  /** The same in figures, for columns: « 20/11/2026 ». */
  readonly shortDay: (instant: string) => string;
  /** Day and time: « 20 novembre 2026 à 16:25 ». */
  readonly moment: (instant: string) => string;
  readonly ago: (instant: string, nowMs?: number) => string;
  readonly count: (value: number) => string;
  /** A duration: « 36 mois ». */
  readonly months: (count: number) => string;
}

/** Days without a time belong to no zone; moments are shown in the reader's. */
function zoneOf(instant: string): Intl.DateTimeFormatOptions {
  return /^\d{4}-\d{2}-\d{2}$/.test(instant) ? { timeZone: 'UTC' } : {};
}

/**
 * The typeface has no U+202F, and browsers make one of a tenth of an em, too little to part thousands or a sign. Its own no-break space is a
 * fifth of an em: what print calls narrow.
 */
function withVisibleSpaces(text: string): string {
  return text.replaceAll('\u202f', '\u00a0');
}

/** Amounts, rates and dates as the language writes them. */
export function formatsFor(locale: string): Formats {
  const date = (instant: string, options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, { ...options, ...zoneOf(instant) }).format(new Date(instant));
  return {
    parts: (amountMinor, currency, options) => moneyParts(money(amountMinor, currency), locale, options),
    amount: (amountMinor, currency, options) =>
      withVisibleSpaces(formatMoney(money(amountMinor, currency), locale, options)),
    rate: (bps) => withVisibleSpaces(formatRate(bps, locale)),
    exchangeRate: (rate) =>
      withVisibleSpaces(
        new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(rate as Intl.StringNumericLiteral),
      ),
    percent: (percent, fractionDigits) => withVisibleSpaces(formatPercent(percent, locale, fractionDigits)),
    day: (instant) => date(instant, { day: 'numeric', month: 'long', year: 'numeric' }),
    shortDay: (instant) => date(instant, { day: '2-digit', month: '2-digit', year: 'numeric' }),
    moment: (instant) =>
      date(instant, { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' }),
    ago: (instant, nowMs = Date.now()) => formatAgo(instant, nowMs, locale),
    count: (value) => withVisibleSpaces(new Intl.NumberFormat(locale).format(value)),
    months: (count) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit: 'month', unitDisplay: 'long' }).format(count),
  };
}

export function useFormats(): Formats {
  return formatsFor(useWords().locale);
}
