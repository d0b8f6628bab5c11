import { sumMinor } from '../money/money.ts';
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

/** What a client paid on a loan on a day: capital, and everything else. Minor units. */
export interface PaidOnLoan {
  readonly day: string;
  readonly capitalMinor: number;
  readonly otherMinor: number;
}

/** The sum of a withdrawal after instalments were paid (LC-57): `totalMinor` is below zero when the lender gives money back. */
export interface NettedWithdrawalSum extends WithdrawalSum {
  /** All that was paid before. */
  readonly paidMinor: number;
  /** Capital that is not repaid. */
  readonly capitalLeftMinor: number;
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

/**
 * What a client who paid instalments and then withdraws gives back on a day (LC-57, L312-26): the capital, the daily interest of each day on the
 * capital that was not repaid yet, less all that was paid. Without payments it is `withdrawalSum`.
 * @param withdrawal payoutDay: the day of the payout. @param payments in any order; those after the day do not count.
 */
export function nettedWithdrawalSum(
  withdrawal: Parameters<typeof withdrawalSum>[0] & { readonly payoutDay: string },
  payments: readonly PaidOnLoan[],
): NettedWithdrawalSum {
  const { principalMinor, annualRateBps, payoutDay, day, daysOfYear } = withdrawal;
  const paid = payments
    .filter((payment) => payment.day <= day)
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const run = paid.reduce(
    ({ from, leftMinor, interestMinor }, payment) => ({
      from: payment.day,
      leftMinor: leftMinor - payment.capitalMinor,
      interestMinor: interestMinor + interestOfDays(leftMinor, from, payment.day),
    }),
    { from: payoutDay, leftMinor: principalMinor, interestMinor: 0 },
  );
  function interestOfDays(capitalMinor: number, from: string, to: string): number {
    return dailyInterestMinor(capitalMinor, annualRateBps, daysOfYear) * Math.max(0, daysBetween(from, to));
  }
  const interestMinor = run.interestMinor + interestOfDays(run.leftMinor, run.from, day);
  const paidMinor = sumMinor(paid.map(({ capitalMinor, otherMinor }) => capitalMinor + otherMinor));
  return {
    ...withdrawalSum(withdrawal),
    dailyInterestMinor: dailyInterestMinor(run.leftMinor, annualRateBps, daysOfYear),
    interestMinor,
    paidMinor,
    capitalLeftMinor: run.leftMinor,
    totalMinor: principalMinor + interestMinor - paidMinor,
  };
}
