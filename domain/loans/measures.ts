import { sumMinor } from '../money/money.ts';
import { addMonths } from './due-dates.ts';
import { firstPeriodOf } from './first-period.ts';
import { type LoanRow, periodStartOf, rowRunningOn, rowsAfter } from './loan-rows.ts';
import { type LoanState, type UnpaidRow, unpaidRows } from './loan-state.ts';
import {
  buildRows,
  monthInterestMinor,
  type NewRows,
  totalInterestDueMinor,
  type UpcomingRows,
  upcomingRowsOf,
} from './upcoming-rows.ts';

/** The measures for a borrower in difficulty that change the rows (LC-87 to LC-89). A refinancing is a new contract. */
export const MEASURE_KINDS = [
  'suspension-total',
  'suspension-capital',
  'extension',
  'reduced-instalments',
  'rate-cut',
  'remission',
] as const;
export type MeasureKind = (typeof MEASURE_KINDS)[number];

/** The most months that a measure may suspend (LC-88). */
export const MOST_SUSPENDED_MONTHS = 12;

/** The most months that a judge may suspend: two years (LC-91, C. civ. 1343-5). */
export const MOST_SUSPENDED_BY_JUDGE = 24;

/** A measure with its terms. The rate of a judge's grace may be 0, with any measure (LC-91). Amounts in minor units. */
export type Measure = (
  | { readonly kind: 'suspension-total' | 'suspension-capital' | 'extension'; readonly months: number }
  | { readonly kind: 'reduced-instalments'; readonly instalmentMinor: number }
  | { readonly kind: 'rate-cut'; readonly annualRateBps: number }
  | { readonly kind: 'remission'; readonly capitalMinor: number }
) & { readonly annualRateBps?: number; readonly isOfJudge?: boolean };

/** The new version that a measure makes, in minor units. */
export interface MeasureResult {
  readonly annualRateBps: number;
  /** The rows after the day. */
  readonly rows: readonly LoanRow[];
  /** The regular instalment of the rows that repay the capital, without postponed sums. */
  readonly instalmentMinor: number;
  readonly lastInstalmentMinor: number;
  readonly newEnd: string;
  /** The capital of the new rows. */
  readonly balanceMinor: number;
  /** All postponed interest that the new rows collect. */
  readonly deferredInterestMinor: number;
  readonly totalInterestLeftMinor: number;
  /** What the measure costs the borrower in interest; below 0 when it saves some (LC-87). */
  readonly extraInterestMinor: number;
  /** Unpaid rows whose sums the new rows have taken over (LC-90): nothing is owed by them any more. */
  readonly replacedRows: readonly UnpaidRow[];
}

/**
 * The new rows of a measure agreed on a day (docs/rules.md, Measures; LC-88 to LC-91). What is unpaid on that day is spread over them, interest and
 * capital apart, and bears no interest; a caller that wants it paid first collects it before.
 * @throws RangeError when the terms are impossible: no row left, an instalment that does not cover the month's interest, a remission of the whole.
 */
export function measureRows(state: LoanState, day: string, measure: Measure): MeasureResult {
  const planned = upcomingRowsOf(state, day);
  if (!planned) throw new RangeError(`No row falls due after ${day}`);
  const replacedRows = unpaidRows(state, day);
  const startDay = startDayWithout(replacedRows, state, day);
  const unpaidInterestMinor = sumMinor(replacedRows.map((row) => row.interestMinor));
  const annualRateBps = measure.annualRateBps ?? state.annualRateBps;
  const { rows, instalmentMinor } = newRows(
    {
      ...planned,
      startDay,
      annualRateBps,
      postponedInterestMinor: planned.postponedInterestMinor + unpaidInterestMinor,
      postponedCapitalMinor:
        planned.postponedCapitalMinor + sumMinor(replacedRows.map((row) => row.capitalMinor)),
    },
    measure,
    annualRateBps === state.annualRateBps,
  );
  const totalInterestLeftMinor = totalInterestDueMinor(rows);
  return {
    annualRateBps,
    rows,
    instalmentMinor,
    lastInstalmentMinor: rows.at(-1)?.instalmentMinor ?? 0,
    newEnd: rows.at(-1)?.dueDate ?? day,
    balanceMinor: sumMinor(rows.map((row) => row.principalMinor)),
    deferredInterestMinor: sumMinor(rows.map((row) => row.deferredInterestMinor ?? 0)),
    totalInterestLeftMinor,
    extraInterestMinor:
      totalInterestLeftMinor - totalInterestDueMinor(rowsAfter(state.rows, day)) - unpaidInterestMinor,
    replacedRows,
  };
}

/** The first day of the next row's period, where it has to be written down since the row before it goes (LC-90). */
function startDayWithout(replaced: readonly UnpaidRow[], state: LoanState, day: string): string | undefined {
  const next = rowRunningOn(state.rows, day);
  if (!next || next.startDay !== undefined) return next?.startDay;
  const gone = new Set(replaced.map(({ number }) => number));
  const kept = state.rows.filter(({ number }) => !gone.has(number));
  const startDay = periodStartOf(state.rows, next, state);
  return periodStartOf(kept, next, state) === startDay ? undefined : startDay;
}

/** A number of months of a measure. */
function monthsOf(months: number, most: number): number {
  if (!Number.isInteger(months) || months < 1 || months > most)
    throw new RangeError(`Not a number of months of a measure: ${months}`);
  return months;
}

/** The longest extension, in months: a schedule has at most 600 rows. */
const MOST_EXTENSION_MONTHS = 480;

function newRows(planned: UpcomingRows, measure: Measure, isRateKept: boolean): NewRows {
  const { repayingRows: rows, instalmentMinor, balanceMinor } = planned;
  const unchanged = isRateKept
    ? ({ by: 'instalment', rows, instalmentMinor } as const)
    : ({ by: 'annuity', rows } as const);
  const mostSuspended = measure.isOfJudge ? MOST_SUSPENDED_BY_JUDGE : MOST_SUSPENDED_MONTHS;
  switch (measure.kind) {
    case 'suspension-total': {
      const months = monthsOf(measure.months, mostSuspended);
      return buildRows({ ...planned, suspendedRows: planned.suspendedRows + months }, unchanged);
    }
    case 'suspension-capital': {
      const months = monthsOf(measure.months, mostSuspended);
      return buildRows({ ...planned, interestOnlyRows: planned.interestOnlyRows + months }, unchanged);
    }
    case 'extension':
      return buildRows(planned, {
        by: 'annuity',
        rows: rows + monthsOf(measure.months, MOST_EXTENSION_MONTHS),
      });
    case 'reduced-instalments': {
      const leastMinor = monthInterestMinor(balanceMinor, planned.annualRateBps);
      if (measure.instalmentMinor <= leastMinor)
        throw new RangeError(`An instalment of ${measure.instalmentMinor} does not cover ${leastMinor}`);
      return buildRows(planned, {
        by: 'instalment-until-repaid',
        instalmentMinor: measure.instalmentMinor,
      });
    }
    case 'rate-cut':
      return buildRows(planned, { by: 'annuity', rows });
    case 'remission': {
      const left = balanceMinor - measure.capitalMinor;
      if (!Number.isSafeInteger(measure.capitalMinor) || measure.capitalMinor < 1 || left < 1)
        throw new RangeError(`${measure.capitalMinor} is no part of the capital that bears interest`);
      return buildRows({ ...planned, balanceMinor: left }, { by: 'annuity', rows });
    }
  }
}

/** For how many months a due day that was changed stays (LC-68, a decision of the house). */
const DUE_DAY_MONTHS = 12;

/** Whether the due day may be changed on a day: once in twelve months, and nothing is late (LC-68). */
export function canChangeDueDay(
  loan: { readonly lastChangeDay: string | null; readonly isLate: boolean },
  day: string,
): boolean {
  const { lastChangeDay, isLate } = loan;
  return !isLate && (lastChangeDay === null || addMonths(lastChangeDay, DUE_DAY_MONTHS) <= day);
}

/**
 * The rows after a day with another due day (LC-68): the next one stays; from its due date on the days to the new due day bear intercalary
 * interest, as after a payout (LC-64). Instalments stay.
 * @param dueDay 1 to 31.
 * @throws RangeError when no row follows the next one.
 */
export function rowsOfNewDueDay(state: LoanState, day: string, dueDay: number): NewRows {
  const next = rowRunningOn(state.rows, day);
  const planned = next && upcomingRowsOf(state, next.dueDate);
  if (!planned) throw new RangeError(`No row follows the one that runs on ${day}`);
  const { anchorDay, firstDueDate } = firstPeriodOf(next.dueDate, dueDay);
  const { repayingRows: rows, instalmentMinor } = planned;
  const moved = buildRows(
    { ...planned, dueDay, periods: [{ startDay: next.dueDate, anchorDay, dueDate: firstDueDate }] },
    { by: 'instalment', rows, instalmentMinor },
  );
  return { ...moved, rows: [next, ...moved.rows] };
}
