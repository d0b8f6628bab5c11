import { getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

/**
 * Inserts many rows in one statement whose text does not depend on how many they are: the rows travel as one JSON parameter, and the
 * database reads them by the table's own row type. Columns that no row names get their default.
 */
export async function insertAll<Table extends PgTable>(
  tx: Db,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.entries(getTableColumns(table)).filter(([field]) =>
    rows.some((row) => (row as Record<string, unknown>)[field] !== undefined),
  );
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  const records = rows.map((row) =>
    Object.fromEntries(
      columns.map(([field, column]) => [column.name, (row as Record<string, unknown>)[field] ?? null]),
    ),
  );
  await tx.execute(
    sql`insert into ${table} (${names}) select ${names}
      from jsonb_populate_recordset(null::${table}, ${JSON.stringify(records)}::jsonb)`,
  );
}
