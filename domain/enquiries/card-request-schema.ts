import * as z from 'zod/mini';
import { emailField, MAX_NAME_LENGTH, optionalText, requiredText } from '../fields.ts';
import { readAmount } from '../money/typed-number.ts';
import { CARD_TYPES, type CardRequestInput } from './card-request.ts';

/** A monthly income in euro as typed in a language (BCP 47 tag), or nothing. Anything else would reach an adviser as it stands. */
function incomeText(locale: string) {
  const read = (text: string) => (text === '' ? 0 : readAmount(text, 'EUR', locale));
  return z.optional(
    z.string('validation.text').check(
      z.trim(),
      z.maxLength(20, 'validation.tooLong'),
      z.refine((text) => read(text) !== null, { error: 'validation.amount.invalid', abort: true }),
      z.refine((text) => (read(text) ?? 0) >= 0, 'validation.amount.notNegative'),
    ),
  );
}

/** The rules of the bank card request, with amounts as typed in a language (BCP 47 tag). The phone has no format check (docs/rules.md, Forms). */
export function cardRequestInputIn(locale: string): z.ZodMiniType<CardRequestInput> {
  return z.object({
    firstName: requiredText(MAX_NAME_LENGTH),
    lastName: requiredText(MAX_NAME_LENGTH),
    email: emailField,
    phone: optionalText(30),
    address: optionalText(500),
    cardType: z.enum(CARD_TYPES, 'validation.required'),
    income: incomeText(locale),
    reason: optionalText(2000),
  });
}
