import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { isHeard, tell } from '../signals.ts';
import { FolderDamaged, lockFolder } from './folder-lock.ts';
import { becomeStaff, HousePool, PersonPool, personPglite, STAFF_ROLE } from './person-scope.ts';
import { DurableNodeFs } from './pglite-durable-files.ts';
import * as schema from './schema/index.ts';
import { type Asked, StatementBatch, textOf } from './statement-batch.ts';
import { named } from './statement-names.ts';

/**
 * What the product asks of a database, the same on PGlite and on PostgreSQL. A function that takes part in a transaction receives
 * `tx`, which has this same type: on PGlite the outer handle used inside a transaction waits for ever.
 */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

export type DatabaseKind = 'pglite' | 'postgresql';

/** Called with each message of a channel, and with `null` after a lost connection came back: messages may have been missed. */
export type ChannelListener = (message: string | null) => void;

export interface Database {
  readonly kind: DatabaseKind;
  /** Everything, as the house sees it: for administrators, for background work and for signing people in. */
  readonly db: Db;
  /** What one person may reach, and nothing else: the database refuses the rest whatever is asked (decision 0015). */
  of(personId: string): Db;
  /** How many migrations the code knows and how many of them the database has. */
  migrations(): Promise<{ applied: number; pending: number }>;
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
    };

const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number, the same on every node: whoever holds this advisory lock may migrate. */
const MIGRATION_LOCK = 7_236_001;

/** Where the folder holds PGlite's own files; its lock lies beside them. */
export function embeddedFiles(folder: string): string {
  return join(folder, 'postgres');
}

/** `-F` would switch fsync off; the rest is what PGlite needs to run at all. */
function durableStartParams(): string[] {
  return [
    ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
    '-c',
    'fsync=on',
    '-c',
    'wal_sync_method=fsync',
  ];
}

/** Tells how long each statement took. Values never come along. */
function timed<Arguments extends unknown[]>(
  query: (...args: Arguments) => unknown,
): (...args: Arguments) => unknown {
  return (...args) => {
    if (!isHeard('guichet:statement')) return query(...args);
    const started = performance.now();
    const result = query(...args);
    const done = () => tell('guichet:statement', { text: textOf(args[0]), ms: performance.now() - started });
    if (result instanceof Promise) result.then(done, done);
    return result;
  };
}

/**
 * The pool's connection: statements that come often are named, and all are timed. The pool itself calls with a function instead of waiting
 * for a promise: that form is timed as well.
 */
class TimedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver has eight forms of this method; all pass through unchanged.
  override query(...args: any[]): any {
    args[0] = named(args[0], args[1]);
    const answer = args.at(-1);
    if (typeof answer === 'function' && isHeard('guichet:statement')) {
      const started = performance.now();
      args[args.length - 1] = (...results: unknown[]) => {
        tell('guichet:statement', { text: textOf(args[0]), ms: performance.now() - started });
        answer(...results);
      };
    }
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    return timed((...passed: any[]) => (super.query as any)(...passed))(...args);
  }

  /** Asks several things in one message, and rejects when one of them fails. */
  askTogether(asked: readonly Asked[]): Promise<void> {
    const ask = (_: { readonly text: string }) =>
      new Promise<void>((resolve, reject) => {
        const types = (this as unknown as { _types: unknown })._types;
        const done = (error: Error | null) => (error ? reject(error) : resolve());
        super.query(new StatementBatch(asked, types, done) as unknown as pg.Submittable);
      });
    return timed(ask)({ text: asked.map(({ config }) => textOf(config)).join('; ') }) as Promise<void>;
  }
}

/**
 * Times what the embedded database is asked, inside transactions as well; the wait for its only connection counts. A transaction ends when
 * what was left to its end is done, and fails with it (`leaveToEnd`).
 */
function timeStatements(client: PGlite): void {
  const { query, transaction } = client;
  client.query = timed(query.bind(client) as never) as never;
  client.transaction = ((work: (tx: { query: unknown }) => unknown) =>
    transaction.call(client, async (tx) => {
      let last: unknown;
      const ask = timed(tx.query.bind(tx) as never);
      tx.query = ((...asked: never[]) => {
        last = ask(...asked);
        return last;
      }) as never;
      const result = await work(tx);
      await new Promise<void>((resolve) => process.nextTick(resolve));
      await last;
      return result as never;
    })) as never;
}

async function migrationState(db: Db): Promise<{ applied: number; pending: number }> {
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).length;
  const result = (await db.execute(
    sql`select count(*)::int as applied from drizzle.__drizzle_migrations`,
  )) as unknown as { rows: { applied: number }[] };
  const applied = Number(result.rows[0]?.applied ?? 0);
  return { applied, pending: Math.max(0, known - applied) };
}

function folderIsHalfMade(folder: string): boolean {
  return readdirSync(folder).length > 0 && !existsSync(join(folder, 'PG_VERSION'));
}

/**
 * Ends the process when the disk refuses a write: the database could only go on by acknowledging what it cannot keep, and waits inside
 * WebAssembly for ever instead. What was acknowledged is on the disk, and is there at the next start.
 */
function stopForDisk(folder: string, error: Error): never {
  console.error(
    `The data folder ${folder} cannot be written to: ${error.message}. Nothing that was confirmed is lost. Make room on the disk, then start again.`,
  );
  process.exit(1);
}

/**
 * Opens the embedded database in `folder`, alone and durably: the folder is locked against a second process and commits reach the
 * disk before they are acknowledged.
 * @throws FolderInUse when another living process holds the folder.
 */
async function openPglite(folder: string, migrates: boolean): Promise<Database> {
  const unlock = lockFolder(folder);
  const dataDir = embeddedFiles(folder);
  try {
    mkdirSync(dataDir, { recursive: true });
    if (folderIsHalfMade(dataDir))
      throw new Error(
        `The data folder ${dataDir} is incomplete: its first creation was interrupted. Remove it and start again.`,
      );
    const client = await PGlite.create({
      fs: new DurableNodeFs(dataDir, stopForDisk),
      startParams: durableStartParams(),
    }).catch((error: unknown) => {
      throw new FolderDamaged(dataDir, error);
    });
    return await pgliteDatabase(client, unlock, migrates);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function pgliteDatabase(client: PGlite, afterClose: () => void, migrates: boolean): Promise<Database> {
  timeStatements(client);
  const handle = drizzlePglite(client, { schema });
  if (migrates) {
    await migratePglite(handle, { migrationsFolder: MIGRATIONS_FOLDER });
    await client.exec(`set role ${STAFF_ROLE}`);
  }
  const db = handle as unknown as Db;
  return {
    kind: 'pglite',
    db,
    of: (personId) => drizzlePglite(personPglite(client, personId)) as unknown as Db,
    migrations: () => migrationState(db),
    async listen(channel, listener) {
      return client.listen(channel, (payload) => listener(payload));
    },
    connections: () => ({ used: 0, idle: 1, waiting: 0 }),
    async close() {
      await client.close();
      afterClose();
    },
  };
}

/** Why a database cannot be made ready, with what its administrator has to run. The message is for the operator. */
export class DatabaseNotReady extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DatabaseNotReady';
  }
}

/** What PostgreSQL answers to whom it refuses a thing. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** What a migration met, as the operator's matter when it is about the roles (migration 0014) or about what the login may do. */
function asNotReady(error: unknown): unknown {
  const cause = (error as { cause?: unknown }).cause ?? error;
  const { constraint, code, message } = cause as { constraint?: string; code?: string; message?: string };
  if (constraint === 'guichet_roles') return new DatabaseNotReady(message ?? '');
  if (code !== INSUFFICIENT_PRIVILEGE) return error;
  return new DatabaseNotReady(
    `The database is not up to date, and its login may not change it (${message}). Run « npm run migrate » with the owner's login as DATABASE_OWNER_URL; then start again.`,
  );
}

/** Whether the house finds every migration done. What keeps it from looking (no database of ours yet) is met again by who migrates. */
async function isUpToDate(client: pg.Client): Promise<boolean> {
  try {
    await becomeStaff(client);
    const db = drizzlePostgres(client, { schema }) as unknown as Db;
    return (await migrationState(db)).pending === 0;
  } catch {
    return false;
  } finally {
    await client.query('reset role');
  }
}

/** Migrates, unless nothing is left to do, under an advisory lock on one connection, so that several nodes may start at once. */
async function migrateUnderLock(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'guichet-migrations' });
  await client.connect();
  try {
    if (await isUpToDate(client)) return;
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migratePostgres(drizzlePostgres(client), { migrationsFolder: MIGRATIONS_FOLDER }).catch((error) => {
      throw asNotReady(error);
    });
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  } finally {
    await client.end();
  }
}

async function openPostgres(
  { url, ownerUrl, poolSize = 20 }: Extract<DatabaseLocation, { kind: 'postgresql' }>,
  migrates: boolean,
): Promise<Database> {
  if (migrates) await migrateUnderLock(ownerUrl ?? url);
  const pool = new pg.Pool({
    Client: TimedClient,
    connectionString: url,
    max: poolSize,
    application_name: 'guichet',
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
    ...(migrates ? { onConnect: becomeStaff } : {}),
  });
  // A connection that dies while idle is replaced by the pool; without a listener Node would end the process.
  pool.on('error', () => {});
  // One that dies while a call uses it fails that call, which is answered 503; the same event without a listener would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = drizzlePostgres(new HousePool(pool) as unknown as pg.Pool, { schema }) as unknown as Db;
  const stops = new Set<() => Promise<void>>();
  return {
    kind: 'postgresql',
    db,
    of: (personId) => drizzlePostgres(new PersonPool(pool, personId) as unknown as pg.Pool) as unknown as Db,
    migrations: () => migrationState(db),
    async listen(channel, listener) {
      const stop = await listenOnPostgres(url, channel, listener);
      stops.add(stop);
      return async () => {
        stops.delete(stop);
        await stop();
      };
    },
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      await Promise.all([...stops].map((stop) => stop()));
      await pool.end();
    },
  };
}

/** One connection per node and channel, opened again with growing pauses when it is lost. */
async function listenOnPostgres(
  url: string,
  channel: string,
  listener: ChannelListener,
): Promise<() => Promise<void>> {
  let stopped = false;
  let client: pg.Client | null = null;
  let retryTimer: NodeJS.Timeout | null = null;
  let pauseMs = 100;

  async function connect(isFirst: boolean): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: 'guichet-live' });
    next.on('notification', (message) => listener(message.payload ?? ''));
    next.on('error', () => {});
    next.on('end', () => scheduleReconnect());
    await next.connect();
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    client = next;
    pauseMs = 100;
    if (!isFirst) listener(null);
  }

  function scheduleReconnect(): void {
    if (stopped || retryTimer) return;
    retryTimer = setTimeout(() => {
      retryTimer = null;
      connect(false).catch(() => scheduleReconnect());
    }, pauseMs);
    retryTimer.unref();
    pauseMs = Math.min(pauseMs * 2, 5_000);
  }

  await connect(true);
  return async () => {
    stopped = true;
    if (retryTimer) clearTimeout(retryTimer);
    await client?.end();
  };
}

/**
 * Opens the database, migrated and ready. `memory` is a PGlite that leaves nothing behind, for tests. Who backs up or restores takes the
 * database as it is, and as its owner: `migrates` is false for them.
 * @throws FolderInUse when another process holds the embedded folder; DatabaseNotReady when the login may not migrate; the driver's error when PostgreSQL cannot be reached.
 */
export async function openDatabase(
  location: DatabaseLocation,
  { migrates = true }: { readonly migrates?: boolean } = {},
): Promise<Database> {
  if (location.kind === 'postgresql') return openPostgres(location, migrates);
  if (location.kind === 'pglite') return openPglite(location.folder, migrates);
  const client = await PGlite.create(location.loadDataDir ? { loadDataDir: location.loadDataDir } : {});
  return pgliteDatabase(client, () => {}, migrates);
}

/** One step of the schema's history, as the migrator records it. */
export interface Migration {
  readonly hash: string;
  readonly statements: readonly string[];
  readonly madeAt: number;
}

/** Every migration the code knows, the first first. */
export function knownMigrations(): readonly Migration[] {
  return readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).map((file) => ({
    hash: file.hash,
    statements: file.sql,
    madeAt: file.folderMillis,
  }));
}

/** Rows of a raw statement: both drivers put them in `rows`. Cast counts and sums in SQL, since the drivers differ on int8. */
export async function rowsOf<Row>(db: Db, statement: ReturnType<typeof sql>): Promise<Row[]> {
  const result = (await db.execute(statement)) as unknown as { rows: Row[] };
  return result.rows;
}

/**
 * Values as a list whose length the planner does not look at. Seeing that a list is shorter than the ten values it assumes, PostgreSQL finds
 * every kept plan too dear and plans the statement anew each time, at ten times the cost of running it.
 */
export const listed = (values: readonly string[], type: 'uuid' | 'text') =>
  sql`(select ${sql.param(values)}::${sql.raw(type)}[])::${sql.raw(type)}[]`;
