import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Db } from './database.ts';
import { becomeStaff } from './person-scope.ts';
import * as schema from './schema/index.ts';

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number, the same on every node: whoever holds this advisory lock may migrate. */
const MIGRATION_LOCK = 7_236_001;

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

/** How many migrations the code knows and how many of them the database has. */
export async function migrationState(db: Db): Promise<{ applied: number; pending: number }> {
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).length;
  const result = (await db.execute(
    sql`select count(*)::int as applied from drizzle.__drizzle_migrations`,
  )) as unknown as { rows: { applied: number }[] };
  const applied = Number(result.rows[0]?.applied ?? 0);
  return { applied, pending: Math.max(0, known - applied) };
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
    const db = drizzle(client, { schema }) as unknown as Db;
    return (await migrationState(db)).pending === 0;
  } catch {
    return false;
  } finally {
    await client.query('reset role');
  }
}

/** Migrates, unless nothing is left to do, under an advisory lock on one connection, so that several nodes may start at once. */
export async function migrateUnderLock(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'guichet-migrations' });
  await client.connect();
  try {
    if (await isUpToDate(client)) return;
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS_FOLDER }).catch((error) => {
      throw asNotReady(error);
    });
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  } finally {
    await client.end();
  }
}
