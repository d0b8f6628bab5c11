import * as z from 'zod/mini';

// For those that need a schema anyway; code that must stay without zod imports the rule itself.
export { isCalendarDate } from './time/calendar-date.ts';

/** The fields the forms are made of. Every message is a key of the catalogue `validation`. */

/** Longest name of a person, a bank or a town. */
export const MAX_NAME_LENGTH = 100;
/** Longest e-mail address (RFC 5321 leaves 254 characters for the whole). */
export const MAX_EMAIL_LENGTH = 254;

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
