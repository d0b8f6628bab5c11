import { multiplyByRatio } from '../money/rounding.ts';
import { addDays, daysBetween } from './due-dates.ts';

/** What a withdrawal from a contract makes due on a day, in minor units. */
export interface WithdrawalSum {
  /** « Intérêt journalier », printed in the contract. */
  readonly dailyInterestMinor: number;
  /** Days of interest: the payout day is not counted. */
  readonly days: number;
  readonly interestMinor: number;
  readonly capitalMinor: number;
  readonly totalMinor: number;
  /** The last day to pay it back; null before a payout, when nothing is due. */
  readonly repayBy: string | null;
  /** Whether that day has passed: the whole is in arrears, and its interest goes on at the same rate (LC-59). */
  readonly isLate: boolean;
}

/** How many days a year has for daily amounts, leap years too, unless `daily.base` says otherwise. */
const DAYS_OF_YEAR = 365;

/**
 * The interest of a day after a withdrawal: capital × rate / 365, rounded down (LC-58, L312-26).
 * @param daysOfYear `daily.base`.
 */
export function dailyInterestMinor(
  principalMinor: number,
  annualRateBps: number,
  daysOfYear = DAYS_OF_YEAR,
): number {
  return multiplyByRatio(principalMinor, annualRateBps, 10_000 * daysOfYear, 'down');
}

/** The interest from the payout to a day, as a withdrawal counts it: also the target of what is receivable from then on (LC-58, LC-102). */
export function interestSincePayoutMinor(
  loan: {
    readonly principalMinor: number;
    readonly annualRateBps: number;
    readonly payoutDay: string;
    readonly daysOfYear?: number | undefined;
  },
  day: string,
): number {
  const days = Math.max(0, daysBetween(loan.payoutDay, day));
  return dailyInterestMinor(loan.principalMinor, loan.annualRateBps, loan.daysOfYear) * days;
}

/**
 * What a client who withdrew from a contract owes on a day (docs/rules.md, Withdrawal from a contract; LC-57 to LC-59): nothing before the payout;
 * after it the capital and the daily interest, at the latest some days after the notice was sent.
 * @param withdrawal noticeDay: the day on which the notice was sent. repayDays: `withdrawal.repayDays`.
 */
export function withdrawalSum(withdrawal: {
  readonly principalMinor: number;
  readonly annualRateBps: number;
  readonly payoutDay: string | null;
  readonly noticeDay: string;
  readonly repayDays: number;
  readonly day: string;
  /** `daily.base`. */
  readonly daysOfYear?: number | undefined;
}): WithdrawalSum {
  const { principalMinor, annualRateBps, payoutDay, noticeDay, repayDays, day, daysOfYear } = withdrawal;
  const daily = dailyInterestMinor(principalMinor, annualRateBps, daysOfYear);
  if (payoutDay === null)
    return {
      dailyInterestMinor: daily,
      days: 0,
      interestMinor: 0,
      capitalMinor: 0,
      totalMinor: 0,
      repayBy: null,
      isLate: false,
    };
  const interestMinor = interestSincePayoutMinor(
    { principalMinor, annualRateBps, payoutDay, daysOfYear },
    day,
  );
  const repayBy = addDays(noticeDay, repayDays);
  return {
    dailyInterestMinor: daily,
    days: Math.max(0, daysBetween(payoutDay, day)),
    interestMinor,
    capitalMinor: principalMinor,
    totalMinor: principalMinor + interestMinor,
    repayBy,
    isLate: day > repayBy,
  };
}
