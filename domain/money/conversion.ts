import * as z from 'zod/mini';
import { type CurrencyCode, exponentOf } from './currencies.ts';
import { type Money, money } from './money.ts';
import { divideRounded, type Ratio, type RoundingMode, ratioOfDecimal, toSafeInteger } from './rounding.ts';

/**
 * A rate is what one euro buys in a currency, kept as an exact decimal string ("1.0843"), never as a float.
 * At most nine digits before the point and eight after.
 */
const RATE = /^\d{1,9}(\.\d{1,8})?$/;

export function isRateString(text: string): boolean {
  return RATE.test(text) && /[1-9]/.test(text);
}

/** Schema of a rate: a positive decimal string with a point. */
export const rateString = z.string('validation.required').check(z.refine(isRateString, 'validation.rate'));

/** The exact value of a rate. Throws RangeError on a malformed or zero rate. */
export function parseRate(rate: string): Ratio {
  if (!isRateString(rate)) throw new RangeError(`Not a rate: ${rate}`);
  return ratioOfDecimal(rate);
}

/** What one euro buys in each of two currencies; "1" for EUR. */
export interface RatePair {
  readonly eurRateFrom: string;
  readonly eurRateTo: string;
}

/** What `convert` gives, in full: minor units however many they are. Throws RangeError on a malformed rate. */
export function convertedMinor(
  amount: Money,
  to: CurrencyCode,
  rates: RatePair,
  mode: RoundingMode = 'half-even',
): bigint {
  if (amount.currency === to) return BigInt(amount.amountMinor);
  const from = parseRate(rates.eurRateFrom);
  const target = parseRate(rates.eurRateTo);
  const numerator =
    BigInt(amount.amountMinor) * target.numerator * from.denominator * 10n ** BigInt(exponentOf(to));
  const denominator = target.denominator * from.numerator * 10n ** BigInt(exponentOf(amount.currency));
  return divideRounded(numerator, denominator, mode);
}

/**
 * Converts an amount through the euro, exactly, rounding once to the target's minor unit. The same currency comes back unchanged whatever
 * the rates.
 * Throws RangeError on a malformed rate or a result outside the safe integers.
 */
export function convert(
  amount: Money,
  to: CurrencyCode,
  rates: RatePair,
  mode: RoundingMode = 'half-even',
): Money {
  return money(toSafeInteger(convertedMinor(amount, to, rates, mode)), to);
}

/**
 * What one unit of the first currency buys in the second, as a rate string rounded half-even to eight decimals: the figure kept
 * beside a converted amount. `convert` does not use it, so its rounding never reaches the amount. Throws RangeError on a
 * malformed rate, or when the quotient is too small or too large for a rate string.
 */
export function conversionRate(rates: RatePair): string {
  const from = parseRate(rates.eurRateFrom);
  const to = parseRate(rates.eurRateTo);
  const scale = 10n ** 8n;
  const scaled = divideRounded(
    to.numerator * from.denominator * scale,
    to.denominator * from.numerator,
    'half-even',
  );
  const decimals = String(scaled % scale)
    .padStart(8, '0')
    .replace(/0+$/, '');
  const rate = decimals === '' ? String(scaled / scale) : `${scaled / scale}.${decimals}`;
  if (!isRateString(rate)) throw new RangeError(`Not a rate: ${rate}`);
  return rate;
}
