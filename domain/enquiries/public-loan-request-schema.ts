import * as z from 'zod/mini';
import { emailField, MAX_NAME_LENGTH, optionalText, requiredText } from '../fields.ts';
import { readAmount } from '../money/typed-number.ts';
import {
  PUBLIC_LOAN_MIN_INCOME_MINOR,
  type PublicLoanLimits,
  type PublicLoanRequestInput,
} from './public-loan-request.ts';

/** A euro amount as typed in a language (BCP 47 tag). */
function amountText(
  locale: string,
  min: { minor: number; key: string },
  max?: { minor: number; key: string },
) {
  const read = (text: string) => readAmount(text, 'EUR', locale);
  return z.string('validation.required').check(
    z.trim(),
    z.minLength(1, { error: 'validation.required', abort: true }),
    z.refine((text) => read(text) !== null, { error: 'validation.amount.invalid', abort: true }),
    z.refine((text) => (read(text) ?? 0) >= min.minor, min.key),
    z.refine((text) => !max || (read(text) ?? 0) <= max.minor, max?.key ?? ''),
  );
}

/** The rules of the public loan request within the limits of the house, with amounts as typed in a language (BCP 47 tag). */
export function publicLoanRequestInputIn(
  locale: string,
  { minMinor, maxMinor, durations }: PublicLoanLimits,
): z.ZodMiniType<PublicLoanRequestInput> {
  return z.object({
    firstName: requiredText(MAX_NAME_LENGTH),
    lastName: requiredText(MAX_NAME_LENGTH),
    email: emailField,
    phone: requiredText(30),
    amount: amountText(
      locale,
      { minor: minMinor, key: 'validation.amount.minOf' },
      { minor: maxMinor, key: 'validation.amount.maxOf' },
    ),
    duration: z.string('validation.required').check(
      z.minLength(1, { error: 'validation.required', abort: true }),
      z.refine((text) => durations.some((months) => String(months) === text), 'validation.duration'),
    ),
    monthlyIncome: amountText(locale, {
      minor: PUBLIC_LOAN_MIN_INCOME_MINOR,
      key: 'validation.publicLoan.incomeMin',
    }),
    purpose: requiredText(2000),
    profession: optionalText(MAX_NAME_LENGTH),
    city: optionalText(MAX_NAME_LENGTH),
  });
}
