import { sumMinor } from '../money/money.ts';
import { addDaysOf } from '../time/calendars.ts';
import { collectionDayOf, retryDaysOf } from './collection-day.ts';

/** An open withdrawal: its amount is held on the account. */
export interface Hold {
  /** The legal day on which it was asked for, YYYY-MM-DD. */
  readonly askedOn: string;
  readonly amountMinor: number;
}

/** An instalment among those of one client. */
export interface InstalmentToCollect {
  readonly dueDate: string;
  readonly amountMinor: number;
  readonly loanId: string;
  readonly number: number;
}

const compared = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);

/** The order in which instalments are collected: the oldest due date, then the smaller amount (LC-70). */
export function inCollectionOrder(a: InstalmentToCollect, b: InstalmentToCollect): number {
  return (
    compared(a.dueDate, b.dueDate) ||
    compared(a.amountMinor, b.amountMinor) ||
    compared(a.loanId, b.loanId) ||
    compared(a.number, b.number)
  );
}

/**
 * What an account has for an instalment, in minor units: its balance without what is held for withdrawals that were asked before the due date,
 * and without what was paid in advance on other loans (LC-70, LC-71). May be negative.
 */
export function availableForInstalmentMinor(input: {
  readonly balanceMinor: number;
  readonly withdrawals: readonly Hold[];
  readonly otherAdvancesMinor: number;
  readonly dueDate: string;
}): number {
  const { balanceMinor, withdrawals, otherAdvancesMinor, dueDate } = input;
  const held = withdrawals.filter(({ askedOn }) => askedOn < dueDate).map(({ amountMinor }) => amountMinor);
  return sumMinor([balanceMinor, -otherAdvancesMinor, ...held.map((amountMinor) => -amountMinor)]);
}

/** When an instalment is tried again after a day on which it could not be collected; null after the last of its retries (LC-71). */
export function nextTryAfter(dueDate: string, day: string): string | null {
  const next = addDaysOf('target-days', day, 1);
  return retryDaysOf(dueDate).includes(next) || next === collectionDayOf(dueDate) ? next : null;
}
