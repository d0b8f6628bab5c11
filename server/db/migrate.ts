import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type Db, type MigrationState, rowsOf } from './database.ts';
import { applyFunctions, createFunctionHistory, functionState } from './database-functions.ts';
import { becomeStaff } from './person-scope.ts';
import * as schema from './schema/index.ts';

const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number, the same on every node: the holder of this advisory lock may migrate. */
const MIGRATION_LOCK = 7_236_001;

/** One step of the schema's history, as the migrator records it. */
export interface Migration {
  readonly hash: string;
  readonly statements: readonly string[];
  readonly madeAt: number;
}

let migrationsOfTheCode: readonly Migration[] | null = null;

/** Every migration the code knows, the first first. Read once: a newer version may be installed over the files of a running node. */
export function knownMigrations(): readonly Migration[] {
  migrationsOfTheCode ??= readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).map((file) => ({
    hash: file.hash,
    statements: file.sql,
    madeAt: file.folderMillis,
  }));
  return migrationsOfTheCode;
}

/** The hash of the last migration that the code knows. */
export function lastMigration(): string {
  return knownMigrations().at(-1)?.hash ?? '';
}

/**
 * What the code knows of the schema's history beside what the database has of it, by when each step was made. The functions of the database
 * are one more step behind the numbered ones.
 */
export async function migrationState(db: Db): Promise<MigrationState> {
  const known = knownMigrations().map(({ madeAt }) => madeAt);
  const latest = Math.max(0, ...known);
  const [row] = await rowsOf<{ applied: number; unknown: number; through: string | number }>(
    db,
    sql`select count(*)::int as applied, (count(*) filter (where created_at > ${latest}::bigint))::int as unknown,
      coalesce(max(created_at), 0) as through from drizzle.__drizzle_migrations`,
  );
  const through = Number(row?.through ?? 0);
  const functions = await functionState(db, lastMigration());
  const unknown = row?.unknown ?? 0;
  // A newer version has functions of its own: they are not ours to replace.
  const isReplaced = functions === 'replaced' && unknown === 0;
  return {
    applied: row?.applied ?? 0,
    pending:
      known.filter((madeAt) => madeAt > through).length + (functions === 'pending' && unknown === 0 ? 1 : 0),
    unknown: unknown + (isReplaced ? 1 : 0),
  };
}

/** Why the schema keeps this code from serving; null when the two belong together. */
export function schemaMismatch({ pending, unknown }: MigrationState): string | null {
  if (unknown > 0) return 'the database belongs to a newer version of the product';
  return pending > 0 ? 'migrations are pending' : null;
}

/**
 * `migrationState` of a database that serves. A newer version that migrated it meanwhile is told to the operator once: the node goes on
 * answering what reaches it, says that it is not ready, and is to be stopped.
 */
export function watchedMigrations(db: Db): () => Promise<MigrationState> {
  let isTold = false;
  return async () => {
    const state = await migrationState(db);
    if (state.unknown > 0 && !isTold) {
      isTold = true;
      console.error(
        'The database was brought to a newer version while this node was running. It says that it is not ready: stop it once the new nodes serve.',
      );
    }
    return state;
  };
}

/** @throws DatabaseNotReady when the database has steps of the schema that this code does not know. */
export function requireKnownSchema({ unknown }: MigrationState): void {
  if (unknown === 0) return;
  throw new DatabaseNotReady(
    `The database belongs to a newer version of the product (${unknown} migrations that this version does not know). Start that version, or restore the backup made before the upgrade.`,
  );
}

/** Where the steps of the schema that were taken are recorded. The names are those of Drizzle's migrator, which kept the record first. */
export async function createHistory(tx: Db): Promise<void> {
  await tx.execute(sql`create schema if not exists drizzle`);
  await tx.execute(
    sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  );
  await createFunctionHistory(tx);
}

/** Takes steps of the schema and records them, in the caller's transaction. */
export async function applyMigrations(tx: Db, migrations: readonly Migration[]): Promise<void> {
  for (const { hash, statements, madeAt } of migrations) {
    for (const statement of statements) await tx.execute(sql.raw(statement));
    await tx.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${madeAt})`,
    );
  }
}

/**
 * Brings the schema to what the code knows: the numbered steps that are left, then the functions of the database. All of it or nothing, so
 * that a version whose upgrade fails leaves the one before it serving.
 * @throws DatabaseNotReady when a newer version has migrated the database already.
 */
export async function bringUpToDate(db: Db): Promise<void> {
  await db.transaction(async (transaction) => {
    const tx = transaction as unknown as Db;
    await createHistory(tx);
    const state = await migrationState(tx);
    requireKnownSchema(state);
    if (state.pending === 0) return;
    await applyMigrations(tx, knownMigrations().slice(state.applied));
    await applyFunctions(tx, lastMigration());
  });
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

/** What the house finds of the schema. What keeps it from looking (no database of ours yet) is met again by who migrates: null. */
async function stateFoundBy(client: pg.Client): Promise<MigrationState | null> {
  try {
    await becomeStaff(client);
    return await migrationState(drizzle(client, { schema }) as unknown as Db);
  } catch {
    return null;
  } finally {
    await client.query('reset role');
  }
}

/**
 * Migrates, unless nothing is left to do, under an advisory lock on one connection, so that several nodes may start at once.
 * @throws DatabaseNotReady when the login may not, or when a newer version has migrated it already.
 */
export async function migrateUnderLock(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'guichet-migrations' });
  await client.connect();
  try {
    const found = await stateFoundBy(client);
    if (found) requireKnownSchema(found);
    if (found?.pending === 0) return;
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await bringUpToDate(drizzle(client) as unknown as Db).catch((error) => {
      throw asNotReady(error);
    });
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  } finally {
    await client.end();
  }
}
