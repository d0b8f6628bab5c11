import { sql } from 'drizzle-orm';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, type Db, rowsOf } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';
import { embeddedImage } from './embedded-images.ts';

/**
 * The real database a test runs on. One per test worker, opened once and emptied for each test: opening costs a second, emptying a few
 * milliseconds. The project `postgresql` (vitest.config.ts) runs the same tests on a PostgreSQL server instead of PGlite.
 */
let database: Promise<Database> | null = null;
let emptying: string | null = null;

/** The URL of an empty database of this process's own on the PostgreSQL server of the test run, whatever stood there before. */
export async function freshDatabaseUrl(purpose: string): Promise<string> {
  const serverUrl = inject('postgresUrl');
  const name = `guichet_${purpose}_${process.pid}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
  await client.query(`create database ${pg.escapeIdentifier(name)}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function open(): Promise<Database> {
  if (process.env.GUICHET_TEST_DATABASE === 'postgresql')
    return openDatabase({
      kind: 'postgresql',
      url: await freshDatabaseUrl(`test_${process.env.VITEST_POOL_ID ?? '0'}`),
    });
  return openDatabase({ kind: 'memory', loadDataDir: await embeddedImage('migrated') });
}

/** An embedded database of the test's own, without a table in it unless it `migrates`. The caller closes it. */
export async function embeddedDatabase({ migrates }: { readonly migrates: boolean }): Promise<Database> {
  const loadDataDir = await embeddedImage(migrates ? 'migrated' : 'empty');
  return openDatabase({ kind: 'memory', loadDataDir }, { migrates });
}

/** Works as the owner of the tables in a transaction of its own: for what the product's roles may not do. */
export function asOwner<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local role none`);
    return work(tx as unknown as Db);
  });
}

/** The same with the guards of the books and of the audit trail put aside: what only someone with the database in their hands can do. */
export function pastTheGuards<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return asOwner(db, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    return work(tx);
  });
}

/** Empties every table in one statement: on tables of a few rows a `delete` takes milliseconds where a `truncate` makes new files. */
async function emptyingStatement(db: Db): Promise<string> {
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('legal_parameters', 'roles') order by tablename`,
  );
  const deletions = tables.map(({ name }, index) => `t${index} as (delete from ${name})`);
  deletions.push('made as (delete from roles where not holds_all)');
  return `with ${deletions.join(', ')} select 1`;
}

/** This worker's database without a row in it, but for those of the migrations: the dated data and the role that holds all. */
export async function emptiedDatabase(): Promise<Database> {
  database ??= open();
  const opened = await database;
  emptying ??= await emptyingStatement(opened.db);
  const statement = emptying;
  await pastTheGuards(opened.db, (tx) => tx.execute(sql.raw(statement)));
  return opened;
}
