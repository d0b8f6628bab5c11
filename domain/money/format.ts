import { createBoundedCache } from '../bounded-cache.ts';
import { type CurrencyCode, currencyOf, exponentOf } from './currencies.ts';
import { minorToDecimalString } from './money.ts';

/** An amount to be written: as `Money`, or exact beyond the safe integers. */
type WrittenMoney = { readonly amountMinor: number | bigint; readonly currency: CurrencyCode };

export type MoneyFormatOptions = {
  /** Writes "+" before credits, for lists of movements. Negative amounts always carry U+2212. */
  readonly signed?: boolean;
  /** 0 drops the minor units (rounded half up) where totals are printed without decimals (docs/rules.md, Figures). */
  readonly fractionDigits?: 0;
  readonly currencyDisplay?: 'symbol' | 'narrowSymbol' | 'code';
};

export type MoneyPart = {
  readonly type: 'sign' | 'units' | 'minor' | 'symbol' | 'literal';
  readonly text: string;
};

export const MINUS = '\u2212';

/** Formats kept: some thirty currencies in the languages that are asked for. */
const formatters = createBoundedCache<Intl.NumberFormat>(200);

/** Building an Intl.NumberFormat costs far more than using it, and a list prints hundreds. */
function amountFormat(
  locale: string,
  currency: CurrencyCode,
  options: MoneyFormatOptions,
): Intl.NumberFormat {
  const fractionDigits = options.fractionDigits ?? exponentOf(currency);
  const currencyDisplay = options.currencyDisplay ?? 'symbol';
  const signDisplay = options.signed ? 'exceptZero' : 'negative';
  return formatters.of(
    `${locale}|${currency}|${fractionDigits}|${currencyDisplay}|${signDisplay}`,
    () =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        currencyDisplay,
        minimumFractionDigits: fractionDigits,
        maximumFractionDigits: fractionDigits,
        signDisplay,
      }),
  );
}

function percentFormat(locale: string, fractionDigits: number): Intl.NumberFormat {
  return formatters.of(
    `${locale}|%|${fractionDigits}`,
    () =>
      new Intl.NumberFormat(locale, {
        style: 'percent',
        minimumFractionDigits: fractionDigits,
        maximumFractionDigits: fractionDigits,
      }),
  );
}

/** A decimal string is formatted digit by digit: no float ever stands between the ledger and the screen. */
function partsOfDecimal(decimal: string, format: Intl.NumberFormat) {
  return format.formatToParts(decimal as `${number}`);
}

const partType: Partial<Record<Intl.NumberFormatPartTypes, MoneyPart['type']>> = {
  minusSign: 'sign',
  plusSign: 'sign',
  integer: 'units',
  group: 'units',
  decimal: 'minor',
  fraction: 'minor',
  currency: 'symbol',
};

/** Two decimals and the symbol when the runtime cannot format the currency. */
function fallbackParts(money: WrittenMoney, locale: string, options: MoneyFormatOptions): MoneyPart[] {
  const [units = '0', minor = ''] = minorToDecimalString(money.amountMinor, money.currency)
    .replace('-', '')
    .split('.');
  const sign = money.amountMinor < 0 ? MINUS : options.signed && money.amountMinor > 0 ? '+' : '';
  const separator = locale.toLowerCase().startsWith('en') ? '.' : ',';
  const parts: MoneyPart[] = [
    { type: 'units', text: units },
    { type: 'minor', text: separator + minor.padEnd(2, '0') },
    { type: 'literal', text: '\u00a0' },
    { type: 'symbol', text: currencyOf(money.currency).symbol },
  ];
  return sign ? [{ type: 'sign', text: sign }, ...parts] : parts;
}

/** Versions of ICU group Swiss figures by either apostrophe; texts use the typographic one. */
export function groupMark(mark: string): string {
  return mark === "'" ? '\u2019' : mark;
}

/**
 * An amount cut into parts in the order of the locale, so that a screen can print minor units lighter. Neighbouring parts of
 * one type are joined: "1 234,56 €" is units "1 234", minor ",56", literal, symbol.
 */
export function moneyParts(
  money: WrittenMoney,
  locale: string,
  options: MoneyFormatOptions = {},
): MoneyPart[] {
  let raw: Intl.NumberFormatPart[];
  try {
    const format = amountFormat(locale, money.currency, options);
    raw = partsOfDecimal(minorToDecimalString(money.amountMinor, money.currency), format);
  } catch {
    return fallbackParts(money, locale, options);
  }
  const parts: { type: MoneyPart['type']; text: string }[] = [];
  for (const { type, value } of raw) {
    const kind = partType[type] ?? 'literal';
    const text = type === 'minusSign' ? MINUS : type === 'group' ? groupMark(value) : value;
    const last = parts.at(-1);
    if (last?.type === kind) last.text += text;
    else parts.push({ type: kind, text });
  }
  return parts;
}

/** An amount in the conventions of a locale, exact to the last minor unit. */
export function formatMoney(money: WrittenMoney, locale: string, options: MoneyFormatOptions = {}): string {
  return moneyParts(money, locale, options)
    .map((part) => part.text)
    .join('');
}

function percentText(decimalRatio: string, locale: string, fractionDigits: number): string {
  return partsOfDecimal(decimalRatio, percentFormat(locale, fractionDigits))
    .map(({ type, value }) => (type === 'minusSign' ? MINUS : value))
    .join('');
}

/** A rate in basis points, always with two decimals: 390 is "3,90 %". */
export function formatRate(rateBps: number, locale: string): string {
  if (!Number.isSafeInteger(rateBps)) throw new RangeError(`Not a rate in basis points: ${rateBps}`);
  const digits = String(Math.abs(rateBps)).padStart(5, '0');
  return percentText(`${rateBps < 0 ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`, locale, 2);
}

/** A percentage that is not money, such as a trend or a TAEG: 3.9712 is "3,97 %". Rounded half up, in percent. */
export function formatPercent(percent: number, locale: string, fractionDigits = 2): string {
  // Twelve decimals drop the noise of the float and keep every digit anyone prints.
  const decimal = percent.toFixed(12);
  const negative = decimal.startsWith('-');
  const [units = '0', decimals = ''] = decimal.replace('-', '').split('.');
  const padded = units.padStart(3, '0');
  return percentText(
    `${negative ? '-' : ''}${padded.slice(0, -2)}.${padded.slice(-2)}${decimals}`,
    locale,
    fractionDigits,
  );
}
