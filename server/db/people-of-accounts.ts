import { sql } from 'drizzle-orm';
import { type Db, listed, rowsOf } from './database.ts';

/**
 * The people whose own file one of these accounts is (STAFF-40): its client, and the members of the staff who are tied to them. They neither act on it nor vote
 * on what others propose of it.
 */
export async function peopleOfAccounts(tx: Db, accountIds: readonly string[]): Promise<readonly string[]> {
  if (accountIds.length === 0) return [];
  const ids = listed(accountIds, 'uuid');
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`select user_id as id from client_accounts where id = any (${ids})
      union select user_id from declared_links where client_account_id = any (${ids})`,
  );
  return rows.map(({ id }) => id);
}
