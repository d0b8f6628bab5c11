import { addDays, addMonths, daysBetween, isLastDayOfMonth } from './due-dates.ts';
import type { Schedule } from './schedule.ts';

/**
 * The TAEG (annual percentage rate) of Annexe R314-3 of the Code de la consommation: the rate X that makes the present values of
 * drawdowns and payments equal, Σ Cₖ(1+X)^−tₖ = Σ Dₗ(1+X)^−sₗ. Rates are percentages as floats: a rate is not money.
 */

/** An amount at a time, in years from the first drawdown; times may be fractions and, for fees paid ahead, negative. */
export type Flow = { readonly amountMinor: number; readonly years: number };

const LOWEST = -0.999_999;

/** Present value of flows at force of interest u = ln(1+X), and its derivative by u. */
function presentValue(flows: readonly Flow[], u: number): { value: number; slope: number } {
  let value = 0;
  let slope = 0;
  for (const { amountMinor, years } of flows) {
    const present = amountMinor * Math.exp(-u * years);
    value += present;
    slope -= years * present;
  }
  return { value, slope };
}

/**
 * The TAEG in percent, unrounded. Newton on ln(payments / drawdowns) as a function of ln(1+X), which is nearly a straight
 * line, kept inside a bracket by bisection. Throws RangeError when no rate above −99.9999 % solves the equation, for
 * instance without payments.
 */
export function taeg(flows: {
  readonly drawdowns: readonly Flow[];
  readonly payments: readonly Flow[];
}): number {
  const excess = (u: number) => {
    const paid = presentValue(flows.payments, u);
    const drawn = presentValue(flows.drawdowns, u);
    return {
      value: Math.log(paid.value / drawn.value),
      slope: paid.slope / paid.value - drawn.slope / drawn.value,
    };
  };
  let low = Math.log1p(LOWEST);
  let high = Math.log1p(1);
  const { value: atLowest } = excess(low);
  if (!Number.isFinite(atLowest) || atLowest <= 0) {
    throw new RangeError('These flows have no annual percentage rate');
  }
  for (let step = 0; excess(high).value > 0; step += 1) {
    if (step > 60) throw new RangeError('These flows have no annual percentage rate');
    low = high;
    high *= 2;
  }
  let u = Math.min(Math.max(Math.log1p(0.05), low), high);
  for (let step = 0; step < 200; step += 1) {
    const { value, slope } = excess(u);
    if (value === 0) break;
    if (value > 0) low = u;
    else high = u;
    const newton = u - value / slope;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    const settled = Math.abs(next - u) <= 1e-15;
    u = next;
    if (settled) break;
  }
  return Math.expm1(u) * 100;
}

/** The TAEG in percent of a monthly schedule drawn at once, with fees that are part of its cost paid at drawdown. */
export function taegOfSchedule(
  schedule: Pick<Schedule, 'rows' | 'totalDueMinor' | 'totalInterestMinor'>,
  fees: { readonly feesAtDrawdownMinor?: number } = {},
): number {
  const principalMinor = schedule.totalDueMinor - schedule.totalInterestMinor;
  const payments = schedule.rows.map((row) => ({ amountMinor: row.instalmentMinor, years: row.number / 12 }));
  const feesMinor = fees.feesAtDrawdownMinor ?? 0;
  return taeg({
    drawdowns: [{ amountMinor: principalMinor, years: 0 }],
    payments: feesMinor === 0 ? payments : [{ amountMinor: feesMinor, years: 0 }, ...payments],
  });
}

/**
 * Rounds a TAEG half up, always from the unrounded value: two decimals on screens, one at least by Annexe R314-3. A float a hair
 * below a tie (5.125 stored as 5.12499…) counts as the tie.
 */
export function roundTaeg(percent: number, decimals: 1 | 2 = 2): number {
  const factor = 10 ** decimals;
  return Math.floor(percent * factor + 0.5 + 1e-9) / factor;
}

/** A TAEG as an integer of hundredths of a percent, rounded half up, for `formatRate`. */
export function taegBps(percent: number): number {
  return Math.round(roundTaeg(percent, 2) * 100);
}

/**
 * The interval between two dates in years (Annexe R314-3, remark c, and the Commission's guidelines): whole years, months or
 * weeks are counted backwards from the end, the days left at the start count for 1/365, or 1/366 when the year
 * before the remaining day contains a 29 February. A year has 12 equal months or 52 weeks.
 *
 * Two ends of month are whole months apart (31 January to 29 February is 1/12): our due dates keep their seed day
 * and clamp in short months, so an instalment "due on the 31st" is one month after the previous one. The plain rule
 * would count 29/366. Throws RangeError when `to` comes before `from`.
 */
export function yearsBetween(from: string, to: string, unit: 'year' | 'month' | 'week'): number {
  const total = daysBetween(from, to);
  if (total < 0) throw new RangeError(`${to} comes before ${from}`);
  if (unit === 'week') {
    const weeks = Math.floor(total / 7);
    return weeks / 52 + daysAsYears(from, addDays(to, -7 * weeks));
  }
  const monthsPerStep = unit === 'year' ? 12 : 1;
  const monthsApart =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
    Number(to.slice(5, 7)) -
    Number(from.slice(5, 7));
  if (isLastDayOfMonth(from) && isLastDayOfMonth(to) && monthsApart % monthsPerStep === 0) {
    return monthsApart / 12;
  }
  let steps = Math.floor(monthsApart / monthsPerStep);
  if (addMonths(to, -steps * monthsPerStep) < from) steps -= 1;
  return (steps * monthsPerStep) / 12 + daysAsYears(from, addMonths(to, -steps * monthsPerStep));
}

function daysAsYears(from: string, to: string): number {
  const days = daysBetween(from, to);
  if (days === 0) return 0;
  return days / daysBetween(addMonths(to, -12), to);
}
