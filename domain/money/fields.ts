import * as z from 'zod/mini';
import { CURRENCY_CODES, isCountryCode } from './currencies.ts';
import { MAX_AMOUNT_MINOR } from './money.ts';

/** The fields that hold money. Apart from the arithmetic, so that a page that only shows amounts carries no schema. */

const missingOrInvalid = (issue: { input?: unknown }) =>
  issue.input === undefined ? 'validation.required' : 'validation.amount.invalid';

/** Schema: minor units, at least 1. */
export const positiveAmountMinor = z
  .int({ error: missingOrInvalid })
  .check(z.gte(1, 'validation.amount.positive'), z.lte(MAX_AMOUNT_MINOR, 'validation.amount.max'));

/** Schema: minor units, at least 0. */
export const nonNegativeAmountMinor = z
  .int({ error: missingOrInvalid })
  .check(z.gte(0, 'validation.amount.notNegative'), z.lte(MAX_AMOUNT_MINOR, 'validation.amount.max'));

/** Schema of any amount, positive or negative, such as a balance or a ledger entry. */
export const amountMinor = z.int({ error: missingOrInvalid });

/** Schema of a currency code. */
export const currencyCode = z.enum(CURRENCY_CODES, 'validation.currency');

/** Schema of a country of residence: ISO 3166-1 alpha-2, one of `COUNTRIES`. */
export const countryCode = z.string('validation.required').check(
  z.minLength(1, { error: 'validation.required', abort: true }),
  z.refine((code) => isCountryCode(code), 'validation.country'),
);
