import { divideRounded, toSafeInteger } from '../money/rounding.ts';
import { daysBetween } from './due-dates.ts';

/** Capital paid on a day (YYYY-MM-DD, legal). */
export interface CapitalPayment {
  readonly day: string;
  readonly capitalMinor: number;
}

/** Capital that is late from a day on, with what was paid of it. */
export interface LateCapital {
  readonly capitalMinor: number;
  /** The first day that is not late: the collection day of an instalment, or the day of an acceleration. */
  readonly fromDay: string;
  readonly payments: readonly CapitalPayment[];
}

/**
 * Late interest up to a day: the late capital × the loan's rate × days / 365, each part of it until the day it was paid, the sum rounded down
 * (LC-76, L312-39). Capital only: never interest on interest (C. civ. 1343-2).
 */
export function lateInterestMinor(late: LateCapital, annualRateBps: number, day: string): number {
  const daysTo = (end: string) => BigInt(Math.max(0, daysBetween(late.fromDay, end < day ? end : day)));
  let leftMinor = BigInt(late.capitalMinor);
  let capitalDays = 0n;
  for (const payment of late.payments) {
    leftMinor -= BigInt(payment.capitalMinor);
    capitalDays += BigInt(payment.capitalMinor) * daysTo(payment.day);
  }
  if (leftMinor < 0n) throw new RangeError('More was paid than was late');
  capitalDays += leftMinor * daysTo(day);
  return toSafeInteger(divideRounded(capitalDays * BigInt(annualRateBps), 3_650_000n, 'down'));
}
