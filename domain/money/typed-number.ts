import { type CurrencyCode, currencyOf, exponentOf } from './currencies.ts';

/** Reads the numbers that people type, in the way their language writes them. The only reader of typed numbers. */

/** How a language marks decimals and groups thousands. `group` is null where it groups with spaces or apostrophes. */
export type NumberMarks = { readonly decimal: '.' | ','; readonly group: '.' | ',' | null };

/** A number as it was typed, digit by digit, so that no float stands between the field and the ledger. */
export type TypedDecimal = { readonly negative: boolean; readonly units: string; readonly decimals: string };

/** The marks of a BCP 47 tag, as `Intl` writes them on the screen. */
export function numberMarks(locale: string): NumberMarks {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(1234.5);
  const markOf = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value;
  const decimal = markOf('decimal') === '.' ? '.' : ',';
  const group = markOf('group');
  return { decimal, group: group === '.' || group === ',' ? group : null };
}

// Space, no-break, thin, figure and narrow no-break spaces, and the Swiss apostrophes. They group digits in some languages and mean
// nothing else in any, so "1 2345" (a digit added to a formatted field) reads as 12345.
const GROUPING = /(?<=\d)[ \u00a0\u2007\u2009\u202f'\u2019](?=\d)/g;
const SPACES = /^[\s\u00a0\u2007\u2009\u202f]+|[\s\u00a0\u2007\u2009\u202f]+$/g;
const GROUPED = /^[1-9]\d{0,2}([.,]\d{3})+$/;

// What a Japanese or Chinese keyboard types: « １２，３４５．６ ».
const FULL_WIDTH = /[\uff0c-\uff0e\uff10-\uff19]/g;
const narrow = (mark: string) => String.fromCharCode(mark.charCodeAt(0) - 0xfee0);

/** Where the decimal mark stands, -1 when there is none, or null when the text can be read in two ways. */
function decimalMarkOf(text: string, locale: string): number | null {
  const marks = text.match(/[.,]/g) ?? [];
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  // Both kinds: the last one marks the decimals, in every language.
  if (new Set(marks).size === 2) return last;
  // One kind, repeated: it groups thousands, in every language.
  if (marks.length !== 1) return -1;
  const { decimal, group } = numberMarks(locale);
  if (marks[0] === decimal) return last;
  if (marks[0] === group) return -1;
  // The mark of another convention: « 15.000 » in French is fifteen thousand to one reader and fifteen to another.
  return text.length - last - 1 === 3 ? null : last;
}

/**
 * Reads one number in the conventions of a language. Spaces and apostrophes between digits are ignored; a point or a comma is what it is
 * in that language, or what it can only be ("1,234.56" has one reading everywhere). Returns null when the text is not exactly one number:
 * empty, words, an exponent, thousands grouped in other than threes, or a text with two readings. "-" and U+2212 make it negative.
 * Digits and marks may be full-width.
 */
export function readDecimal(text: string, locale: string): TypedDecimal | null {
  let rest = text.replace(SPACES, '').replace(FULL_WIDTH, narrow);
  const negative = /^[-\u2212]/.test(rest);
  if (negative) rest = rest.slice(1).replace(SPACES, '');
  // One group is not parted by a space and the next by a point, and decimals are not grouped.
  if (/[.,]\d*[^\d.,]/.test(rest)) return null;
  rest = rest.replace(GROUPING, '');
  if (!/^[\d.,]*$/.test(rest) || !/\d/.test(rest)) return null;
  const decimalAt = decimalMarkOf(rest, locale);
  if (decimalAt === null) return null;
  const grouped = decimalAt < 0 ? rest : rest.slice(0, decimalAt);
  const decimals = decimalAt < 0 ? '' : rest.slice(decimalAt + 1);
  if (/[.,]/.test(grouped) && !GROUPED.test(grouped)) return null;
  // "1,234.567.89": what stands before the last mark must be of one kind.
  if (new Set(grouped.match(/[.,]/g)).size > 1 || grouped.includes(rest[decimalAt] ?? ' ')) return null;
  return { negative, units: grouped.replace(/[.,]/g, ''), decimals };
}

/**
 * Reads an amount: minor units of the currency, or null when `readDecimal` refuses it, when it has more decimals than the currency
 * ("1,234" in euros is never read as a thousand by a French reader), or when it is above the safe integers. The currency's own symbol or
 * code may stand before or after.
 */
export function readAmount(text: string, currency: CurrencyCode, locale: string): number | null {
  const { symbol, code, exponent } = currencyOf(currency);
  let rest = text.replace(SPACES, '');
  for (const mark of [code, symbol]) {
    if (rest.toUpperCase().endsWith(mark.toUpperCase())) rest = rest.slice(0, rest.length - mark.length);
    else if (rest.toUpperCase().startsWith(mark.toUpperCase())) rest = rest.slice(mark.length);
    else continue;
    break;
  }
  const read = readDecimal(rest, locale);
  if (!read || read.decimals.length > exponent) return null;
  const amountMinor = Number(read.units + read.decimals.padEnd(exponent, '0'));
  if (!Number.isSafeInteger(amountMinor)) return null;
  return read.negative && amountMinor !== 0 ? -amountMinor : amountMinor;
}

/** Reads a whole number that is not negative, such as months; null when it is anything else. */
export function readWholeNumber(text: string, locale: string): number | null {
  const read = readDecimal(text, locale);
  if (!read || read.negative || read.decimals !== '') return null;
  const value = Number(read.units);
  return Number.isSafeInteger(value) ? value : null;
}

/** Reads a number that is not negative into the form in which rates are kept: digits with a point. Null when it is not one. */
export function readDecimalString(text: string, locale: string): string | null {
  const read = readDecimal(text, locale);
  if (!read || read.negative) return null;
  return (read.units || '0') + (read.decimals === '' ? '' : `.${read.decimals}`);
}

/** A decimal string with a point, such as a rate, with the decimal mark of a language. It is read back by `readDecimalString`. */
export function writeDecimalString(decimal: string, locale: string): string {
  return decimal.replace('.', numberMarks(locale).decimal);
}

/** An amount such as a field of this currency takes: « 1 234,56 », or « 1 234 » where the currency has no decimals. */
export function amountExample(currency: CurrencyCode, locale: string): string {
  const exponent = exponentOf(currency);
  const format = new Intl.NumberFormat(locale, { useGrouping: 'always', minimumFractionDigits: exponent });
  return format.format(exponent === 0 ? 1234 : 1234.56);
}
