import { multiplyByRatio } from '#domain/money/rounding.ts';

/** The first moment of the month of `now`, and of the month before; months are UTC. */
export function monthStarts(now: Date): { thisMonth: Date; lastMonth: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { thisMonth: new Date(Date.UTC(year, month)), lastMonth: new Date(Date.UTC(year, month - 1)) };
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
      : multiplyByRatio(thisMonthMinor - lastMonthMinor, 1000, lastMonthMinor, 'half-up') / 10;
  return { thisMonthMinor, lastMonthMinor, trendPercent };
}
