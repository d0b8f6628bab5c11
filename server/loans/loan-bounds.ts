import type { RefusalCode, RefusalParams } from '#domain/errors.ts';
import { isDurationPriced, type LoanWish, loanBounds, withinLoanBounds } from '#domain/loans/offer.ts';
import { type PriceList, productOrWidest } from '#domain/loans/products.ts';
import type { LoanBounds } from '#domain/loans/request.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { Db } from '../db/database.ts';
import { parametersOn } from '../parameters/parameters-on.ts';
import { rateOfCurrency } from '../rates/queries.ts';

/**
 * The bounds of a loan on a day (LC-13), in minor units of its currency: those of its product, within the largest consumer credit and what the
 * house lends at most on that day. Both are dated data (LC-8).
 */
export async function boundsOn(
  db: Db,
  list: PriceList,
  wish: Pick<LoanWish, 'currency' | 'eurRate' | 'product'>,
  day: string,
): Promise<LoanBounds> {
  const { 'maximum.loan': most, 'regime.max': regimeMax } = await parametersOn(db, day, [
    'maximum.loan',
    'regime.max',
  ]);
  const terms = loanBounds(list, wish, regimeMax);
  return { ...terms, maxMinor: Math.min(terms.maxMinor, most[wish.currency]) };
}

/** Bounds in words, for the parameters of `loan.outside-terms`. */
export function boundsInWords({ minMinor, maxMinor }: LoanBounds, currency: CurrencyCode) {
  const words = (amountMinor: number) => formatMoney({ amountMinor, currency }, 'fr-FR');
  return { min: words(minMinor), max: words(maxMinor) };
}

/** What puts a request outside the bounds of a day (LC-13), or null: the bounds, the durations or the rate may have changed since it was asked for. */
export async function outsideBounds(
  db: Db,
  list: PriceList,
  request: {
    readonly amount: number;
    readonly currency: string;
    readonly product: LoanWish['product'];
    readonly durationMonths: number;
  },
  day: string,
): Promise<{ readonly code: RefusalCode; readonly params: RefusalParams } | null> {
  const currency = request.currency as CurrencyCode;
  const eurRate = await rateOfCurrency(db, currency);
  if (!eurRate) return { code: 'rate.unknown', params: { currency } };
  const bounds = await boundsOn(db, list, { currency, eurRate, product: request.product }, day);
  if (!withinLoanBounds(request.amount, bounds))
    return { code: 'loan.outside-terms', params: boundsInWords(bounds, currency) };
  if (isDurationPriced(list, request)) return null;
  const { minMonths: min, maxMonths: max } = productOrWidest(list, request.product);
  return { code: 'loan.outside-durations', params: { min, max } };
}
