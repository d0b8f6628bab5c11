import { type Column, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type Db, rowsOf } from './database.ts';

interface Selection {
  readonly head: SQL;
  readonly columns: readonly (readonly [string, Column])[];
}

const selections = new WeakMap<PgTable, Selection>();

/** `select … from …` of all columns, by name: a plan that is kept must not change its columns when a migration adds one. */
function selectionOf(table: PgTable): Selection {
  const known = selections.get(table);
  if (known) return known;
  const columns = Object.entries(getTableColumns(table));
  const names = columns.map(([, { name }]) => `"${name}"`).join(', ');
  const selection = { head: sql.raw(`select ${names} from "${getTableName(table)}"`), columns };
  selections.set(table, selection);
  return selection;
}

/**
 * Whole rows of one table as drizzle's `select()` gives them, without its building the statement column by column at each call: that took
 * longer than all else the server does for a short list.
 * @param tail everything after `from`.
 */
export async function rowsOfTable<Table extends PgTable>(
  db: Db,
  table: Table,
  tail: SQL,
): Promise<Table['$inferSelect'][]> {
  const { head, columns } = selectionOf(table);
  const rows = await rowsOf<Record<string, unknown>>(db, sql`${head} ${tail}`);
  return rows.map((row) => {
    const values: Record<string, unknown> = {};
    for (const [field, column] of columns) {
      const value = row[column.name];
      values[field] = value === null ? null : column.mapFromDriverValue(value);
    }
    return values as Table['$inferSelect'];
  });
}
