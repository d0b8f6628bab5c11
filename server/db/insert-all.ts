import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

/** A row to be inserted, with the table it belongs to. */
export interface NewRow {
  readonly table: PgTable;
  /** By the names that the code gives the columns. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** A row as its table types it. */
export function newRow<Table extends PgTable>(table: Table, values: Table['$inferInsert']): NewRow {
  return { table, values };
}

/** `insert into … select …` for the rows of one table, as one JSON parameter that the database reads by the table's own row type. */
function insertionInto(table: PgTable, rows: readonly NewRow[]): SQL {
  const columns = Object.entries(getTableColumns(table)).filter(([field]) =>
    rows.some(({ values }) => values[field] !== undefined),
  );
  const records = rows.map(({ values }) => {
    const record: Record<string, unknown> = {};
    for (const [field, column] of columns) record[column.name] = values[field] ?? null;
    return record;
  });
  const names = columns.map(([, column]) => `"${column.name}"`).join(', ');
  const name = `"${getTableName(table)}"`;
  return sql`${sql.raw(`insert into ${name} (${names}) select ${names} from json_populate_recordset(null::${name}, `)}${JSON.stringify(records)}::json)`;
}

/**
 * Inserts rows of any tables in one statement, whose text does not depend on how many they are. Columns that no row of a table names get
 * their default.
 * @param end what the same statement does last.
 */
export async function insertAll(tx: Db, rows: readonly NewRow[], end: SQL = sql`select`): Promise<void> {
  if (rows.length === 0) return;
  const insertions = [...Map.groupBy(rows, ({ table }) => table)].map(
    ([table, ofTable], index) =>
      sql`${sql.raw(`rows_${index} as (`)}${insertionInto(table, ofTable)}${sql.raw(')')}`,
  );
  await tx.execute(sql`with ${sql.join(insertions, sql`, `)} ${end}`);
}
