import { convert } from '../money/conversion.ts';
import type { CurrencyCode } from '../money/currencies.ts';
import { money } from '../money/money.ts';
import { listPriceBps, type PriceList, type ProductId, productOrWidest } from './products.ts';
import { LOAN_DURATIONS_MONTHS, type LoanBounds, minimumLoanMinor } from './request.ts';
import { answer, type SimulationAnswer } from './simulation.ts';

/** What a client asks for in their own area, in minor units of the account's currency. */
export type LoanWish = {
  readonly amountMinor: number;
  readonly currency: CurrencyCode;
  /** What one euro buys in the currency, as a decimal: the price list is in euro. */
  readonly eurRate: string;
  readonly durationMonths: number;
  /** The product asked for; null or none is the widest. */
  readonly product?: ProductId | null | undefined;
};

/**
 * The smallest and largest amount that may be asked for on a day (LC-13), in minor units of the account's currency: 100 units, and the
 * product's maximum but never more than the largest consumer credit of that day. Both maxima are in euro and are converted at `eurRate`,
 * rounded down.
 * @param regimeMaxMinor the largest consumer credit of the day, in euro cents: `regime.max`.
 */
export function loanBounds(
  list: PriceList,
  { currency, eurRate, product }: Pick<LoanWish, 'currency' | 'eurRate' | 'product'>,
  regimeMaxMinor: number,
): LoanBounds {
  const euros = money(Math.min(productOrWidest(list, product).maxAmountMinor, regimeMaxMinor), 'EUR');
  const rates = { eurRateFrom: '1', eurRateTo: eurRate };
  return {
    minMinor: minimumLoanMinor(currency),
    maxMinor: convert(euros, currency, rates, 'down').amountMinor,
  };
}

/** The durations of the client's dialog for which the list has a price. */
export function loanDurations(list: PriceList, product: ProductId | null | undefined) {
  const { minMonths, maxMonths } = productOrWidest(list, product);
  return LOAN_DURATIONS_MONTHS.filter((months) => months >= minMonths && months <= maxMonths);
}

/** Whether the list has a price for a duration, whatever the client's dialog offers: what a decision asks of a request that is older than the list. */
export function isDurationPriced(
  list: PriceList,
  { product, durationMonths }: Pick<LoanWish, 'product' | 'durationMonths'>,
): boolean {
  const { minMonths, maxMonths } = productOrWidest(list, product);
  return durationMonths >= minMonths && durationMonths <= maxMonths;
}

/** Whether an amount is within bounds. */
export function withinLoanBounds(amountMinor: number, { minMinor, maxMinor }: LoanBounds): boolean {
  return amountMinor >= minMinor && amountMinor <= maxMinor;
}

/**
 * The list price of a client's own request, in hundredths of a percent. The same wish always gives the same rate. Throws RangeError where
 * the list has no price: check `loanBounds` and `loanDurations` first.
 */
export function offeredRateBps(
  list: PriceList,
  { amountMinor, currency, eurRate, durationMonths, product }: LoanWish,
): number {
  const inEuro = convert(money(amountMinor, currency), 'EUR', { eurRateFrom: eurRate, eurRateTo: '1' }, 'up');
  return listPriceBps(productOrWidest(list, product), inEuro.amountMinor, durationMonths);
}

/** Everything a client sees before asking: rate, instalment, total, TAEG, exact schedule. Throws RangeError on impossible terms. */
export function offerFor(list: PriceList, wish: LoanWish): SimulationAnswer {
  return answer(wish.amountMinor, wish.durationMonths, offeredRateBps(list, wish));
}
