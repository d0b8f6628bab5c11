import { shownMinor } from '#domain/money/money.ts';
import { divideRounded } from '#domain/money/rounding.ts';
import { dayIn, firstOfMonth, startOfDayIn } from '#domain/time/days.ts';

/** The first moment of the month of `now`, and of the month before, by the clocks of a time zone. */
export function monthStarts(now: Date, timeZone: string): { thisMonth: Date; lastMonth: Date } {
  const today = dayIn(timeZone, now);
  return {
    thisMonth: startOfDayIn(timeZone, firstOfMonth(today)),
    lastMonth: startOfDayIn(timeZone, firstOfMonth(today, -1)),
  };
}

/**
 * This month's sum beside last month's, with the change in percent to one decimal; no percentage when last month had nothing to compare
 * with (reading.md, « Monthly statistics »).
 */
export function monthly(
  thisMonthMinor: number,
  lastMonthMinor: number,
): { thisMonthMinor: number; lastMonthMinor: number; trendPercent: number | null } {
  const trendPercent =
    lastMonthMinor === 0
      ? null
      : shownMinor(
          divideRounded(BigInt(thisMonthMinor - lastMonthMinor) * 1000n, BigInt(lastMonthMinor), 'half-up'),
        ) / 10;
  return { thisMonthMinor, lastMonthMinor, trendPercent };
}
