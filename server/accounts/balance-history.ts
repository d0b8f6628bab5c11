/** Days the balance is shown for, today included (contract, « balance-history »). */
export const HISTORY_DAYS = 90;

const DAY_MS = 86_400_000;

/** The first moment of the history that ends today, in UTC. */
export function historyStart(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return new Date(today - (HISTORY_DAYS - 1) * DAY_MS);
}

/**
 * The balance at the end of each day, oldest first: from the balance now backwards, undoing what each later day moved. The last day
 * therefore always says what the account says. Days are UTC.
 */
export function balanceHistory(
  now: Date,
  account: { readonly balanceMinor: number; readonly movedMinor: ReadonlyMap<string, number> },
): { day: string; balanceMinor: number }[] {
  const start = historyStart(now).getTime();
  const days: { day: string; balanceMinor: number }[] = [];
  let balanceMinor = account.balanceMinor;
  for (let index = HISTORY_DAYS - 1; index >= 0; index -= 1) {
    const day = new Date(start + index * DAY_MS).toISOString().slice(0, 10);
    days.push({ day, balanceMinor });
    balanceMinor -= account.movedMinor.get(day) ?? 0;
  }
  return days.reverse();
}
