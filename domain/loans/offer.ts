import { convert } from '../money/conversion.ts';
import type { CurrencyCode } from '../money/currencies.ts';
import { money } from '../money/money.ts';
import { addMonths } from './due-dates.ts';
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

/** A loan as the two rules below see it. Days are YYYY-MM-DD. */
export type RunningLoan = {
  readonly instalmentMinor: number;
  readonly durationMonths: number;
  /** Null until the loan is paid out. */
  readonly firstDueDate: string | null;
};

/** Whether instalments of a loan still fall due on a day or later. */
export function isBeingRepaid(loan: RunningLoan, day: string): boolean {
  return loan.firstDueDate !== null && addMonths(loan.firstDueDate, loan.durationMonths - 1) >= day;
}

/** What a month of the loans still being repaid costs, in the minor unit they share: the existing charges of a debt ratio. */
export function monthlyInstalmentsMinor(loans: readonly RunningLoan[], day: string): number {
  return loans
    .filter((loan) => isBeingRepaid(loan, day))
    .reduce((total, loan) => total + loan.instalmentMinor, 0);
}
