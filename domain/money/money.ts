import { type CurrencyCode, currencyOf, exponentOf } from './currencies.ts';

/** An amount: a safe integer of minor units (cents, or yen) with its currency. */
export type Money = { readonly amountMinor: number; readonly currency: CurrencyCode };

/**
 * Largest amount anyone may type or post: 10¹² minor units, that is ten billion euros or a thousand billion yen. It is
 * far above any consumer operation and small enough that nine thousand such amounts still add up to a safe integer
 * (2⁵³ − 1 ≈ 9 × 10¹⁵), so that sums and balances kept as numbers stay exact.
 */
export const MAX_AMOUNT_MINOR = 1_000_000_000_000;

/** Throws RangeError unless the value is a safe integer, and returns it; negative zero becomes zero. */
function checked(amountMinor: number): number {
  if (!Number.isSafeInteger(amountMinor))
    throw new RangeError(`Not an amount in minor units: ${amountMinor}`);
  return amountMinor + 0;
}

/** Builds an amount. Throws RangeError when it is not a safe integer. */
export function money(amountMinor: number, currency: CurrencyCode): Money {
  currencyOf(currency);
  return { amountMinor: checked(amountMinor), currency };
}

function sameCurrency(a: Money, b: Money): CurrencyCode {
  if (a.currency !== b.currency) throw new RangeError(`${a.currency} and ${b.currency} cannot be mixed`);
  return a.currency;
}

/** a + b. Throws RangeError when the currencies differ or the sum is out of range. */
export function add(a: Money, b: Money): Money {
  return money(a.amountMinor + b.amountMinor, sameCurrency(a, b));
}

/** a − b. Throws RangeError when the currencies differ or the difference is out of range. */
export function subtract(a: Money, b: Money): Money {
  return money(a.amountMinor - b.amountMinor, sameCurrency(a, b));
}

export function negate(a: Money): Money {
  return money(-a.amountMinor, a.currency);
}

/** The sum of amounts in the same minor unit. Throws RangeError as soon as a partial sum is not a safe integer. */
export function sumMinor(amounts: Iterable<number>): number {
  let sum = 0;
  for (const amount of amounts) sum = checked(sum + checked(amount));
  return sum;
}

/** Minor units in one unit of a currency: 100, or 1 for JPY and KRW. */
export function minorPerUnit(currency: CurrencyCode): 1 | 100 {
  return exponentOf(currency) === 0 ? 1 : 100;
}

/** Whole units as minor units: 250 EUR is 25 000, 250 JPY is 250. Throws RangeError outside the safe integers. */
export function unitsToMinor(units: number, currency: CurrencyCode): number {
  return checked(units * minorPerUnit(currency));
}

// Space, no-break, thin, figure and narrow no-break spaces, and the Swiss apostrophes. They group digits and never
// change their meaning, so "1 2345" (a digit added to a formatted field) reads as 12345.
const GROUPING = /(?<=\d)[ \u00a0\u2007\u2009\u202f'\u2019](?=\d)/g;
const SPACES = /^[\s\u00a0\u2007\u2009\u202f]+|[\s\u00a0\u2007\u2009\u202f]+$/g;

/**
 * Reads an amount as people type it, in French ("1 234,56 €") or in English ("1234.56"). Returns minor units, or null when
 * the text is not exactly one amount: empty, words, an exponent, two separators ("1,234.56" is refused rather than
 * guessed), more decimals than the currency has ("1,234" in euros is never read as a thousand), or above the safe
 * integers. The currency's own symbol or code may stand before or after. "-" and U+2212 make it negative.
 */
export function parseAmount(text: string, currency: CurrencyCode): number | null {
  const { symbol, code, exponent } = currencyOf(currency);
  let rest = text.replace(SPACES, '');
  for (const mark of [code, symbol]) {
    if (rest.toUpperCase().endsWith(mark.toUpperCase())) rest = rest.slice(0, rest.length - mark.length);
    else if (rest.toUpperCase().startsWith(mark.toUpperCase())) rest = rest.slice(mark.length);
    else continue;
    rest = rest.replace(SPACES, '');
    break;
  }
  const negative = /^[-\u2212]/.test(rest);
  if (negative) rest = rest.slice(1).replace(SPACES, '');
  const separatorAt = rest.search(/[.,]/);
  const units = (separatorAt < 0 ? rest : rest.slice(0, separatorAt)).replace(GROUPING, '');
  const decimals = separatorAt < 0 ? '' : rest.slice(separatorAt + 1);
  if (!/^\d*$/.test(units) || !/^\d*$/.test(decimals) || units + decimals === '') return null;
  if (decimals.length > exponent) return null;
  const amountMinor = Number(units + decimals.padEnd(exponent, '0'));
  if (!Number.isSafeInteger(amountMinor)) return null;
  return negative && amountMinor !== 0 ? -amountMinor : amountMinor;
}

/** The amount as an exact decimal string with a point: 123456 EUR is "1234.56", -5 EUR is "-0.05", 12 JPY is "12". */
export function minorToDecimalString(amountMinor: number, currency: CurrencyCode): string {
  const exponent = exponentOf(currency);
  const digits = String(Math.abs(checked(amountMinor))).padStart(exponent + 1, '0');
  const sign = amountMinor < 0 ? '-' : '';
  if (exponent === 0) return sign + digits;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}
