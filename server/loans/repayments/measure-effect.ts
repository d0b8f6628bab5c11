import { Refusal } from '#domain/errors.ts';
import { withoutInterestOfFreeze } from '#domain/loans/freezes.ts';
import { interestDueMinor, type LoanRow } from '#domain/loans/loan-rows.ts';
import { type Measure, type MeasureResult, measureRows } from '#domain/loans/measures.ts';
import { ratesOfSchedule } from '../schedules.ts';
import type { ServicedLoan } from '../servicing/serviced-loans.ts';
import { currentPlan, planOf, type RepaymentPlan } from './quote.ts';

/** A row of the schedule that a measure gives, its postponed interest apart (LC-88). Minor units. */
export interface MeasureEffectRow {
  readonly number: number;
  readonly dueDate: string;
  readonly instalmentMinor: number;
  readonly interestMinor: number;
  readonly deferredInterestMinor: number;
  readonly principalMinor: number;
  readonly remainingMinor: number;
}

/** What a measure changes (LC-87). Minor units. */
export interface MeasureEffect {
  readonly before: RepaymentPlan;
  readonly after: RepaymentPlan;
  readonly extraInterestMinor: number;
  readonly deferredInterestMinor: number;
  /** Of the rows, in hundredths of a percent: that of a judge until its last day, and after it the loan's own (LC-91). */
  readonly rates: { annualRateBps: number; untilDay: string | null }[];
  readonly rows: MeasureEffectRow[];
}

const effectRow = (row: LoanRow): MeasureEffectRow => ({
  number: row.number,
  dueDate: row.dueDate,
  instalmentMinor: row.instalmentMinor,
  interestMinor: row.interestMinor,
  deferredInterestMinor: interestDueMinor(row) - row.interestMinor,
  principalMinor: row.principalMinor,
  remainingMinor: row.remainingMinor,
});

/**
 * The new rows of a measure on a day, for a loan read whole.
 * @throws Refusal `measure.impossible` when no schedule has these terms: a suspension longer than a year (two by a judge), a higher rate, an instalment that does not cover
 * the month's interest, a remission of the whole.
 */
export function measureResult(serviced: ServicedLoan, day: string, measure: Measure): MeasureResult {
  const { annualRateBps } = serviced.state;
  const rateBps = measure.annualRateBps ?? annualRateBps;
  if (rateBps > annualRateBps || (measure.kind === 'rate-cut' && rateBps === annualRateBps))
    throw new Refusal('measure.impossible');
  try {
    return measureRows(withoutInterestOfFreeze(serviced.state, day), day, measure);
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal('measure.impossible');
    throw error;
  }
}

/** What a measure would change on a day. @throws Refusal `measure.impossible`. */
export function effectOf(serviced: ServicedLoan, day: string, measure: Measure): MeasureEffect {
  return planChange(serviced, day, measureResult(serviced, day, measure));
}

/** What the new rows of a measure change. @param serviced the loan before it. */
export function planChange(serviced: ServicedLoan, day: string, result: MeasureResult): MeasureEffect {
  return {
    before: {
      ...currentPlan(serviced.state, day),
      // With the interest of the unpaid rows that the measure takes up, so that both differ by what it adds.
      interestLeftMinor: result.totalInterestLeftMinor - result.extraInterestMinor,
    },
    after: planOf(result.rows, {
      // What is paid each month, with its share of postponed sums; the last row takes the rest.
      instalmentMinor: (result.rows.at(-2) ?? result.rows.at(-1))?.instalmentMinor ?? 0,
      interestLeftMinor: result.totalInterestLeftMinor,
      day,
    }),
    extraInterestMinor: result.extraInterestMinor,
    deferredInterestMinor: result.deferredInterestMinor,
    rates: ratesOfSchedule(result),
    rows: result.rows.map(effectRow),
  };
}
