import { Column, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type Db, rowsOf } from './database.ts';

type RawRow = Readonly<Record<string, unknown>>;

export interface WholeRows<Tables extends Readonly<Record<string, PgTable>>> {
  /** All columns of the tables by name, for a `select`: a plan that is kept must not change its columns when a migration adds one. */
  readonly columns: SQL;
  /** The rows of the tables in one row of the answer. */
  read(row: RawRow): { [Name in keyof Tables]: Tables[Name]['$inferSelect'] };
}

/** Most columns, text for example: asking each of them at each row took a third of the reading. */
const isReadAsItComes = (column: Column): boolean =>
  column.mapFromDriverValue === Column.prototype.mapFromDriverValue;

/**
 * Whole rows of joined tables as drizzle's `select()` gives them, by a text that is written once: building it column by column at each call
 * took longer than all else the server does for a short list (decision 0016).
 */
export function wholeRows<Tables extends Readonly<Record<string, PgTable>>>(
  tables: Tables,
): WholeRows<Tables> {
  const texts: string[] = [];
  const parts = Object.entries(tables).map(([name, table]) => {
    const columns = Object.entries(getTableColumns(table)).map(([field, column]) => {
      const alias = `${name}.${field}`;
      texts.push(`"${getTableName(table)}"."${column.name}" as "${alias}"`);
      return { field, alias, column: isReadAsItComes(column) ? null : column };
    });
    return { name, columns };
  });
  return {
    columns: sql.raw(texts.join(', ')),
    read(row) {
      const rows: Record<string, Record<string, unknown>> = {};
      for (const { name, columns } of parts) {
        const ofTable: Record<string, unknown> = {};
        for (const { field, alias, column } of columns) {
          const value = row[alias];
          ofTable[field] = value === null || column === null ? value : column.mapFromDriverValue(value);
        }
        rows[name] = ofTable;
      }
      return rows as ReturnType<WholeRows<Tables>['read']>;
    },
  };
}

const known = new WeakMap<PgTable, WholeRows<{ row: PgTable }>>();

/**
 * Whole rows of one table.
 * @param tail everything after `from`.
 */
export async function rowsOfTable<Table extends PgTable>(
  db: Db,
  table: Table,
  tail: SQL,
): Promise<Table['$inferSelect'][]> {
  let whole = known.get(table);
  if (!whole) {
    whole = wholeRows({ row: table });
    known.set(table, whole);
  }
  const { columns, read } = whole;
  const rows = await rowsOf<RawRow>(
    db,
    sql`select ${columns} from ${sql.raw(`"${getTableName(table)}"`)} ${tail}`,
  );
  return rows.map((row) => read(row).row as Table['$inferSelect']);
}
