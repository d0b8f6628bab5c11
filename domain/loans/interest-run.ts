import { monthlyRate } from './annuity.ts';
import { daysBetween } from './due-dates.ts';
import { interestOfDaysMinor } from './first-period.ts';
import {
  bearingBalanceMinor,
  type LoanRow,
  type LoanTermsOfDays,
  periodStartOf,
  rateOfRow,
  rowRunningOn,
  rowsAfter,
} from './loan-rows.ts';
import { accruedInterestMinor, type DayInterest } from './schedule.ts';

/** A period that ends with a due date. `anchorDay` is `startDay` when the period is one plain month. Days are nominal, never shifted. */
export interface InterestPeriod {
  readonly startDay: string;
  readonly anchorDay: string;
  readonly dueDate: string;
}

/** The period of a row. */
export function periodOf(
  rows: readonly LoanRow[],
  row: LoanRow,
  terms: Pick<LoanTermsOfDays, 'payoutDay' | 'dueDay'>,
): InterestPeriod {
  const startDay = periodStartOf(rows, row, terms);
  return { startDay, anchorDay: row.anchorDay ?? startDay, dueDate: row.dueDate };
}

/**
 * The interest that has run on a balance within a period, up to a day (LC-66): single days / 365 before the anchor, and after it the share of
 * the month's interest; each rounded half-even.
 * @throws RangeError when the day is not within the period.
 */
export function interestRunInPeriodMinor(
  balanceMinor: number,
  annualRateBps: number,
  { startDay, anchorDay, dueDate }: InterestPeriod,
  day: string,
): number {
  if (day < startDay || day > dueDate)
    throw new RangeError(`${day} is not between ${startDay} and ${dueDate}`);
  if (day <= anchorDay) return interestOfDaysMinor(balanceMinor, annualRateBps, daysBetween(startDay, day));
  return (
    interestOfDaysMinor(balanceMinor, annualRateBps, daysBetween(startDay, anchorDay)) +
    accruedInterestMinor({
      remainingMinor: balanceMinor,
      periodRate: monthlyRate(annualRateBps),
      elapsedDays: daysBetween(anchorDay, day),
      periodDays: daysBetween(anchorDay, dueDate),
    })
  );
}

/**
 * The interest that has run on a loan since its last due date, up to a day; on a due date it is 0, since that row's interest is due
 * (LC-66), and before its period begins too: no interest ran then (LC-6, LC-92). Given a balance, the part of it that belongs to that much of the capital (LC-97).
 */
export function interestRunMinor(
  terms: LoanTermsOfDays,
  rows: readonly LoanRow[],
  day: string,
  balanceMinor?: number,
): number {
  const row = rowRunningOn(rows, day);
  if (!row) return 0;
  const period = periodOf(rows, row, terms);
  if (day <= period.startDay) return 0;
  const balance = balanceMinor ?? bearingBalanceMinor(rows, row);
  return interestRunInPeriodMinor(balance, rateOfRow(row, terms), period, day);
}

/** The interest that a suspended due date postpones: that of its whole period (LC-88). */
function postponedByMinor(terms: LoanTermsOfDays, rows: readonly LoanRow[], row: LoanRow): number {
  if (row.instalmentMinor !== 0) return 0;
  const period = periodOf(rows, row, terms);
  return interestRunInPeriodMinor(bearingBalanceMinor(rows, row), rateOfRow(row, terms), period, row.dueDate);
}

/** Interest of past periods that was postponed and is not due yet on a day: it is owed, and later rows collect it (LC-88, LC-90). */
export function postponedInterestMinor(
  terms: LoanTermsOfDays,
  rows: readonly LoanRow[],
  day: string,
): number {
  return rowsAfter(rows, day).reduce(
    (sum, row) => sum + (row.deferredInterestMinor ?? 0) - postponedByMinor(terms, rows, row),
    0,
  );
}

/**
 * What rows demand for single days beside their month's interest, in minor units: the days before the first whole month (LC-64) and those before
 * a new due day (LC-68). A row whose whole period is counted in days has no month beside them (LC-92), and a row of 0 demands nothing.
 * @param rateOf the rate that made the row, in hundredths of a percent.
 */
export function dayInterestOf<Row extends LoanRow>(
  rows: readonly Row[],
  terms: Pick<LoanTermsOfDays, 'payoutDay' | 'dueDay'>,
  rateOf: (row: Row) => number,
): DayInterest[] {
  return rows.flatMap((row): DayInterest[] => {
    const { startDay, anchorDay, dueDate } = periodOf(rows, row, terms);
    if (anchorDay === startDay || anchorDay === dueDate || row.interestMinor === 0) return [];
    const interestMinor = interestOfDaysMinor(
      bearingBalanceMinor(rows, row),
      rateOf(row),
      daysBetween(startDay, anchorDay),
    );
    return interestMinor === 0
      ? []
      : [{ number: row.number, fromDay: startDay, toDay: anchorDay, interestMinor }];
  });
}
