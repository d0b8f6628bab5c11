import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../db/database.ts';
import { nameOfPerson } from '../db/name-of-person.ts';

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

/** The name of the person whose access a command changes; null for one whose subject is no person. */
export async function memberNamed(tx: Db, operation: string, subjectId: string): Promise<string | null> {
  if (!operation.startsWith('staff.')) return null;
  const [found] = await rowsOf<{ name: string | null }>(
    tx,
    sql`select ${nameOfPerson(sql`${subjectId}::uuid`)} as name`,
  );
  return found?.name ?? null;
}
