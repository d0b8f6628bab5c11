import { sql } from 'drizzle-orm';
import { addMonths } from '#domain/loans/due-dates.ts';
import { PAYEE_CHECK_MINUTES } from '#domain/payees/payee-check.ts';
import { LEGAL_TIME_ZONE, startOfDayIn } from '#domain/time/days.ts';
import { rowsOf } from '../db/database.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import type { Work } from '../work/work.ts';
import { cancelUnfollowed } from './queries.ts';

/** Rows of one step: each step is a small transaction. */
const SLICE = 1_000;

/**
 * Marks the checks of payees that no order followed as cancelled, at the end of their ten minutes, and deletes those whose time is over
 * (`retention.vop`, PAY-16).
 * @returns how many rows it changed.
 */
export async function purgePayeeChecks(
  { tx, now }: Work,
  { day }: { readonly day: string },
): Promise<number> {
  const cancelled = await cancelUnfollowed(tx, new Date(now.getTime() - PAYEE_CHECK_MINUTES * 60_000), SLICE);
  const years = await parameterOn(tx, day, 'retention.vop');
  const before = startOfDayIn(LEGAL_TIME_ZONE, addMonths(day, -12 * years));
  const [row] = await rowsOf<{ purged: number }>(
    tx,
    sql`select payee_checks_purge(${before.toISOString()}::timestamptz, ${SLICE}) as purged`,
  );
  return cancelled + (row?.purged ?? 0);
}
