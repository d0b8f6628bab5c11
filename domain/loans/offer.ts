import { convert } from '../money/conversion.ts';
import type { CurrencyCode } from '../money/currencies.ts';
import { money } from '../money/money.ts';
import { CLIENT_REQUEST_PRODUCT, rateFor } from './products.ts';
import { answer, type SimulationAnswer } from './simulation.ts';

/** What a client asks for in their own area, in minor units of the account's currency. */
export type LoanWish = {
  readonly amountMinor: number;
  readonly currency: CurrencyCode;
  /** What one euro buys in the currency, as a decimal: the rate bands are in euro. */
  readonly eurRate: string;
  readonly durationMonths: number;
};

/** The fixed nominal rate offered for a client's own request, in hundredths of a percent. The same wish always gives the same rate. */
export function offeredRateBps({ amountMinor, currency, eurRate, durationMonths }: LoanWish): number {
  const inEuro = convert(money(amountMinor, currency), 'EUR', { eurRateFrom: eurRate, eurRateTo: '1' });
  return rateFor({ productId: CLIENT_REQUEST_PRODUCT, amountMinor: inEuro.amountMinor, durationMonths });
}

/** Everything a client sees before asking: rate, instalment, total, TAEG, exact schedule. Throws RangeError on impossible terms. */
export function offerFor(wish: LoanWish): SimulationAnswer {
  return answer(wish.amountMinor, wish.durationMonths, offeredRateBps(wish));
}
