import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type Db, rowsOf } from './database.ts';

/** Rows deleted in one transaction: few enough to hold their locks for milliseconds. */
const SLICE = 500;

/**
 * Deletes rows that a condition names, at most a slice of them.
 * @param condition on columns of the table.
 * @returns how many were deleted; 0 when none is left.
 */
export async function deleteSlice(tx: Db, table: PgTable, condition: SQL | undefined): Promise<number> {
  const name = sql.identifier(getTableName(table));
  const rows = await rowsOf(
    tx,
    sql`delete from ${name} where ctid in (select ctid from ${name} where ${condition} limit ${SLICE}) returning 1 as deleted`,
  );
  return rows.length;
}
