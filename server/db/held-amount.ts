import { type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from './database.ts';
import { readMinor } from './read-minor.ts';
import { HELD_PHASES } from './schema/transfer-phase.ts';

/**
 * What is held on an account, in minor units: its open withdrawals, and what was paid in advance on its loans (LC-71).
 * @param accountId the account, as an expression.
 */
export const heldAmount = (accountId: SQL): SQL =>
  sql`((select coalesce(sum(w.amount), 0) from withdrawal_requests w
      where w.client_account_id = ${accountId} and w.phase in (${HELD_PHASES}))
    + (select coalesce(sum(a.advance_held), 0) from loans a where a.client_account_id = ${accountId}))`;

/** What is held on an account, in minor units. */
export async function heldMinor(db: Db, accountId: string): Promise<number> {
  const rows = await rowsOf<{ held: string | number }>(
    db,
    sql`select ${heldAmount(sql`${accountId}::uuid`)} as held`,
  );
  return readMinor(rows[0]?.held ?? 0);
}
