import * as z from 'zod/mini';
import { MAX_NAME_LENGTH, requiredText } from '../fields.ts';
import { type CurrencyCode, currencyCode } from '../money/currencies.ts';
import { convert } from '../money/conversion.ts';
import { money, nonNegativeAmountMinor, positiveAmountMinor } from '../money/money.ts';
import { ibanVerdict, normalizeIban } from './iban.ts';

/** The specification's base: 250 EUR. */
export const ACTIVATION_DEPOSIT_EUR_MINOR = 25_000;

/**
 * The « premier versement »: 250 EUR at the country's rate, in minor units of the account's currency, rounded once.
 * Without a rate it is 250 units of nothing but euros: 25 000 cents, and the account is then in EUR. It is the client's own
 * money and never a condition for a loan (reading of the specification, 4).
 */
export function activationDepositMinor(currency: CurrencyCode = 'EUR', eurRate = '1'): number {
  const base = money(ACTIVATION_DEPOSIT_EUR_MINOR, 'EUR');
  return convert(base, currency, { eurRateFrom: '1', eurRateTo: eurRate }, 'half-up').amountMinor;
}

/** What an administrator records when activating: what was really received, in the account's currency. 0 is allowed. */
export const activateAccountInput = z.object({ receivedMinor: nonNegativeAmountMinor });
export type ActivateAccountInput = z.infer<typeof activateAccountInput>;

/** What an administrator sends to give an account its IBAN. An invalid IBAN is refused. */
export const assignIbanInput = z.object({
  iban: z
    .string('validation.required')
    .check(
      z.overwrite(normalizeIban),
      z.minLength(1, { error: 'validation.required', abort: true }),
      z.refine((text) => ibanVerdict(text).ok, 'validation.iban.invalid'),
    ),
  bankName: requiredText(MAX_NAME_LENGTH),
});
export type AssignIbanInput = z.infer<typeof assignIbanInput>;

/** What an administrator sends to credit an account: an amount in one of the 24 currencies, and why. */
export const creditInput = z.object({
  amountMinor: positiveAmountMinor,
  currency: currencyCode,
  description: requiredText(200),
});
export type CreditInput = z.infer<typeof creditInput>;
