import { callingCodeOf, FRENCH_CALLING_CODES } from './calling-codes.ts';

const PHONE = /^\+?[\d\s().\-/]+$/;
/** A number with one of the French codes and no sign before it has at least so many digits. */
const INTERNATIONAL_DIGITS = 11;
/** Fewer digits find too many numbers. */
export const MIN_KEY_LENGTH = 4;

const frenchCodeOf = (digits: string): string | undefined =>
  FRENCH_CALLING_CODES.find((code) => digits.startsWith(code));

const withoutTrunkZero = (digits: string): string => digits.replace(/^0/, '');

/** The digits of a number and whether they begin with a calling code; null for a text that is no number. */
function digitsOf(text: string): { readonly digits: string; readonly isInternational: boolean } | null {
  const typed = text.trim();
  if (!PHONE.test(typed)) return null;
  const bare = typed.replaceAll('(0)', '').replace(/[^\d+]/g, '');
  if (bare.startsWith('+')) return { digits: bare.slice(1), isInternational: true };
  if (bare.startsWith('00')) return { digits: bare.slice(2), isInternational: true };
  return { digits: bare, isInternational: false };
}

/**
 * What recognises a telephone number in every way of writing it: the national digits of a French number, code and number of another.
 * « +33 (0)6 39 98 00 11 » and « 06.39.98.00.11 » are both 639980011. Null for a text that is no number or has fewer than four digits left.
 */
export function phoneKey(text: string): string | null {
  const read = digitsOf(text);
  if (!read) return null;
  const { digits, isInternational } = read;
  const code = isInternational || digits.length >= INTERNATIONAL_DIGITS ? frenchCodeOf(digits) : undefined;
  const isForeign = isInternational && code === undefined;
  const key = isForeign ? digits : withoutTrunkZero(digits.slice(code?.length ?? 0));
  return key.length >= MIN_KEY_LENGTH ? key : null;
}

/**
 * The keys under which a client's number is found: its own, and for a client of another country who wrote it without a code, the calling code
 * before it as well.
 * @param countryCode the client's country of residence.
 */
export function phoneKeys(phone: string | null | undefined, countryCode: string): readonly string[] {
  const key = phone ? phoneKey(phone) : null;
  if (!phone || key === null) return [];
  const callingCode = callingCodeOf(countryCode);
  if (callingCode === null || digitsOf(phone)?.isInternational) return [key];
  return [key, `${callingCode}${key}`];
}
