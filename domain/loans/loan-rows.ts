import type { ScheduleRow } from './schedule.ts';

/**
 * A row of a running schedule (docs/rules.md, The schedule of a contract). `instalmentMinor` is `interestMinor`, `principalMinor` and
 * `deferredInterestMinor` together; `interestMinor` of the first row includes its intercalary interest.
 */
export type LoanRow = ScheduleRow & {
  readonly dueDate: string;
  /** The day from which the month before the due date runs, where other days come before it (LC-64, LC-68): those bear intercalary interest. */
  readonly anchorDay?: string;
  /** Share of postponed interest that is due with this row, « intérêts reportés » (LC-88). It bears no interest. */
  readonly deferredInterestMinor?: number;
  /** The part of `principalMinor` that was unpaid when a measure was agreed and was spread over its rows (LC-90). It bears no interest. */
  readonly deferredPrincipalMinor?: number;
};

/** What rests the same over the life of a version: the rate, and the day from which the first of its rows runs. */
export interface LoanTermsOfDays {
  readonly annualRateBps: number;
  /** The day on which the money was paid out: the first row's period begins then. */
  readonly payoutDay: string;
}

/** All that a row demands as interest. */
export function interestDueMinor(row: LoanRow): number {
  return row.interestMinor + (row.deferredInterestMinor ?? 0);
}

/** The capital before a row that bears interest in its period: postponed capital bears none (LC-90). */
export function bearingBalanceMinor(rows: readonly LoanRow[], row: LoanRow): number {
  const postponed = rows
    .filter(({ number }) => number >= row.number)
    .reduce((sum, { deferredPrincipalMinor = 0 }) => sum + deferredPrincipalMinor, 0);
  return row.remainingMinor + row.principalMinor - postponed;
}

/** The row whose period a day lies in: the first one that falls due after it. Null once all are due. */
export function rowRunningOn(rows: readonly LoanRow[], day: string): LoanRow | null {
  return rows.find(({ dueDate }) => dueDate > day) ?? null;
}

/** The first day of a row's period: the due date of the row before, or the payout. */
export function periodStartOf(
  rows: readonly LoanRow[],
  row: LoanRow,
  { payoutDay }: Pick<LoanTermsOfDays, 'payoutDay'>,
): string {
  return rows.findLast(({ number }) => number < row.number)?.dueDate ?? payoutDay;
}
