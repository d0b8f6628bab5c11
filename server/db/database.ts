import { type SQL, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema/index.ts';

/**
 * What the product asks of a database, the same on PGlite and on PostgreSQL. A function that takes part in a transaction receives
 * `tx`, which has this same type: on PGlite the outer handle used inside a transaction waits for ever.
 */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

/** A statement with its values. */
export type Statement = SQL;

export type DatabaseKind = 'pglite' | 'postgresql';

/** Called with each message of a channel, and with `null` after a lost connection came back: messages may have been missed. */
export type ChannelListener = (message: string | null) => void;

/** The schema of a database beside the code's. */
export interface MigrationState {
  /** Migrations the database has. */
  readonly applied: number;
  /** Migrations the code knows and the database does not have. */
  readonly pending: number;
  /** Migrations the database has and the code does not know: a newer version was here. */
  readonly unknown: number;
}

export interface Database {
  readonly kind: DatabaseKind;
  /** Everything, as the house sees it: for administrators, for background work and for signing people in. */
  readonly db: Db;
  /** What one person may reach, and nothing else: the database refuses the rest whatever is asked (decision 0015). */
  of(personId: string): Db;
  /** What a member of the staff reads whose role is set to assigned files (STAFF-41): those clients' rows, and nothing is written. */
  assignedTo(personId: string): Db;
  /** What a member of the staff reads of clients who has files of their own there (STAFF-40): every row but theirs, and nothing is written. */
  exceptOwnFilesOf(personId: string): Db;
  migrations(): Promise<MigrationState>;
  /** Hears `pg_notify` on the channel, from this node and from every other on the same database. */
  listen(channel: string, listener: ChannelListener): Promise<() => Promise<void>>;
  /** Connections by state: in use, idle, and calls that wait for one. */
  connections(): { readonly used: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

export type DatabaseLocation =
  | { readonly kind: 'pglite'; readonly folder: string }
  | { readonly kind: 'memory'; readonly loadDataDir?: Blob }
  | {
      readonly kind: 'postgresql';
      readonly url: string;
      /** The login that migrates, where the one that serves may not. */
      readonly ownerUrl?: string | null;
      readonly poolSize?: number;
      /** After how many milliseconds of rest a connection is closed: ten seconds unless given. */
      readonly idleMs?: number;
      /** How long a statement may take: ten seconds unless given. Half of it is what a connection may be waited for. */
      readonly statementMs?: number;
    };

/** Rows of a raw statement: both drivers put them in `rows`. Cast counts and sums in SQL, since the drivers differ on int8. */
export async function rowsOf<Row>(db: Db, statement: ReturnType<typeof sql>): Promise<Row[]> {
  const result = (await db.execute(statement)) as unknown as { rows: Row[] };
  return result.rows;
}

/** Ids, codes, numbers and moments as a list of the database: none of them needs quotes, which the driver looks for in each value. */
export const bareList = (values: readonly (string | number | null)[]) =>
  sql.param(`{${values.map((value) => value ?? 'NULL').join()}}`);

/**
 * Values as a list whose length the planner does not look at. Seeing that a list is shorter than the ten values it assumes, PostgreSQL finds
 * every kept plan too dear and plans the statement anew each time, at ten times the cost of running it.
 */
export const listed = (values: readonly string[], type: 'uuid' | 'text') =>
  sql`(select ${sql.param(values)}::${sql.raw(type)}[])::${sql.raw(type)}[]`;
