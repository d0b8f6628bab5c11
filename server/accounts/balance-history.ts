import { shownMinor } from '#domain/money/money.ts';
import { addDays, dayIn } from '#domain/time/days.ts';

/** Days the balance is shown for, today included (contract, « balance-history »). */
export const HISTORY_DAYS = 90;

/** The days of the history that ends today, oldest first, by the clocks of a time zone. */
export function historyDays(now: Date, timeZone: string): string[] {
  const today = dayIn(timeZone, now);
  return Array.from({ length: HISTORY_DAYS }, (_, index) => addDays(today, index - HISTORY_DAYS + 1));
}

/**
 * The balance at the end of each day, oldest first: from the balance now backwards, undoing what each later day moved. The last day
 * therefore always says what the account says.
 * @param account.movedMinor what each day moved, by its place among the days.
 */
export function balanceHistory(
  days: readonly string[],
  account: { readonly balanceMinor: number; readonly movedMinor: ReadonlyMap<number, number> },
): { day: string; balanceMinor: number }[] {
  let balanceMinor = account.balanceMinor;
  return days
    .map((day, index) => ({ day, index }))
    .reverse()
    .map(({ day, index }) => {
      const atItsEnd = { day, balanceMinor };
      balanceMinor = shownMinor(BigInt(balanceMinor) - BigInt(account.movedMinor.get(index) ?? 0));
      return atItsEnd;
    })
    .reverse();
}
