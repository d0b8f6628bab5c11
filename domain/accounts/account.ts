import * as z from 'zod/mini';
import { MAX_NAME_LENGTH, requiredText } from '../fields.ts';
import { currencyCode, positiveAmountMinor } from '../money/fields.ts';
import { ibanVerdict, normalizeIban } from './iban.ts';

/** Account types (docs/rules.md, Sign-up and sessions). */
export const ACCOUNT_TYPES = ['courant', 'epargne', 'credit'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export const accountType = z.enum(ACCOUNT_TYPES, 'validation.accountType');

/** What step 2 of the sign-up sends. */
export const accountTypeInput = z.object({ accountType });
/** What an administrator sends to give an account its IBAN. An invalid IBAN is refused. */
export const assignIbanInput = z.object({
  iban: z.string('validation.required').check(
    z.overwrite(normalizeIban),
    z.minLength(1, { error: 'validation.required', abort: true }),
    z.refine((text) => ibanVerdict(text).ok, 'validation.iban.invalid'),
  ),
  bankName: requiredText(MAX_NAME_LENGTH),
});
export type AssignIbanInput = z.infer<typeof assignIbanInput>;

/**
 * Why an account is credited by hand (PAY-50): money that was received, or a gift of the house. What corrects a movement names it instead
 * (domain/corrections).
 */
export const CREDIT_MOTIVES = ['received', 'gesture'] as const;

/** What an administrator sends to credit an account: an amount in one of the 24 currencies, and why. */
export const creditInput = z.object({
  /** Money received when it is not said. */
  motive: z.optional(z.enum(CREDIT_MOTIVES, 'validation.choice')),
  amountMinor: positiveAmountMinor,
  currency: currencyCode,
  description: requiredText(200),
});
export type CreditInput = z.infer<typeof creditInput>;
