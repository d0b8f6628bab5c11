import { multiplyByRatio } from '../money/rounding.ts';
import { addMonths, daysBetween } from './due-dates.ts';
import type { LoanRow } from './loan-rows.ts';
import { amortisationSchedule, type Schedule, scheduleOfRows } from './schedule.ts';
import { taeg, yearsBetween } from './taeg.ts';

/** The days that the operator offers as due days (LC-63); a loan without a choice falls due on the day of its payout. */
export const DUE_DAYS = [5, 10, 15, 20, 25, 31] as const;

/** The days before the first whole month (LC-64). */
export interface FirstPeriod {
  /** 1 to 31; short months use their last day. */
  readonly dueDay: number;
  /** The first due day on or after the payout: the first whole month begins here. */
  readonly anchorDay: string;
  /** Days from the payout to the anchor, at most 30. */
  readonly extraDays: number;
  readonly firstDueDate: string;
}

/**
 * The first period of what runs from a day: a payout, or the due date after which a new due day begins (LC-64, LC-68).
 * @param dueDay 1 to 31, or null for the day's own.
 */
export function firstPeriodOf(startDay: string, dueDay: number | null): FirstPeriod {
  const seedDay = dueDay ?? Number(startDay.slice(8));
  if (!Number.isInteger(seedDay) || seedDay < 1 || seedDay > 31)
    throw new RangeError(`Not a due day: ${dueDay}`);
  const ofThisMonth = addMonths(startDay, 0, seedDay);
  const anchorDay = ofThisMonth >= startDay ? ofThisMonth : addMonths(startDay, 1, seedDay);
  return {
    dueDay: seedDay,
    anchorDay,
    extraDays: daysBetween(startDay, anchorDay),
    firstDueDate: addMonths(anchorDay, 1, seedDay),
  };
}

/** The due dates after a first period: its day of each month, clamped in short months and kept after them (LC-63). */
export function dueDatesFrom(firstPeriod: FirstPeriod, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    addMonths(firstPeriod.firstDueDate, index, firstPeriod.dueDay),
  );
}

/** Interest of single days: balance × annual rate × days / 365, rounded half-even (« intérêts intercalaires », LC-64). */
export function interestOfDaysMinor(balanceMinor: number, annualRateBps: number, days: number): number {
  return multiplyByRatio(balanceMinor, BigInt(annualRateBps) * BigInt(days), 3_650_000n, 'half-even');
}

/** What a contract is repaid by, with the day of its payout. */
export interface ContractTerms {
  readonly principalMinor: number;
  /** Hundredths of a percent. */
  readonly annualRateBps: number;
  readonly durationMonths: number;
  /** YYYY-MM-DD, legal. */
  readonly payoutDay: string;
  /** 1 to 31, or null for the payout's own day. */
  readonly dueDay: number | null;
}

export interface ContractSchedule extends Schedule {
  readonly rows: readonly LoanRow[];
  readonly firstPeriod: FirstPeriod;
  /** Part of the first row's interest. */
  readonly intercalaryInterestMinor: number;
  readonly firstInstalmentMinor: number;
}

/**
 * The schedule that a payout fixes: equal months from the anchor on, and the interest of the days before it on the first instalment
 * (docs/rules.md, The schedule of a contract; LC-61 to LC-64). `instalmentMinor` is the one printed in the offer, without that interest.
 * @throws RangeError on impossible terms.
 */
export function contractSchedule(terms: ContractTerms): ContractSchedule {
  const { principalMinor, annualRateBps, durationMonths } = terms;
  const firstPeriod = firstPeriodOf(terms.payoutDay, terms.dueDay);
  const plain = amortisationSchedule({ principalMinor, annualRateBps, durationMonths });
  const intercalaryMinor = interestOfDaysMinor(principalMinor, annualRateBps, firstPeriod.extraDays);
  const dates = dueDatesFrom(firstPeriod, durationMonths);
  const rows = plain.rows.map((row, index): LoanRow => {
    const dated = { ...row, dueDate: dates[index] as string };
    return index === 0 && firstPeriod.extraDays > 0
      ? withIntercalaryInterest(dated, firstPeriod.anchorDay, intercalaryMinor)
      : dated;
  });
  return {
    ...scheduleOfRows(rows),
    rows,
    instalmentMinor: plain.instalmentMinor,
    firstInstalmentMinor: rows[0]?.instalmentMinor ?? 0,
    firstPeriod,
    intercalaryInterestMinor: intercalaryMinor,
  };
}

/** A row with the interest of the days before its month. */
export function withIntercalaryInterest(row: LoanRow, anchorDay: string, intercalaryMinor: number): LoanRow {
  return {
    ...row,
    anchorDay,
    interestMinor: row.interestMinor + intercalaryMinor,
    instalmentMinor: row.instalmentMinor + intercalaryMinor,
  };
}

/** The TAEG in percent, unrounded, of what is paid on its real dates (LC-65): intervals as annexe R314-3 counts them. */
export function taegOnDates(
  principalMinor: number,
  payoutDay: string,
  rows: readonly Pick<LoanRow, 'dueDate' | 'instalmentMinor'>[],
): number {
  return taeg({
    drawdowns: [{ amountMinor: principalMinor, years: 0 }],
    payments: rows.map((row) => ({
      amountMinor: row.instalmentMinor,
      years: yearsBetween(payoutDay, row.dueDate, 'month'),
    })),
  });
}
