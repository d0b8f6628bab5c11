import type { CurrencyCode } from '#domain/money/currencies.ts';
import {
  formatMoney,
  formatPercent,
  formatRate,
  groupMark,
  type MoneyFormatOptions,
  type MoneyPart,
  moneyParts,
} from '#domain/money/format.ts';
import { money } from '#domain/money/money.ts';
import { amountExample } from '#domain/money/typed-number.ts';
import { type Dates, datesFor } from './dates.ts';
import { useWords } from './t.ts';
import { withVisibleSpaces } from './visible-spaces.ts';

export interface Formats extends Dates {
  /** The parts of an amount, for a table that omits its symbol. */
  readonly parts: (amountMinor: number, currency: CurrencyCode, options?: MoneyFormatOptions) => MoneyPart[];
  /** An amount as one text. */
  readonly amount: (amountMinor: number, currency: CurrencyCode, options?: MoneyFormatOptions) => string;
  /** An example amount for a field of this currency, for the error of an unreadable one. */
  readonly amountExample: (currency: CurrencyCode) => string;
  /** A rate in hundredths of a percent. */
  readonly rate: (bps: number) => string;
  /** An exchange rate, stored as an exact decimal string; shown with four decimals. */
  readonly exchangeRate: (rate: string) => string;
  readonly percent: (percent: number, fractionDigits?: number) => string;
  readonly count: (value: number) => string;
  /** A duration: « 36 mois ». */
  readonly months: (count: number) => string;
}

/** Months in the language itself where the browser writes numbers by its stand-in (`languages.ts`). */
const monthsByStandIn: Readonly<Record<string, (count: number) => string>> = {
  'de-LU': (count) => `${count}\u00a0${count === 1 ? 'Mount' : 'Méint'}`,
  'en-IE': (count) => `${count}\u00a0${count < 7 ? 'mhí' : 'mí'}`,
};

/** Kept by locale: creating an Intl.NumberFormat is far slower than using it. */
const formats = new Map<string, Formats>();

/** Amounts, rates and dates in the language's format. */
export function formatsFor(locale: string): Formats {
  let known = formats.get(locale);
  if (!known) {
    known = newFormats(locale);
    formats.set(locale, known);
  }
  return known;
}

function newFormats(locale: string): Formats {
  const exchangeRates = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 });
  const counts = new Intl.NumberFormat(locale);
  const durations = new Intl.NumberFormat(locale, { style: 'unit', unit: 'month', unitDisplay: 'long' });
  return {
    ...datesFor(locale),
    parts: (amountMinor, currency, options) => moneyParts(money(amountMinor, currency), locale, options),
    amount: (amountMinor, currency, options) =>
      withVisibleSpaces(formatMoney(money(amountMinor, currency), locale, options)),
    amountExample: (currency) => withVisibleSpaces(amountExample(currency, locale)),
    rate: (bps) => withVisibleSpaces(formatRate(bps, locale)),
    exchangeRate: (rate) => withVisibleSpaces(exchangeRates.format(rate as Intl.StringNumericLiteral)),
    percent: (percent, fractionDigits) => withVisibleSpaces(formatPercent(percent, locale, fractionDigits)),
    count: (value) =>
      withVisibleSpaces(
        counts
          .formatToParts(value)
          .map((part) => (part.type === 'group' ? groupMark(part.value) : part.value))
          .join(''),
      ),
    months: monthsByStandIn[locale] ?? ((count) => durations.format(count)),
  };
}

export function useFormats(): Formats {
  return formatsFor(useWords().locale);
}
