import * as z from 'zod/mini';

/** The fields the forms are made of. Every message is a key of the catalogue `validation`. */

/** Longest name of a person, a bank or a town. */
export const MAX_NAME_LENGTH = 100;
/** Longest e-mail address (RFC 5321 leaves 254 characters for the whole). */
export const MAX_EMAIL_LENGTH = 254;

/** What is needed of a broken rule of a schema, whichever library reports it. */
type BrokenRule = {
  readonly message: string;
  readonly code?: string | undefined;
  readonly origin?: string | undefined;
  readonly maximum?: number | bigint | undefined;
};

/** What a message of the catalogue needs to be a sentence: the limit of a text that is too long. */
export function faultParams(rule: BrokenRule): { readonly max: number } | undefined {
  if (rule.code !== 'too_big' || rule.origin !== 'string' || rule.maximum === undefined) return undefined;
  return { max: Number(rule.maximum) };
}

/** Text that must be there once the spaces around it are gone. */
export function requiredText(maxLength: number) {
  return z
    .string('validation.required')
    .check(z.trim(), z.minLength(1, 'validation.required'), z.maxLength(maxLength, 'validation.tooLong'));
}

/** Text that may be absent or empty; empty means absent. */
export function optionalText(maxLength: number) {
  return z.optional(
    z.string('validation.text').check(z.trim(), z.maxLength(maxLength, 'validation.tooLong')),
  );
}

// One "@", something before it, and a domain with a dot and no empty label. Anything stricter refuses real addresses;
// only a message that arrives proves the rest.
const EMAIL = /^[^\s@,;<>()[\]\\"]+@[^\s@,;<>()[\]\\".]+(\.[^\s@,;<>()[\]\\".]+)+$/;

/** An e-mail address, trimmed; its case is kept, comparisons are the server's affair. */
export const emailField = z
  .string('validation.required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'validation.required', abort: true }),
    z.maxLength(MAX_EMAIL_LENGTH, 'validation.tooLong'),
    z.regex(EMAIL, 'validation.email'),
  );

function isPhone(text: string): boolean {
  if (text === '') return true;
  const digits = text.replace(/\D/g, '').length;
  return /^\+?[\d\s().\-/\u00a0\u202f]+$/.test(text) && digits >= 6 && digits <= 15;
}

/** A phone number as people write it, 6 to 15 digits (E.164), or nothing. */
export const optionalPhone = z.optional(
  z
    .string('validation.text')
    .check(z.trim(), z.maxLength(30, 'validation.tooLong'), z.refine(isPhone, 'validation.phone')),
);

/** Days before and after these are slips of the hand, and years below 1000 or beyond 9999 are written otherwise by the calendar's functions. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2999;

/** Says whether a text is a day of the calendar written YYYY-MM-DD, of the years 1900 to 2999. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= (month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31);
}
