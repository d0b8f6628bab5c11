import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Db, rowsOf } from './database.ts';

/** Whether the assets of an account are frozen (PAY-62). @param accountId a column, or an id. */
export const hasLegalBlock = (accountId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`client_has_alert(${accountId}, 'legal-block')`;

/** Whether the assets of an account are frozen at this moment (PAY-62). */
export async function areAssetsFrozen(db: Db, accountId: string): Promise<boolean> {
  const [row] = await rowsOf<{ frozen: boolean }>(
    db,
    sql`select ${hasLegalBlock(sql`${accountId}::uuid`)} as frozen`,
  );
  return row?.frozen ?? false;
}
