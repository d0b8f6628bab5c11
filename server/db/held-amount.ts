import { type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from './database.ts';
import { readMinor } from './read-minor.ts';
import { HELD_PHASES } from './schema/transfer-phase.ts';

/**
 * What is held on an account, in minor units: its open withdrawals, what was paid in advance on its loans (LC-71), and the money of a payout that came
 * back, which only leaves again for the borrower's account or ends the loan (LC-6).
 * @param accountId the account, as an expression.
 */
export const heldAmount = (accountId: SQL): SQL =>
  sql`((select coalesce(sum(w.amount), 0) from withdrawal_requests w
      where w.client_account_id = ${accountId} and w.phase in (${HELD_PHASES}))
    + (select coalesce(sum(a.advance_held), 0) from loans a where a.client_account_id = ${accountId})
    + (select coalesce(sum(n.capital - n.paid_capital), 0) from loans b join loan_instalments n on n.loan_id = b.id and not n.is_superseded
      where b.client_account_id = ${accountId} and b.frozen = 'payout-returned'))`;

/** What is held on an account, in minor units. */
export async function heldMinor(db: Db, accountId: string): Promise<number> {
  const rows = await rowsOf<{ held: string | number }>(
    db,
    sql`select ${heldAmount(sql`${accountId}::uuid`)} as held`,
  );
  return readMinor(rows[0]?.held ?? 0);
}
