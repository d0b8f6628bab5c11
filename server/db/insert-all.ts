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

/** What stands before and after the rows in `insert into … select …` of some columns of a table. */
type Frame = readonly [before: string, after: string];

const frames = new WeakMap<PgTable, Map<string, Frame>>();

function frameOf(table: PgTable, fields: readonly string[]): Frame {
  const ofTable = frames.get(table) ?? new Map<string, Frame>();
  frames.set(table, ofTable);
  const known = ofTable.get(fields.join());
  if (known) return known;
  const columns = Object.entries(getTableColumns(table)).filter(([field]) => fields.includes(field));
  const names = columns.map(([, { name }]) => `"${name}"`).join(', ');
  const types = columns.map(([field, column]) => `"${field}" ${column.getSQLType()}`).join(', ');
  const frame: Frame = [
    `insert into "${getTableName(table)}" (${names}) select * from json_to_recordset(`,
    `::json) as rows(${types})`,
  ];
  ofTable.set(fields.join(), frame);
  return frame;
}

/** The statement for the rows of one table: they are one JSON parameter, which the database reads by the types of their columns. */
function insertionInto(table: PgTable, rows: readonly NewRow[]): SQL {
  const fields = new Set<string>();
  for (const { values } of rows)
    for (const field in values) if (values[field] !== undefined) fields.add(field);
  const [before, after] = frameOf(table, [...fields]);
  return sql`${sql.raw(before)}${JSON.stringify(rows.map(({ values }) => values))}${sql.raw(after)}`;
}

/**
 * Inserts rows of any tables in one statement, whose text does not depend on how many they are. Columns that no row of a table names get
 * their default.
 */
export function insertionOf(rows: readonly NewRow[]): SQL {
  const insertions = [...Map.groupBy(rows, ({ table }) => table)].map(
    ([table, ofTable], index) =>
      sql`${sql.raw(`rows_${index} as (`)}${insertionInto(table, ofTable)}${sql.raw(')')}`,
  );
  return sql`with ${sql.join(insertions, sql`, `)} select`;
}

/** Inserts rows of any tables now, as `insertionOf` says. */
export async function insertAll(tx: Db, rows: readonly NewRow[]): Promise<void> {
  if (rows.length > 0) await tx.execute(insertionOf(rows));
}
