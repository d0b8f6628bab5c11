import { addMonths } from './due-dates.ts';
import type { ScheduleRow } from './schedule.ts';

/**
 * A row of a running schedule (docs/rules.md, The schedule of a contract). `instalmentMinor` is `interestMinor`, `principalMinor` and
 * `deferredInterestMinor` together; `interestMinor` of the first row includes its intercalary interest. A row of 0 is a suspended due date.
 */
export type LoanRow = ScheduleRow & {
  readonly dueDate: string;
  /**
   * The first day of its period, where that is neither the due date of the row before nor the payout: a measure took that row's place (LC-90), or no
   * interest ran before it (LC-92).
   */
  readonly startDay?: string;
  /**
   * The day from which the month before the due date runs, where other days come before it (LC-64, LC-68): those bear intercalary interest. It is the
   * due date itself when the whole period is counted in days (LC-92).
   */
  readonly anchorDay?: string;
  /** Share of postponed interest that is due with this row, « intérêts reportés » (LC-88). It bears no interest. */
  readonly deferredInterestMinor?: number;
  /** The part of `principalMinor` that was unpaid when a measure was agreed and was spread over its rows (LC-90). It bears no interest. */
  readonly deferredPrincipalMinor?: number;
  /** The rate of its period, where the running rate is another one: that of its version, or the one that a judge set for a time (LC-91). */
  readonly annualRateBps?: number;
};

/** A rate that a judge set for the rows that fall due until a day; after it the loan's own runs again (LC-91, L314-20). */
export interface ReducedRate {
  readonly annualRateBps: number;
  readonly untilDay: string;
}

/** The rate of what falls due on a day, in hundredths of a percent. */
export function rateDueOn(
  {
    annualRateBps,
    reducedRate,
  }: { readonly annualRateBps: number; readonly reducedRate?: ReducedRate | undefined },
  dueDate: string,
): number {
  return reducedRate && dueDate <= reducedRate.untilDay ? reducedRate.annualRateBps : annualRateBps;
}

/** What the days of a running loan are counted by. */
export interface LoanTermsOfDays {
  readonly annualRateBps: number;
  /** The day on which the money was paid out: the first row's period begins then. */
  readonly payoutDay: string;
  /** The day of the month on which it falls due, 1 to 31; that of the row when it is not known. */
  readonly dueDay?: number;
}

/** The rate of a row's period, in hundredths of a percent. */
export function rateOfRow(
  row: Pick<LoanRow, 'annualRateBps'>,
  { annualRateBps }: Pick<LoanTermsOfDays, 'annualRateBps'>,
): number {
  return row.annualRateBps ?? annualRateBps;
}

/** The rate that runs on a day: that of the row which falls due next, or of the last one. */
export function rateRunningOn(
  rows: readonly LoanRow[],
  terms: Pick<LoanTermsOfDays, 'annualRateBps'>,
  day: string,
): number {
  return rateOfRow(rowRunningOn(rows, day) ?? rows.at(-1) ?? {}, terms);
}

/** All that a row demands as interest. */
export function interestDueMinor(row: LoanRow): number {
  return row.interestMinor + (row.deferredInterestMinor ?? 0);
}

/** The capital that bears interest in a row's period: postponed capital bears none (LC-90). */
export function bearingBalanceMinor(rows: readonly LoanRow[], row: LoanRow): number {
  const postponed = rows
    .filter(({ number }) => number >= row.number)
    .reduce((sum, { deferredPrincipalMinor = 0 }) => sum + deferredPrincipalMinor, 0);
  return row.remainingMinor + row.principalMinor - postponed;
}

/** The rows that fall due after a day: on a due date that day's row is due. */
export function rowsAfter<Row extends LoanRow>(rows: readonly Row[], day: string): Row[] {
  return rows.filter(({ dueDate }) => dueDate > day);
}

/** The row whose period a day lies in: the first one that falls due after it. Null once all are due. */
export function rowRunningOn(rows: readonly LoanRow[], day: string): LoanRow | null {
  return rowsAfter(rows, day)[0] ?? null;
}

/**
 * The first day of a row's period: its own, or the due date of the row before, or the payout. Where the row before is not among the rows, since a
 * measure took its place (LC-90), it is the anchor, or a month before the due date.
 */
export function periodStartOf(
  rows: readonly LoanRow[],
  row: LoanRow,
  { payoutDay, dueDay }: Pick<LoanTermsOfDays, 'payoutDay' | 'dueDay'>,
): string {
  if (row.startDay !== undefined) return row.startDay;
  const before = rows.find(({ number }) => number === row.number - 1);
  if (before) return before.dueDate;
  return row.number === 1 ? payoutDay : (row.anchorDay ?? addMonths(row.dueDate, -1, dueDay));
}

/**
 * The day of the month on which the rows fall due: the longest month's, of those since the due day was last changed (LC-63, LC-68).
 * @throws RangeError without rows.
 */
export function dueDayOfRows(rows: readonly Pick<LoanRow, 'dueDate' | 'anchorDay'>[]): number {
  if (rows.length === 0) throw new RangeError('No rows');
  const changed = rows.findLastIndex(
    ({ anchorDay, dueDate }) => anchorDay !== undefined && anchorDay !== dueDate,
  );
  return Math.max(...rows.slice(Math.max(0, changed)).map(({ dueDate }) => Number(dueDate.slice(8))));
}

/** The capital that is not due yet on a day: what the rows after it repay. */
export function capitalNotDueMinor(rows: readonly LoanRow[], day: string): number {
  const next = rowRunningOn(rows, day);
  return next ? next.remainingMinor + next.principalMinor : 0;
}
