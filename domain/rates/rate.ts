import * as z from 'zod/mini';
import { Refusal } from '../errors.ts';
import { isRateString, parseRate, rateString } from '../money/conversion.ts';
import { CURRENCY_CODES, type CurrencyCode } from '../money/currencies.ts';
import { ratioOfDecimal, toSafeInteger } from '../money/rounding.ts';
import { requiredDay } from '../required-day.ts';

/** The currencies whose rate can change: all but the euro, which is what rates are told in. */
export const RATED_CURRENCIES = CURRENCY_CODES.filter((code) => code !== 'EUR');

/** Where a rate may come from, as it is kept beside it; the screens say it in their language. */
export const RATE_SOURCES = {
  ecb: 'Banque centrale européenne, taux de référence',
  typed: 'Saisie de l’établissement',
  start: 'Valeurs de départ arrondies',
} as const;

/** A rate without the zeros that say nothing: "1.08000000" is "1.08", "100.00" is "100". */
export function shortRate(rate: string): string {
  return rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate;
}

/**
 * What one euro can buy in a currency of ours: between a tenth and a hundred thousand units. The database refuses the rest as well
 * (migration 0019); what was taken before counts as no rate until it is corrected.
 */
export const RATE_BOUNDS = { min: '0.1', max: '100000' } as const;

/** Whether `a` is more than `factor` times `b`; all are decimals. */
function isMoreThan(a: string, factor: string, b: string): boolean {
  const [left, times, right] = [parseRate(a), parseRate(factor), parseRate(b)];
  return (
    left.numerator * times.denominator * right.denominator >
    times.numerator * right.numerator * left.denominator
  );
}

/** Says whether a rate lies within `RATE_BOUNDS`. */
export function isRateInBounds(rate: string): boolean {
  return !isMoreThan(RATE_BOUNDS.min, '1', rate) && !isMoreThan(rate, '1', RATE_BOUNDS.max);
}

/**
 * Says whether a rate is further from the last one than a factor, either way: with 1.25, a quarter more or a fifth less.
 * @param factor `rates.change-factor` of the dated data.
 */
export function isLargeChange(before: string, after: string, factor: string): boolean {
  return isMoreThan(after, factor, before) || isMoreThan(before, factor, after);
}

/**
 * How far a rate is from the last one, either way, in basis points of the last one; a part of one counts as a whole one, so that it is above a whole
 * threshold exactly when the rate is (FOUR-1: somebody else approves a rate that moves far).
 */
export function rateDeviationBps(before: string, after: string): number {
  const [old, next] = [parseRate(before), parseRate(after)];
  const base = old.numerator * next.denominator;
  const difference = next.numerator * old.denominator - base;
  const distance = (difference < 0n ? -difference : difference) * 10_000n;
  return toSafeInteger((distance + base - 1n) / base);
}

/** What an administrator types: a day's rate. Whether the day has come is the server's affair: it knows what day it is. */
export const rateInput = z.object({
  rate: rateString.check(
    z.refine((rate) => !isRateString(rate) || isRateInBounds(rate), 'validation.rateBounds'),
  ),
  asOf: requiredDay,
});
export type RateInput = z.infer<typeof rateInput>;

/** A rate as shown to a person who confirms that the next one differs much from it. */
const shownRate = z.string('validation.rate').check(z.refine(isRateString, 'validation.rate'));

/** The second confirmation of a large change: the last rate as it was shown. */
export const acceptsChangeFrom = z.optional(shownRate);
/** The same for each currency of a file whose rate changes much. */
export const acceptsChangesFrom = z.optional(
  z.strictObject(
    Object.fromEntries(RATED_CURRENCIES.map((code) => [code, acceptsChangeFrom])) as Record<
      (typeof RATED_CURRENCIES)[number],
      typeof acceptsChangeFrom
    >,
  ),
);
export type AcceptedChanges = z.infer<typeof acceptsChangesFrom>;

/** A rate that is about to be another one. */
export interface RateChange {
  readonly currency: CurrencyCode;
  readonly before: string;
  readonly after: string;
}

/**
 * Refuses rates that are further from the last ones than a factor, unless each was accepted against the last rate that stands now.
 * @throws Refusal `rate.change-too-large` naming each of them with both figures.
 */
export function requireAcceptedChanges(
  changes: readonly RateChange[],
  factor: string,
  accepted: AcceptedChanges = {},
): void {
  const open = changes.filter(({ currency, before, after }) => {
    if (!isLargeChange(before, after, factor)) return false;
    const against = currency === 'EUR' ? undefined : accepted[currency];
    return against === undefined || shortRate(against) !== before;
  });
  if (open.length === 0) return;
  throw new Refusal(
    'rate.change-too-large',
    { currencies: open.map(({ currency }) => currency).join(', '), factor },
    open.map(({ currency, before, after }) => ({
      field: currency,
      message: 'validation.rateChange',
      params: { currency, before, after },
    })),
  );
}

/** How far a new rate is from the old one, in percent with one decimal, to show a slip of the finger before it is saved. */
export function rateChangePercent(before: string, after: string): number {
  const [from, to] = [ratioOfDecimal(before), ratioOfDecimal(after)];
  const numerator = (to.numerator * from.denominator - from.numerator * to.denominator) * 1000n;
  const denominator = to.denominator * from.numerator;
  return Number(numerator / denominator) / 10;
}
