import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  openAsBlob,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, type Db, rowsOf } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';

/**
 * The real database a test runs on. One per test worker, opened once and emptied for each test: opening costs a second, emptying a few
 * milliseconds. The project `postgresql` (vitest.config.ts) runs the same tests on a PostgreSQL server instead of PGlite.
 */
let database: Promise<Database> | null = null;
let emptying: string | null = null;

const ROOT = join(import.meta.dirname, '..', '..');

/** A migrated PGlite folder as one file, made once per set of migrations, so that each worker starts from it. */
async function migratedImage(): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  for (const folder of [join(ROOT, 'server', 'db', 'migrations'), join(ROOT, 'server', 'db')])
    for (const name of readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .sort())
      hash.update(name).update(readFileSync(join(folder, name)));
  hash.update(readFileSync(join(ROOT, 'node_modules', '@electric-sql', 'pglite', 'package.json')));
  const folder = join(ROOT, 'node_modules', '.cache', 'guichet');
  const image = join(folder, `migrated-${hash.digest('hex').slice(0, 16)}.tar`);
  if (existsSync(image)) return image;
  mkdirSync(folder, { recursive: true });
  const fresh = await openDatabase({ kind: 'memory' });
  const client = (fresh.db as unknown as { $client: PGlite }).$client;
  const dump = await client.dumpDataDir('none');
  await fresh.close();
  const draft = `${image}.${process.pid}`;
  writeFileSync(draft, Buffer.from(await dump.arrayBuffer()));
  try {
    linkSync(draft, image);
  } catch (error) {
    // Another worker was first. Its file must stay the one it is: whoever reads it at this moment would find it changed.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  rmSync(draft);
  return image;
}

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
  return openDatabase({ kind: 'memory', loadDataDir: await openAsBlob(await migratedImage()) });
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
