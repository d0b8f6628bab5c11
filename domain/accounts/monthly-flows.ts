import type { LedgerEvent } from '../ledger/events.ts';
import { shownMinor } from '../money/money.ts';
import { divideRounded } from '../money/rounding.ts';
import { addDays, dayIn, firstOfMonth, startOfDayIn } from '../time/days.ts';

/**
 * Money that an account gets and that is borrowed: « Reçu ce mois-ci » leaves it out and tells it apart. Everything else that comes in from
 * outside is received, the client's own first deposit included.
 */
export const BORROWED_EVENT = 'loan-payout' satisfies LedgerEvent;

/** The moments of a comparison by month: the first of this month, and the same days of last month, the end excluded. */
export interface ComparedMonths {
  readonly thisMonth: Date;
  readonly lastMonth: Date;
  readonly lastMonthEnd: Date;
}

/**
 * This month so far, and the same days of last month: from its first day to the day of `now`, both included, or to its last day where it is
 * shorter. Days are those of a time zone's clocks.
 */
export function comparedMonths(now: Date, timeZone: string): ComparedMonths {
  const today = dayIn(timeZone, now);
  const thisMonth = firstOfMonth(today);
  const lastMonth = firstOfMonth(today, -1);
  const dayAfter = addDays(lastMonth, Number(today.slice(8)));
  return {
    thisMonth: startOfDayIn(timeZone, thisMonth),
    lastMonth: startOfDayIn(timeZone, lastMonth),
    lastMonthEnd: startOfDayIn(timeZone, dayAfter < thisMonth ? dayAfter : thisMonth),
  };
}

/**
 * This month's sum beside that of the same days of last month, with the change in percent to one decimal; no percentage when those days have
 * nothing to compare with (docs/rules.md, Figures). Minor units, 0 or more.
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
