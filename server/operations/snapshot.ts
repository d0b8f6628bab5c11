import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../db/database.ts';

/** A column as the database names it and its type. */
export type Column = readonly [name: string, type: string];

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Positions, in `columns`, of the primary key: the order in which rows are read. */
  readonly key: readonly number[];
  /** Tables whose rows must be there first. */
  readonly needs: readonly string[];
}

/** What was read of one table: how many rows, and a digest of all of them in the order of their key. */
export interface TableDigest {
  readonly rows: number;
  readonly sha256: string;
}

/** Rows fetched at once: enough to be quick, little enough to hold in memory. */
const FETCH = 2_000;
/** The same of a table that holds bytes: pieces of files are 256 KB each, and twice that as text. */
const FETCH_BYTES = 8;

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Works as the owner of the tables, makes every value's text the same whatever the session was set to, lifts the limits that guard
 * requests, and refuses (rather than silently leaves out) rows that row level security would hide.
 */
export async function prepareSession(tx: Db): Promise<void> {
  for (const setting of [
    'role none',
    `timezone = 'UTC'`,
    `datestyle = 'ISO, YMD'`,
    `intervalstyle = 'postgres'`,
    `bytea_output = 'hex'`,
    'extra_float_digits = 1',
    'statement_timeout = 0',
    'idle_in_transaction_session_timeout = 0',
    'row_security = off',
  ])
    await tx.execute(sql.raw(`set local ${setting}`));
}

/** Every table of the product, those that others refer to first; generated columns are left out, since they make themselves. */
export async function tablesOf(tx: Db): Promise<Table[]> {
  const rows = await rowsOf<{
    name: string;
    columns: Column[];
    key: number[] | null;
    needs: string[] | null;
  }>(
    tx,
    sql`select c.relname as name,
        (select json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod)) order by a.attnum)
          from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
        (select json_agg((
            select count(*)::int from pg_attribute before
            where before.attrelid = c.oid and before.attnum > 0 and before.attnum < k.attnum
              and not before.attisdropped and before.attgenerated = '') order by k.place)
          from pg_constraint p, unnest(p.conkey) with ordinality as k(attnum, place)
          where p.conrelid = c.oid and p.contype = 'p') as key,
        (select json_agg(distinct other.relname) from pg_constraint f join pg_class other on other.oid = f.confrelid
          where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      order by c.relname collate "C"`,
  );
  const waiting = new Map(rows.map((row) => [row.name, row]));
  const sorted: Table[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter((row) =>
      (row.needs ?? []).every((name) => !waiting.has(name)),
    );
    if (ready.length === 0)
      throw new Error(`These tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}.`);
    for (const { name, columns, key, needs } of ready) {
      if (!key) throw new Error(`The table ${name} has no primary key: its rows have no order.`);
      waiting.delete(name);
      sorted.push({ name, columns, key, needs: needs ?? [] });
    }
  }
  return sorted;
}

/**
 * Reads a table in the order of its key, one JSON array of texts per row, and tells at the end how many there were and their digest. A
 * value's text is what its type reads back exactly, as in PostgreSQL's own COPY. Belongs in a transaction.
 */
export async function* rowsOfTable(tx: Db, table: Table): AsyncGenerator<string[], TableDigest, void> {
  const values = table.columns.map(([name]) => `${quoted(name)}::text`).join(', ');
  const order = table.key.map((at) => {
    const [name, type] = table.columns[at] as Column;
    return type === 'text' ? `${quoted(name)} collate "C"` : quoted(name);
  });
  await tx.execute(
    sql.raw(
      `declare reading no scroll cursor for select array_to_json(array[${values}]::text[])::text as line from public.${quoted(table.name)} order by ${order.join(', ')}`,
    ),
  );
  const digest = createHash('sha256');
  const atOnce = table.columns.some(([, type]) => type === 'bytea') ? FETCH_BYTES : FETCH;
  let count = 0;
  for (;;) {
    const rows = await rowsOf<{ line: string }>(tx, sql.raw(`fetch ${atOnce} from reading`));
    if (rows.length === 0) break;
    const lines = rows.map(({ line }) => line);
    for (const line of lines) digest.update(line).update('\n');
    count += lines.length;
    yield lines;
  }
  await tx.execute(sql.raw('close reading'));
  return { rows: count, sha256: digest.digest('hex') };
}
