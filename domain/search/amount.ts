import { convertedMinor } from '../money/conversion.ts';
import { type CurrencyCode, exponentOf } from '../money/currencies.ts';
import { money } from '../money/money.ts';

/** Amounts from one to the other, both included. */
export interface AmountRange {
  readonly fromMinor: number;
  readonly toMinor: number;
}

const CURRENCY_SIGNS = '€|EUR|\\$|USD|£|GBP|CHF|¥|JPY';
const AROUND = new RegExp(`^(?:[+\\-−–]|${CURRENCY_SIGNS}|\\s)+|(?:[+\\-−–]|${CURRENCY_SIGNS}|\\s)+$`, 'giu');
const PLAIN = /^(\d+)(?:[.,](\d{1,2}))?$/;
/** Groups of three behind one and the same sign; decimals, if any, behind another. */
const GROUPED = /^(\d{1,3})([ .,])(\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d{1,2}))?$/;
/** Whole digits at most: an amount stays a safe integer in every currency. */
const MAX_DIGITS = 11;

/**
 * Reads an amount as people write it: « 1 234,50 », « 1.234,50 », « 1,234.50 » and « 1234.5 » are 1,234.50; « 1.234 » is 1,234
 * whole. Hundredths, of any currency; a whole amount means all of its hundredths. Null for a text that is no amount, « 012 » and « 12 34 »
 * among them.
 */
export function amountReading(text: string): AmountRange | null {
  const bare = text.replace(/\s/gu, ' ').replace(AROUND, '');
  const plain = PLAIN.exec(bare);
  const grouped = GROUPED.exec(bare);
  const whole = plain?.[1] ?? (grouped ? `${grouped[1]}${grouped[3]?.replace(/\D/g, '')}` : null);
  if (whole === null || /^0\d/.test(whole) || whole.length > MAX_DIGITS) return null;
  const decimals = plain ? plain[2] : grouped?.[4];
  const fromMinor = Number(whole) * 100 + Number((decimals ?? '').padEnd(2, '0'));
  return { fromMinor, toMinor: decimals === undefined ? fromMinor + 99 : fromMinor };
}

/** The amounts of a currency that a reading means, in its minor units; null when there is none, as for 250,50 of a currency without cents. */
export function rangeIn(reading: AmountRange, currency: CurrencyCode): AmountRange | null {
  const unit = 10 ** (2 - exponentOf(currency));
  const fromMinor = Math.ceil(reading.fromMinor / unit);
  const toMinor = Math.floor(reading.toMinor / unit);
  return fromMinor <= toMinor ? { fromMinor, toMinor } : null;
}

/** The lowest number of a range for which something holds that holds from some number on; one above the range when it never does. */
function lowestOf(from: number, to: number, holds: (value: number) => boolean): number {
  let [low, high] = [from, to + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The amounts of a currency whose value in euro a reading means, in minor units, at a rate; null when there is none.
 * @param eurRate what one euro buys in the currency.
 */
export function rangeInEuro(
  reading: AmountRange,
  currency: CurrencyCode,
  eurRate: string,
): AmountRange | null {
  const rates = { eurRateFrom: eurRate, eurRateTo: '1' };
  const worth = (amountMinor: number) => convertedMinor(money(amountMinor, currency), 'EUR', rates);
  const back = convertedMinor(money(reading.toMinor + 1, 'EUR'), currency, {
    eurRateFrom: '1',
    eurRateTo: eurRate,
  });
  const most = Number(back) + 1;
  if (!Number.isSafeInteger(most)) return null;
  const fromMinor = lowestOf(0, most, (value) => worth(value) >= BigInt(reading.fromMinor));
  const toMinor = lowestOf(fromMinor, most, (value) => worth(value) > BigInt(reading.toMinor)) - 1;
  return fromMinor <= toMinor ? { fromMinor, toMinor } : null;
}
