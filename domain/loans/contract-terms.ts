import { contractSchedule, DUE_DAYS, interestOfDaysMinor, taegOnDates } from './first-period.ts';
import { amortisationSchedule, type Schedule } from './schedule.ts';
import { taegBps, taegOfSchedule } from './taeg.ts';
import { dailyInterestMinor } from './withdrawal-right.ts';

/** The longest time between the payout and the beginning of the first month, in days (LC-64). */
const MOST_EXTRA_DAYS = 30;

/** What an offer of contract says of a loan, in minor units (LC-31). */
export interface ContractTermsInFigures {
  readonly schedule: Schedule;
  readonly instalmentMinor: number;
  readonly lastInstalmentMinor: number;
  readonly totalDueMinor: number;
  /** With the interest of thirty days before the first month. */
  readonly largestFirstInstalmentMinor: number;
  readonly dailyInterestMinor: number;
  /** Unrounded, in percent. */
  readonly taegPercent: number;
  readonly taegBps: number;
}

/** The figures of an offer (LC-31, LC-33, LC-58, LC-61). @param base the days of the year for the daily amount (`daily.base`). */
export function contractFigures(
  loan: { readonly principalMinor: number; readonly annualRateBps: number; readonly durationMonths: number },
  base: number,
): ContractTermsInFigures {
  const schedule = amortisationSchedule(loan);
  const taegPercent = taegOfSchedule(schedule);
  const first = schedule.rows[0]?.instalmentMinor ?? 0;
  return {
    schedule,
    instalmentMinor: schedule.instalmentMinor,
    lastInstalmentMinor: schedule.lastInstalmentMinor,
    totalDueMinor: schedule.totalDueMinor,
    largestFirstInstalmentMinor:
      first + interestOfDaysMinor(loan.principalMinor, loan.annualRateBps, MOST_EXTRA_DAYS),
    dailyInterestMinor: dailyInterestMinor(loan.principalMinor, loan.annualRateBps, base),
    taegPercent,
    taegBps: taegBps(taegPercent),
  };
}

/**
 * The TAEG in percent, unrounded, of a loan on its planned dates (LC-37): of the chosen due day, or the highest of every due day while none
 * is chosen.
 * @param loan payoutDay: YYYY-MM-DD. dueDay: undefined while it is not chosen; null is the payout's own day.
 */
export function plannedTaegPercent(loan: {
  readonly principalMinor: number;
  readonly annualRateBps: number;
  readonly durationMonths: number;
  readonly payoutDay: string;
  readonly dueDay?: number | null;
}): number {
  const dueDays = loan.dueDay === undefined ? [null, ...DUE_DAYS] : [loan.dueDay];
  return Math.max(
    ...dueDays.map((dueDay) => {
      const { rows } = contractSchedule({ ...loan, dueDay });
      return taegOnDates(loan.principalMinor, loan.payoutDay, rows);
    }),
  );
}
