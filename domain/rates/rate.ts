import * as z from 'zod/mini';
import { isCalendarDate } from '../fields.ts';
import { rateString } from '../money/conversion.ts';
import { CURRENCY_CODES } from '../money/currencies.ts';
import { ratioOfDecimal } from '../money/rounding.ts';

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

/** What an administrator types: a day's rate. Whether the day has come is the server's affair: it knows what day it is. */
export const rateInput = z.object({
  rate: rateString,
  asOf: z.string('validation.required').check(z.refine(isCalendarDate, 'validation.date')),
});
export type RateInput = z.infer<typeof rateInput>;

/** How far a new rate is from the old one, in percent with one decimal, to show a slip of the finger before it is saved. */
export function rateChangePercent(before: string, after: string): number {
  const [from, to] = [ratioOfDecimal(before), ratioOfDecimal(after)];
  const numerator = (to.numerator * from.denominator - from.numerator * to.denominator) * 1000n;
  const denominator = to.denominator * from.numerator;
  return Number(numerator / denominator) / 10;
}
