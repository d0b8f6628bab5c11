import * as z from 'zod/mini';
import { emailField, MAX_NAME_LENGTH, optionalText, requiredText } from '../fields.ts';
import { readAmount } from '../money/typed-number.ts';
import { type MessageWords, messageText, missingFields } from './message.ts';

/** Cards on offer (docs/rules.md, Forms). */
export const CARD_TYPES = [
  'visa-classic',
  'visa-premier',
  'mastercard-standard',
  'mastercard-gold',
  'carte-bleue',
] as const;
export type CardType = (typeof CARD_TYPES)[number];

export const CARD_REQUEST_REQUIRED = ['firstName', 'lastName', 'email', 'cardType'] as const;

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

/**
 * The bank card request, under the field names of docs/rules.md, Forms. Values stay as typed in the language of the tag: the form is never
 * stored. The phone has no format check there.
 */
export function cardRequestInputIn(locale: string) {
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
export type CardRequestInput = z.infer<ReturnType<typeof cardRequestInputIn>>;

export type CardRequestDraft = Readonly<Record<keyof CardRequestInput, string>>;

/** Names of the required fields still empty. */
export function missingCardRequestFields(draft: Partial<CardRequestDraft>) {
  return missingFields(CARD_REQUEST_REQUIRED, draft);
}

export type CardRequestWords = MessageWords & {
  readonly fields: Readonly<Record<keyof CardRequestInput, string>>;
  readonly cardTypes: Readonly<Record<CardType, string>>;
  /** The unit that stands in the field of the income: « € par mois ». */
  readonly perMonth: string;
};

/** The text sent, in its fixed order (docs/rules.md, Forms). */
export function cardRequestText(input: CardRequestInput, words: CardRequestWords): string {
  const { fields } = words;
  return messageText(words, [
    { label: fields.lastName, value: input.lastName },
    { label: fields.firstName, value: input.firstName },
    { label: fields.email, value: input.email },
    { label: fields.phone, value: input.phone ?? '' },
    { label: fields.cardType, value: words.cardTypes[input.cardType] },
    { label: fields.income, value: input.income ? `${input.income}\u00a0${words.perMonth}` : '' },
    { label: fields.address, value: input.address ?? '' },
    { label: fields.reason, value: input.reason ?? '' },
  ]);
}
