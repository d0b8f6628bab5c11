import { divideRounded, type Ratio, type RoundingMode, toSafeInteger } from '../money/rounding.ts';
import { assertTerms, exactPaymentOfPeriods, monthlyRate } from './annuity.ts';
import { dueDates } from './due-dates.ts';

export { dueDates } from './due-dates.ts';

export type ScheduleRow = {
  /** From 1. */
  readonly number: number;
  readonly dueDate?: string;
  /** Interest and principal together. */
  readonly instalmentMinor: number;
  readonly interestMinor: number;
  /** Its share of interest that a measure postponed, within `interestMinor` (LC-88); only of a schedule that was written down. */
  readonly deferredInterestMinor?: number;
  readonly principalMinor: number;
  /** Principal still owed after this instalment. */
  readonly remainingMinor: number;
};

/** Interest of single days that a row demands beside its month's: of the days before the first whole month, or before a new due day (LC-64, LC-68). */
export type DayInterest = {
  /** Of the row that demands it. */
  readonly number: number;
  /** The day from which it runs, itself not counted. */
  readonly fromDay: string;
  readonly toDay: string;
  readonly interestMinor: number;
};

/**
 * The rows without what they demand for single days: while the payout is back those days do not run, and the first period begins anew once the money
 * leaves again (LC-6, LC-64). What a row repays stays.
 */
export function withoutDayInterest<Row extends ScheduleRow>(
  rows: readonly Row[],
  days: readonly DayInterest[],
): Row[] {
  return rows.map((row) => {
    const { interestMinor } = days.find(({ number }) => number === row.number) ?? { interestMinor: 0 };
    return {
      ...row,
      interestMinor: row.interestMinor - interestMinor,
      instalmentMinor: row.instalmentMinor - interestMinor,
    };
  });
}

/** A rate of rows, in hundredths of a percent, with the last day on which they fall due; null for all that follow. */
export type RateOfRows = { readonly annualRateBps: number; readonly untilDay: string | null };

/**
 * How the rates of rows to come are said where they are not the contract's (LC-91): a rate until a day and another after it, or one.
 * @returns null where nothing differs.
 */
export function comingRates(
  rates: readonly RateOfRows[],
  agreedRateBps: number,
): { readonly rateBps: number; readonly untilDay: string | null; readonly afterBps: number } | null {
  const [first, after] = rates;
  if (!first || (first.untilDay === null && first.annualRateBps === agreedRateBps)) return null;
  const { annualRateBps: rateBps, untilDay } = first;
  return { rateBps, untilDay, afterBps: (after ?? first).annualRateBps };
}

/** Capital that left a loan beside its rows: repaid early in part or whole, or remitted by a measure (LC-89, LC-96, LC-97). */
export type CapitalBeside = {
  readonly event: 'early-repayment' | 'loan-payoff' | 'loan-remission';
  readonly day: string;
  readonly capitalMinor: number;
  /** Interest that was paid with it. */
  readonly interestMinor: number;
};

export type Schedule = {
  readonly rows: readonly ScheduleRow[];
  /** What its totals hold beside the plain months; only of a schedule that was written down. */
  readonly dayInterest?: readonly DayInterest[];
  /** What its rows do not repay of the loan any more; only of a schedule that was written down. */
  readonly capitalBeside?: readonly CapitalBeside[];
  /** The rates of the rows to come, each with the last day on which they fall due (LC-91); only of a schedule that was written down. */
  readonly rates?: readonly RateOfRows[];
  readonly instalmentMinor: number;
  readonly lastInstalmentMinor: number;
  readonly totalDueMinor: number;
  readonly totalInterestMinor: number;
};

/** All postponed interest of a schedule's rows (LC-88), in minor units: above 0 it is shown in a column of its own. */
export function deferredInterestOf({ rows }: Pick<Schedule, 'rows'>): number {
  return rows.reduce((sum, { deferredInterestMinor = 0 }) => sum + deferredInterestMinor, 0);
}

export type ScheduleOptions = {
  /** Due date of each row. */
  readonly dueDates?: readonly string[];
  /** The instalment, instead of the rounded annuity; the last row still takes the remainder. */
  readonly instalmentMinor?: number;
  /** Rounds the instalment to a multiple, 100 for whole euros. */
  readonly instalmentMultipleMinor?: number;
  readonly instalmentRounding?: RoundingMode;
  /** First periods that pay interest only (franchise partielle). */
  readonly principalGracePeriods?: number;
  /** First periods that pay nothing; their interest is not capitalised, it is due with the first payment after them. */
  readonly paymentGracePeriods?: number;
};

/**
 * The exact schedule of a loan whose periods each have their own exact rate. The instalment and the interest of each row are
 * rounded half-even to the minor unit, interest on the rounded balance, and the last row pays what remains with its
 * interest: principal parts always sum to the principal. Throws RangeError on impossible terms, and when a given
 * instalment does not cover the interest.
 */
export function scheduleWithPeriods(
  principalMinor: number,
  periodRates: readonly Ratio[],
  options: ScheduleOptions = {},
): Schedule {
  assertTerms(principalMinor, periodRates.length);
  const periods = periodRates.length;
  const paymentGrace = options.paymentGracePeriods ?? 0;
  const grace = Math.max(options.principalGracePeriods ?? 0, paymentGrace);
  if (grace >= periods || grace < 0) throw new RangeError(`Not a number of grace periods: ${grace}`);
  const instalmentMinor =
    options.instalmentMinor ?? roundedInstalment(principalMinor, periodRates.slice(grace), options);

  const rows: ScheduleRow[] = [];
  let remainingMinor = principalMinor;
  let deferredMinor = 0;
  for (const [index, rate] of periodRates.entries()) {
    const number = index + 1;
    const accruedMinor = interestMinorOf(remainingMinor, rate);
    let interestMinor = accruedMinor + deferredMinor;
    let paidPrincipalMinor = 0;
    if (number <= paymentGrace) {
      deferredMinor = interestMinor;
      interestMinor = 0;
    } else {
      deferredMinor = 0;
      if (number === periods) paidPrincipalMinor = remainingMinor;
      else if (number > grace) {
        if (instalmentMinor < accruedMinor) {
          throw new RangeError(
            `An instalment of ${instalmentMinor} does not cover the interest of ${accruedMinor}`,
          );
        }
        // An instalment rounded up may repay the whole before the last row; it never repays more than is owed.
        paidPrincipalMinor = Math.min(instalmentMinor - accruedMinor, remainingMinor);
      }
    }
    remainingMinor -= paidPrincipalMinor;
    const dueDate = options.dueDates?.[index];
    rows.push({
      number,
      ...(dueDate === undefined ? {} : { dueDate }),
      instalmentMinor: interestMinor + paidPrincipalMinor,
      interestMinor,
      principalMinor: paidPrincipalMinor,
      remainingMinor,
    });
  }
  return { ...scheduleOfRows(rows), instalmentMinor };
}

/** A schedule from the rows that were written down: the instalment is that of the first row. */
export function scheduleOfRows(rows: readonly ScheduleRow[]): Schedule {
  const sum = (pick: (row: ScheduleRow) => number) => rows.reduce((total, row) => total + pick(row), 0);
  return {
    rows,
    instalmentMinor: rows[0]?.instalmentMinor ?? 0,
    lastInstalmentMinor: rows.at(-1)?.instalmentMinor ?? 0,
    totalDueMinor: sum((row) => row.instalmentMinor),
    totalInterestMinor: sum((row) => row.interestMinor),
  };
}

function roundedInstalment(
  principalMinor: number,
  periodRates: readonly Ratio[],
  options: ScheduleOptions,
): number {
  const exact = exactPaymentOfPeriods(principalMinor, periodRates);
  const multiple = BigInt(options.instalmentMultipleMinor ?? 1);
  if (multiple < 1n) throw new RangeError(`Not a multiple: ${multiple}`);
  const mode = options.instalmentRounding ?? 'half-even';
  return toSafeInteger(divideRounded(exact.numerator, exact.denominator * multiple, mode) * multiple);
}

/** Interest of a balance over a period, rounded half-even. */
function interestMinorOf(balanceMinor: number, rate: Ratio): number {
  return toSafeInteger(divideRounded(BigInt(balanceMinor) * rate.numerator, rate.denominator, 'half-even'));
}

export type AmortisationInput = Omit<ScheduleOptions, 'dueDates'> & {
  readonly principalMinor: number;
  /** Nominal annual rate in hundredths of a percent: 390 is 3.90 %. */
  readonly annualRateBps: number;
  readonly durationMonths: number;
  /** YYYY-MM-DD; rows then carry monthly due dates that keep its day. */
  readonly firstDueDate?: string;
};

/**
 * The schedule of a loan in equal months (annual rate / 12), which is what every contract uses. See `scheduleWithPeriods` for the
 * rounding rules and errors.
 */
export function amortisationSchedule(input: AmortisationInput): Schedule {
  const { principalMinor, annualRateBps, durationMonths, firstDueDate, ...options } = input;
  assertTerms(principalMinor, durationMonths);
  // One ratio shared by all periods: the annuity then uses its closed form.
  const rates = new Array<Ratio>(durationMonths).fill(monthlyRate(annualRateBps));
  return scheduleWithPeriods(principalMinor, rates, {
    ...options,
    ...(firstDueDate === undefined ? {} : { dueDates: dueDates(firstDueDate, durationMonths) }),
  });
}

export type ScheduleYear = Omit<ScheduleRow, 'number' | 'dueDate'> & {
  /** Contract year, from 1. */
  readonly year: number;
  readonly rows: readonly ScheduleRow[];
};

/** A monthly schedule summed by contract year (rows 1 to 12, 13 to 24 and so on), each year with its rows. */
export function byYear(schedule: Pick<Schedule, 'rows'>): ScheduleYear[] {
  const years: ScheduleYear[] = [];
  for (let start = 0; start < schedule.rows.length; start += 12) {
    const rows = schedule.rows.slice(start, start + 12);
    const sum = (pick: (row: ScheduleRow) => number) => rows.reduce((total, row) => total + pick(row), 0);
    years.push({
      year: start / 12 + 1,
      instalmentMinor: sum((row) => row.instalmentMinor),
      interestMinor: sum((row) => row.interestMinor),
      principalMinor: sum((row) => row.principalMinor),
      remainingMinor: rows.at(-1)?.remainingMinor ?? 0,
      rows,
    });
  }
  return years;
}

/**
 * Interest run since the last due date, for an early repayment: balance × period rate × elapsed days / days of the period,
 * rounded half-even. Throws RangeError when the days are not within the period.
 */
export function accruedInterestMinor(input: {
  readonly remainingMinor: number;
  readonly periodRate: Ratio;
  readonly elapsedDays: number;
  readonly periodDays: number;
}): number {
  const { remainingMinor, periodRate, elapsedDays, periodDays } = input;
  if (!(elapsedDays >= 0 && elapsedDays <= periodDays && periodDays > 0)) {
    throw new RangeError(`Not days of a period: ${elapsedDays} of ${periodDays}`);
  }
  const numerator = BigInt(remainingMinor) * periodRate.numerator * BigInt(elapsedDays);
  return toSafeInteger(divideRounded(numerator, periodRate.denominator * BigInt(periodDays), 'half-even'));
}
