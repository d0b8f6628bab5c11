import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../db/database.ts';

/** The client of an account; null without an account, or for one who is gone. */
export async function clientNamed(tx: Db, accountId: string | null) {
  if (accountId === null) return null;
  const [found] = await rowsOf<{ accountId: string; displayName: string }>(
    tx,
    sql`select a.id as "accountId", f.display_name as "displayName" from client_accounts a join profiles f on f.user_id = a.user_id
      where a.id = ${accountId}::uuid`,
  );
  return found ?? null;
}
