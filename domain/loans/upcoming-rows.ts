import { sumMinor } from '../money/money.ts';
import { monthlyRate } from './annuity.ts';
import { addMonths, daysBetween } from './due-dates.ts';
import { interestOfDaysMinor } from './first-period.ts';
import {
  type InterestPeriod,
  interestRunInPeriodMinor,
  periodOf,
  postponedInterestMinor,
} from './interest-run.ts';
import {
  bearingBalanceMinor,
  interestDueMinor,
  type LoanRow,
  type ReducedRate,
  rateDueOn,
  rateOfRow,
  rowsAfter,
} from './loan-rows.ts';
import type { LoanState } from './loan-state.ts';
import {
  accruedInterestMinor,
  amortisationSchedule,
  type Schedule,
  scheduleWithPeriods,
} from './schedule.ts';

/** The longest schedule that a measure or an early repayment may make, as `domain/loans/annuity.ts` has it. */
const MOST_ROWS = 600;

/** What the rows after a day are made of: everything that a new version keeps or changes. Amounts in minor units. */
export interface UpcomingRows {
  readonly firstNumber: number;
  /** The first day of the first period, where no row says it: see `LoanRow.startDay`. */
  readonly startDay?: string | undefined;
  /** The periods of the rows that are planned. A longer schedule goes on by months. */
  readonly periods: readonly InterestPeriod[];
  readonly dueDay: number;
  readonly annualRateBps: number;
  /** The rate that a judge set for a time, where it is not over (LC-91). */
  readonly reducedRate?: ReducedRate | undefined;
  /** Capital that bears interest. */
  readonly balanceMinor: number;
  /** Due dates without any payment, first; then due dates with interest only; then the rows that repay the capital. */
  readonly suspendedRows: number;
  readonly interestOnlyRows: number;
  readonly repayingRows: number;
  /** The regular instalment, without intercalary and postponed sums. */
  readonly instalmentMinor: number;
  /** Interest and capital of the past that wait to be spread over the rows; they bear no interest (LC-88, LC-90). */
  readonly postponedInterestMinor: number;
  readonly postponedCapitalMinor: number;
}

/** How the capital is repaid: by the annuity over the rows, by a given instalment whose last row takes the rest, or by one until all is repaid. */
export type Repayment =
  | { readonly by: 'annuity'; readonly rows: number }
  | { readonly by: 'instalment'; readonly rows: number; readonly instalmentMinor: number }
  | {
      readonly by: 'instalment-until-repaid';
      readonly instalmentMinor: number;
      /** The last of so many rows takes what is left, however much it is; without it there are as many as it takes. */
      readonly mostRows?: number;
    };

/** What the rows after a day are made of; null when every row is due. */
export function upcomingRowsOf(state: LoanState, day: string): UpcomingRows | null {
  const upcoming = rowsAfter(state.rows, day);
  const [next] = upcoming;
  if (!next) return null;
  const suspended = upcoming.findIndex(({ instalmentMinor }) => instalmentMinor > 0);
  const repaying = upcoming.findIndex((row) => row.principalMinor > (row.deferredPrincipalMinor ?? 0));
  const firstRepaying = repaying < 0 ? suspended : repaying;
  const row = upcoming[firstRepaying] as LoanRow;
  return {
    firstNumber: next.number,
    startDay: next.startDay,
    periods: upcoming.map((one) => periodOf(state.rows, one, state)),
    dueDay: state.dueDay,
    annualRateBps: state.annualRateBps,
    reducedRate: state.reducedRate && state.reducedRate.untilDay > day ? state.reducedRate : undefined,
    balanceMinor: bearingBalanceMinor(state.rows, next),
    suspendedRows: suspended,
    interestOnlyRows: firstRepaying - suspended,
    repayingRows: upcoming.length - firstRepaying,
    instalmentMinor: regularInstalmentMinor(state, row),
    postponedInterestMinor: postponedInterestMinor(state, state.rows, day),
    postponedCapitalMinor: sumMinor(upcoming.map(({ deferredPrincipalMinor = 0 }) => deferredPrincipalMinor)),
  };
}

/** A row's instalment without what is there once: interest of days instead of a month or before it, and postponed sums. */
function regularInstalmentMinor(state: LoanState, row: LoanRow): number {
  const { startDay, anchorDay, dueDate } = periodOf(state.rows, row, state);
  const balanceMinor = bearingBalanceMinor(state.rows, row);
  const rateBps = rateOfRow(row, state);
  return (
    row.instalmentMinor +
    (anchorDay === dueDate ? monthInterestMinor(balanceMinor, rateBps) : 0) -
    interestOfDaysMinor(balanceMinor, rateBps, daysBetween(startDay, anchorDay)) -
    (row.deferredInterestMinor ?? 0) -
    (row.deferredPrincipalMinor ?? 0)
  );
}

/** The rows' interest altogether, postponed shares included. */
export function totalInterestDueMinor(rows: readonly LoanRow[]): number {
  return sumMinor(rows.map(interestDueMinor));
}

/** The periods of a number of rows: the planned ones, then plain months. */
export function periodsOf(
  { periods, dueDay }: Pick<UpcomingRows, 'periods' | 'dueDay'>,
  count: number,
): InterestPeriod[] {
  const all = periods.slice(0, count);
  while (all.length < count) {
    const startDay = (all.at(-1) as InterestPeriod).dueDate;
    all.push({ startDay, anchorDay: startDay, dueDate: addMonths(startDay, 1, dueDay) });
  }
  return all;
}

/** The month's interest of a balance, rounded half-even. */
export function monthInterestMinor(balanceMinor: number, annualRateBps: number): number {
  const periodRate = monthlyRate(annualRateBps);
  return accruedInterestMinor({ remainingMinor: balanceMinor, periodRate, elapsedDays: 1, periodDays: 1 });
}

/** How many rows an instalment needs to repay a balance. @param rateOf the rate of each of them, counted from 1. */
function rowsUntilRepaid(
  balanceMinor: number,
  rateOf: (number: number) => number,
  instalmentMinor: number,
): number {
  let leftMinor = balanceMinor;
  for (let count = 1; count <= MOST_ROWS; count += 1) {
    const interestMinor = monthInterestMinor(leftMinor, rateOf(count));
    if (leftMinor + interestMinor <= instalmentMinor) return count;
    if (instalmentMinor <= interestMinor) break;
    leftMinor -= instalmentMinor - interestMinor;
  }
  throw new RangeError(`An instalment of ${instalmentMinor} does not repay ${balanceMinor}`);
}

/**
 * Rows that bear nothing, for postponed sums that are all that is left (LC-95): as many as were planned, or as an instalment of the old amount
 * needs.
 */
function emptyRows(upcoming: UpcomingRows, repayment: Repayment): Pick<Schedule, 'rows' | 'instalmentMinor'> {
  const { postponedCapitalMinor, postponedInterestMinor, interestOnlyRows, repayingRows } = upcoming;
  const isUntilRepaid = repayment.by === 'instalment-until-repaid';
  const planned = interestOnlyRows + (isUntilRepaid ? repayingRows : repayment.rows);
  const leftMinor = postponedCapitalMinor + postponedInterestMinor;
  const count =
    isUntilRepaid && repayment.instalmentMinor > 0
      ? Math.min(planned, Math.ceil(leftMinor / repayment.instalmentMinor))
      : planned;
  const row = { instalmentMinor: 0, interestMinor: 0, principalMinor: 0, remainingMinor: 0 };
  const rows = Array.from({ length: Math.max(1, count) }, (_, index) => ({ number: index + 1, ...row }));
  return { rows, instalmentMinor: Math.floor(leftMinor / rows.length) };
}

/** The schedule of the capital that bears interest, without dates and postponed sums. */
function plainSchedule(
  upcoming: UpcomingRows,
  repayment: Repayment,
): Pick<Schedule, 'rows' | 'instalmentMinor'> {
  if (upcoming.balanceMinor === 0) return emptyRows(upcoming, repayment);
  const { balanceMinor, annualRateBps, interestOnlyRows, suspendedRows } = upcoming;
  const planned = upcoming.reducedRate
    ? periodsOf(upcoming, suspendedRows + MOST_ROWS).slice(suspendedRows)
    : [];
  /** @param number of a row after the suspended ones, from 1. */
  const rateOf = (number: number) => {
    const period = planned[number - 1];
    return period ? rateDueOn(upcoming, period.dueDate) : annualRateBps;
  };
  const count =
    repayment.by === 'instalment-until-repaid'
      ? Math.min(
          rowsUntilRepaid(balanceMinor, (row) => rateOf(interestOnlyRows + row), repayment.instalmentMinor),
          repayment.mostRows ?? MOST_ROWS,
        )
      : repayment.rows;
  const options = {
    principalGracePeriods: interestOnlyRows,
    ...(repayment.by === 'annuity' ? {} : { instalmentMinor: repayment.instalmentMinor }),
  };
  const durationMonths = interestOnlyRows + count;
  if (rateOf(1) === annualRateBps)
    return amortisationSchedule({ principalMinor: balanceMinor, annualRateBps, durationMonths, ...options });
  const rates = Array.from({ length: durationMonths }, (_, index) => monthlyRate(rateOf(index + 1)));
  return scheduleWithPeriods(balanceMinor, rates, options);
}

/** Rows after a day, with their regular instalment: without intercalary and postponed sums. */
export interface NewRows {
  readonly rows: readonly LoanRow[];
  readonly instalmentMinor: number;
}

/**
 * New rows after a day (docs/rules.md, Measures; LC-61, LC-88, LC-90, LC-97): suspended due dates at 0, whose interest is postponed; then plain
 * rows. Postponed sums are spread over the rows that repay the capital, floor(total / rows) each and the rest on the last: a due date with interest only
 * asks for nothing else (LC-89).
 * @throws RangeError when the instalment does not repay the balance.
 */
export function buildRows(upcoming: UpcomingRows, repayment: Repayment): NewRows {
  const { firstNumber, balanceMinor, suspendedRows } = upcoming;
  const { rows: plain, instalmentMinor } = plainSchedule(upcoming, repayment);
  const periods = periodsOf(upcoming, suspendedRows + plain.length);
  const suspended = periods.slice(0, suspendedRows);
  // Where nothing bears interest any more, no due date is one of interest only.
  const withoutShare = balanceMinor === 0 ? 0 : upcoming.interestOnlyRows;
  const interestShares = sharesOf(
    upcoming.postponedInterestMinor +
      sumMinor(
        suspended.map((one) =>
          interestRunInPeriodMinor(balanceMinor, rateDueOn(upcoming, one.dueDate), one, one.dueDate),
        ),
      ),
    plain.length - withoutShare,
  );
  const capitalShares = sharesOf(upcoming.postponedCapitalMinor, plain.length - withoutShare);

  let postponedCapitalMinor = upcoming.postponedCapitalMinor;
  let bearingMinor = balanceMinor;
  const rows = periods.map((period, index): LoanRow => {
    const place = index - suspendedRows;
    const row = plain[place];
    const { anchorDay, startDay, dueDate } = period;
    const rateBps = rateDueOn(upcoming, dueDate);
    const base = {
      number: firstNumber + index,
      dueDate,
      ...(anchorDay > startDay ? { anchorDay } : {}),
      ...(index === 0 && upcoming.startDay !== undefined ? { startDay: upcoming.startDay } : {}),
      ...(rateBps === upcoming.annualRateBps ? {} : { annualRateBps: rateBps }),
    };
    if (!row)
      return {
        ...base,
        instalmentMinor: 0,
        interestMinor: 0,
        principalMinor: 0,
        remainingMinor: bearingMinor + postponedCapitalMinor,
      };
    const interestMinor =
      (anchorDay === dueDate ? 0 : row.interestMinor) +
      interestOfDaysMinor(bearingMinor, rateBps, daysBetween(startDay, anchorDay));
    const [deferredInterestMinor = 0, deferredPrincipalMinor = 0] = [
      interestShares[place - withoutShare],
      capitalShares[place - withoutShare],
    ];
    const principalMinor = row.principalMinor + deferredPrincipalMinor;
    bearingMinor = row.remainingMinor;
    postponedCapitalMinor -= deferredPrincipalMinor;
    return {
      ...base,
      instalmentMinor: interestMinor + principalMinor + deferredInterestMinor,
      interestMinor,
      principalMinor,
      remainingMinor: bearingMinor + postponedCapitalMinor,
      ...(deferredInterestMinor > 0 ? { deferredInterestMinor } : {}),
      ...(deferredPrincipalMinor > 0 ? { deferredPrincipalMinor } : {}),
    };
  });
  return { rows, instalmentMinor };
}

/** A sum in equal shares, each rounded down, the rest with the last (LC-88). */
function sharesOf(totalMinor: number, count: number): number[] {
  const share = Math.floor(totalMinor / count);
  return Array.from({ length: count }, (_, index) =>
    index === count - 1 ? totalMinor - share * (count - 1) : share,
  );
}
