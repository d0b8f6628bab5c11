import { monthlyRate } from './annuity.ts';
import { daysBetween } from './due-dates.ts';
import { interestOfDaysMinor } from './first-period.ts';
import {
  bearingBalanceMinor,
  type LoanRow,
  type LoanTermsOfDays,
  periodStartOf,
  rowRunningOn,
} from './loan-rows.ts';
import { accruedInterestMinor } from './schedule.ts';

/**
 * The interest that has run on a balance within a period, up to a day (LC-66): single days / 365 before the anchor, and after it the share of
 * the month's interest; each rounded half-even.
 * @param period `anchorDay` is `startDay` when the period is one plain month. All days YYYY-MM-DD, nominal and never shifted.
 * @throws RangeError when the day is not within the period.
 */
export function interestRunInPeriodMinor(input: {
  readonly balanceMinor: number;
  readonly annualRateBps: number;
  readonly period: { readonly startDay: string; readonly anchorDay: string; readonly dueDate: string };
  readonly day: string;
}): number {
  const { balanceMinor, annualRateBps, day } = input;
  const { startDay, anchorDay, dueDate } = input.period;
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
 * (LC-66). Given a balance, the part of it that belongs to that much of the capital (LC-97).
 */
export function interestRunMinor(
  terms: LoanTermsOfDays,
  rows: readonly LoanRow[],
  day: string,
  balanceMinor?: number,
): number {
  const row = rowRunningOn(rows, day);
  if (!row) return 0;
  const startDay = periodStartOf(rows, row, terms);
  return interestRunInPeriodMinor({
    balanceMinor: balanceMinor ?? bearingBalanceMinor(rows, row),
    annualRateBps: terms.annualRateBps,
    period: { startDay, anchorDay: row.anchorDay ?? startDay, dueDate: row.dueDate },
    day,
  });
}
