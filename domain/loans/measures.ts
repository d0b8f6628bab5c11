import { sumMinor } from '../money/money.ts';
import { addMonths } from './due-dates.ts';
import { firstPeriodOf } from './first-period.ts';
import type { InterestPeriod } from './interest-run.ts';
import { type LoanRow, periodStartOf, type ReducedRate, rowRunningOn, rowsAfter } from './loan-rows.ts';
import { type LoanState, type UnpaidRow, unpaidRows } from './loan-state.ts';
import {
  buildRows,
  type NewRows,
  periodsOf,
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

/** The most months for which a judge sets a rate (LC-91, C. civ. 1343-5), and the plan of a commission (L732-3). */
export const MOST_RATE_MONTHS = { judge: 24, plan: 84 } as const;

/**
 * A measure with its terms. The rate of a judge's grace may be 0, with any measure, and holds for a number of due dates; without one, to the end
 * (LC-91). Amounts in minor units.
 */
export type Measure = (
  | { readonly kind: 'suspension-total' | 'suspension-capital' | 'extension'; readonly months: number }
  | { readonly kind: 'reduced-instalments'; readonly instalmentMinor: number }
  | { readonly kind: 'rate-cut'; readonly annualRateBps: number }
  | { readonly kind: 'remission'; readonly capitalMinor: number }
) & { readonly annualRateBps?: number; readonly rateMonths?: number; readonly isOfJudge?: boolean };

/** The new version that a measure makes, in minor units. */
export interface MeasureResult {
  /** After the time of a judge's rate, if there is one. */
  readonly annualRateBps: number;
  readonly reducedRate: ReducedRate | null;
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
  const rates = ratesOf(planned, measure);
  const { rows, instalmentMinor } = newRows(
    {
      ...planned,
      ...rates,
      startDay,
      postponedInterestMinor: planned.postponedInterestMinor + unpaidInterestMinor,
      postponedCapitalMinor:
        planned.postponedCapitalMinor + sumMinor(replacedRows.map((row) => row.capitalMinor)),
    },
    measure,
  );
  const totalInterestLeftMinor = totalInterestDueMinor(rows);
  return {
    annualRateBps: rates.annualRateBps,
    reducedRate: rates.reducedRate ?? null,
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

/** The rates of a measure: its own for its time or to the end, or those that run. A judge's rate goes on unless a lower one takes its place. */
function ratesOf(
  planned: UpcomingRows,
  measure: Measure,
): Pick<UpcomingRows, 'annualRateBps' | 'reducedRate'> {
  const { annualRateBps, reducedRate } = planned;
  if (measure.annualRateBps === undefined) return { annualRateBps, reducedRate };
  if (measure.rateMonths === undefined) {
    const isLower = reducedRate !== undefined && reducedRate.annualRateBps < measure.annualRateBps;
    return { annualRateBps: measure.annualRateBps, reducedRate: isLower ? reducedRate : undefined };
  }
  const months = monthsOf(measure.rateMonths, MOST_RATE_MONTHS.plan);
  const untilDay = (periodsOf(planned, months).at(-1) as InterestPeriod).dueDate;
  return { annualRateBps, reducedRate: { annualRateBps: measure.annualRateBps, untilDay } };
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

/** Whether the rows that repay the capital bear the rate that they bore: a judge's rate may be over when the first of them begins. */
function keepsRates({ reducedRate, ...planned }: UpcomingRows, measure: Measure): boolean {
  if (measure.annualRateBps === undefined) return true;
  if (measure.rateMonths === undefined) return false;
  const first = periodsOf(planned, planned.suspendedRows + planned.interestOnlyRows + 1).at(-1);
  return reducedRate !== undefined && first !== undefined && first.dueDate > reducedRate.untilDay;
}

function newRows(planned: UpcomingRows, measure: Measure): NewRows {
  const { repayingRows: rows, instalmentMinor, balanceMinor } = planned;
  const unchanged = (of: UpcomingRows) =>
    keepsRates(of, measure)
      ? ({ by: 'instalment', rows, instalmentMinor } as const)
      : ({ by: 'annuity', rows } as const);
  const mostSuspended = measure.isOfJudge ? MOST_SUSPENDED_BY_JUDGE : MOST_SUSPENDED_MONTHS;
  switch (measure.kind) {
    case 'suspension-total': {
      const months = monthsOf(measure.months, mostSuspended);
      const suspended = { ...planned, suspendedRows: planned.suspendedRows + months };
      return buildRows(suspended, unchanged(suspended));
    }
    case 'suspension-capital': {
      const months = monthsOf(measure.months, mostSuspended);
      const interestOnly = { ...planned, interestOnlyRows: planned.interestOnlyRows + months };
      return buildRows(interestOnly, unchanged(interestOnly));
    }
    case 'extension':
      return buildRows(planned, {
        by: 'annuity',
        rows: rows + monthsOf(measure.months, MOST_EXTENSION_MONTHS),
      });
    case 'reduced-instalments': {
      // The house lowers an instalment; a judge's terms win (LC-91). That it covers each month's interest, at the rate of that month, is looked at below.
      if (!measure.isOfJudge && measure.instalmentMinor >= instalmentMinor)
        throw new RangeError(`An instalment of ${measure.instalmentMinor} is not below ${instalmentMinor}`);
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
export function rowsOfNewDueDay(
  state: LoanState,
  day: string,
  dueDay: number,
): NewRows & { readonly reducedRate: ReducedRate | null } {
  const next = rowRunningOn(state.rows, day);
  const planned = next && upcomingRowsOf(state, next.dueDate);
  if (!planned) throw new RangeError(`No row follows the one that runs on ${day}`);
  const { anchorDay, firstDueDate } = firstPeriodOf(next.dueDate, dueDay);
  const { repayingRows: rows, instalmentMinor } = planned;
  const periods = [{ startDay: next.dueDate, anchorDay, dueDate: firstDueDate }];
  const reducedRate = movedRate(planned, { periods, dueDay });
  const moved = buildRows(
    { ...planned, dueDay, periods, reducedRate },
    { by: 'instalment', rows, instalmentMinor },
  );
  return { ...moved, rows: [next, ...moved.rows], reducedRate: reducedRate ?? null };
}

/** A judge's rate on another due day: for as many due dates as before (LC-68, LC-91). */
function movedRate(
  { reducedRate, periods }: UpcomingRows,
  moved: Pick<UpcomingRows, 'periods' | 'dueDay'>,
): ReducedRate | undefined {
  if (!reducedRate) return undefined;
  const count = periods.filter(({ dueDate }) => dueDate <= reducedRate.untilDay).length;
  const last = periodsOf(moved, count).at(-1);
  return last && count > 0 ? { ...reducedRate, untilDay: last.dueDate } : undefined;
}
