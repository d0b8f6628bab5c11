import * as z from 'zod/mini';
import { convert } from '../money/conversion.ts';
import type { CurrencyCode } from '../money/currencies.ts';
import { nonNegativeAmountMinor } from '../money/fields.ts';
import { money } from '../money/money.ts';

/** The base of the first deposit: 250 EUR (docs/rules.md, Accounts and activation). */
export const ACTIVATION_DEPOSIT_EUR_MINOR = 25_000;

/**
 * The « premier versement »: 250 EUR at the country's rate, in minor units of the account's currency, rounded once.
 * Without a rate the account is in EUR and the deposit is 25 000 cents. It is the client's own money and never a
 * condition for a loan (docs/rules.md, Honest by design 4).
 */
export function activationDepositMinor(currency: CurrencyCode = 'EUR', eurRate = '1'): number {
  const base = money(ACTIVATION_DEPOSIT_EUR_MINOR, 'EUR');
  return convert(base, currency, { eurRateFrom: '1', eurRateTo: eurRate }, 'half-up').amountMinor;
}

/** What an administrator records when activating: what was really received, in the account's currency. 0 is allowed. */
export const activateAccountInput = z.object({ receivedMinor: nonNegativeAmountMinor });
