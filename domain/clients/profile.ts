import * as z from 'zod/mini';
import { emailField, MAX_NAME_LENGTH, optionalPhone, optionalText, requiredText } from '../fields.ts';
import { isCalendarDate } from '../time/calendar-date.ts';
import { passwordField } from './sign-up.ts';

/** A date of birth written YYYY-MM-DD, from 1900; empty means none. */
export const dateOfBirthField = z.optional(
  z.string('validation.date').check(
    z.trim(),
    z.refine((text) => text === '' || isCalendarDate(text), 'validation.date'),
  ),
);

/**
 * What a client may change about themselves (docs/rules.md, Forms): first and last name are required,
 * the rest is optional and an empty text clears it. The IBAN is not among them.
 */
export const profileInput = z.object({
  firstName: requiredText(MAX_NAME_LENGTH),
  lastName: requiredText(MAX_NAME_LENGTH),
  phone: optionalPhone,
  address: optionalText(200),
  city: optionalText(MAX_NAME_LENGTH),
  postalCode: optionalText(12),
  dateOfBirth: dateOfBirthField,
  profession: optionalText(MAX_NAME_LENGTH),
});
export type ProfileInput = z.infer<typeof profileInput>;

/** The profile form: e-mail and password travel by their own calls. A blank password keeps the current one. */
export const profileFormInput = z.extend(profileInput, {
  email: emailField,
  password: z.optional(z.union([z.literal(''), passwordField])),
});
export type ProfileFormInput = z.infer<typeof profileFormInput>;

/** The name shown everywhere: first name and last name. */
export function displayName(person: { readonly firstName: string; readonly lastName: string }): string {
  return `${person.firstName.trim()} ${person.lastName.trim()}`.trim();
}

/** Minimum age of the loan conditions (docs/rules.md, Figures). */
export const MIN_AGE_YEARS = 18;

/** Whole years from a day of birth to another day; both YYYY-MM-DD. Born on 29 February: a year older on 1 March. */
export function ageOn(dateOfBirth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

/** Whether someone born on a day is of age on another; both YYYY-MM-DD. Born on 29 February: of age on 1 March. */
export function isOfAge(dateOfBirth: string, today: string): boolean {
  if (!isCalendarDate(dateOfBirth) || !isCalendarDate(today)) throw new RangeError('Dates are YYYY-MM-DD');
  const birthday = `${String(Number(dateOfBirth.slice(0, 4)) + MIN_AGE_YEARS).padStart(4, '0')}${dateOfBirth.slice(4)}`;
  return today >= birthday;
}
