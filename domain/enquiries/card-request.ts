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

/** The bank card request, under the field names of docs/rules.md, Forms. Values stay as typed: the form is never stored. */
export interface CardRequestInput {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone?: string | undefined;
  readonly address?: string | undefined;
  readonly cardType: CardType;
  readonly income?: string | undefined;
  readonly reason?: string | undefined;
}

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
