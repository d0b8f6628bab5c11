import { sumMinor } from '../money/money.ts';
import { divideRounded, toSafeInteger } from '../money/rounding.ts';
import { capitalNotDueMinor, rateOfRow } from './loan-rows.ts';
import {
  type ArrearsBucket,
  bucketOf,
  daysPastDue,
  type LoanState,
  lateInterestOwedMinor,
  type UnpaidRow,
  unpaidRows,
} from './loan-state.ts';

/** Late interest of one more day on late capital, rounded down: what lateness costs per day (LC-76). */
export function lateInterestPerDayMinor(lateCapitalMinor: number, annualRateBps: number): number {
  return toSafeInteger(divideRounded(BigInt(lateCapitalMinor) * BigInt(annualRateBps), 3_650_000n, 'down'));
}

/** Whether late capital bears interest now: not while the loan is frozen (LC-92, LC-93), nor where its contract has none (LC-8). */
export function bearsLateInterest(
  state: Pick<LoanState, 'interestStopsOn' | 'lateInterestStopsOn'>,
): boolean {
  return state.interestStopsOn === undefined && state.lateInterestStopsOn === undefined;
}

/** The same of unpaid rows of a loan, each at its rate. */
export function lateInterestPerDayOf(state: LoanState, unpaid: readonly UnpaidRow[]): number {
  const perDay = unpaid.map(({ number, capitalMinor }) => {
    const row = state.rows.find((one) => one.number === number);
    return BigInt(capitalMinor) * BigInt(rateOfRow(row ?? {}, state));
  });
  return toSafeInteger(
    divideRounded(
      perDay.reduce((sum, one) => sum + one, 0n),
      3_650_000n,
      'down',
    ),
  );
}

/** Where a loan in repayment stands on a day. Minor units. */
export interface LoanPosition {
  /** The first instalment that is neither paid nor late. */
  readonly next: { readonly number: number; readonly dueDate: string; readonly amountMinor: number } | null;
  /** Capital that is not paid yet, due or not. */
  readonly capitalLeftMinor: number;
  readonly arrears: {
    readonly instalments: number;
    /** The due date of the oldest instalment that is late; null when only late interest, an indemnity or costs are left. */
    readonly since: string | null;
    /** Capital, interest, late interest, indemnity and taxed costs: nothing else may be asked for (LC-75). */
    readonly totalMinor: number;
    readonly lateInterestMinor: number;
    readonly indemnityMinor: number;
    /** Costs that a court has taxed (LC-75). */
    readonly costsMinor: number;
    readonly perDayMinor: number;
    readonly daysPastDue: number;
    readonly bucket: ArrearsBucket;
  } | null;
}

/**
 * Where a loan stands on a day.
 * @param state of the loan, with the rows around the day at least. @param missed its rows that were missed: they alone can be late (LC-72).
 */
export function loanPositionOn(state: LoanState, missed: LoanState, day: string): LoanPosition {
  const left = state.rows.map((row) => ({
    row,
    capitalMinor: row.principalMinor - sumMinor(row.payments.map(({ capitalMinor }) => capitalMinor)),
    amountMinor:
      row.instalmentMinor -
      sumMinor(row.payments.map(({ capitalMinor, interestMinor }) => capitalMinor + interestMinor)),
  }));
  const late = new Set(missed.rows.map(({ number }) => number));
  const next = left.find(({ row, amountMinor }) => amountMinor > 0 && !late.has(row.number));
  const dueCapitalMinor = sumMinor(
    left.filter(({ row }) => row.dueDate <= day).map(({ capitalMinor }) => capitalMinor),
  );
  return {
    next: next ? { number: next.row.number, dueDate: next.row.dueDate, amountMinor: next.amountMinor } : null,
    capitalLeftMinor: dueCapitalMinor + capitalNotDueMinor(state.rows, day),
    arrears: arrearsOf(missed, day),
  };
}

/** What is late at the end of a day: an instalment is missed in the evening of its collection day. */
function arrearsOf(missed: LoanState, day: string): LoanPosition['arrears'] {
  const rows = unpaidRows(missed, day);
  const lateInterestMinor = Math.max(0, lateInterestOwedMinor(missed, day));
  const capitalMinor = sumMinor(rows.map((row) => row.capitalMinor));
  const { indemnityOwedMinor: indemnityMinor = 0, costsOwedMinor: costsMinor = 0 } = missed;
  const interestMinor = sumMinor(rows.map((row) => row.interestMinor));
  const totalMinor = interestMinor + capitalMinor + lateInterestMinor + indemnityMinor + costsMinor;
  if (totalMinor === 0) return null;
  const days = daysPastDue(rows[0]?.dueDate ?? null, day);
  return {
    instalments: rows.length,
    since: rows[0]?.dueDate ?? null,
    totalMinor,
    lateInterestMinor,
    indemnityMinor,
    costsMinor,
    perDayMinor: bearsLateInterest(missed) ? lateInterestPerDayOf(missed, rows) : 0,
    daysPastDue: days,
    bucket: bucketOf(days),
  };
}
