import { sql } from 'drizzle-orm';
import pg from 'pg';
import { inject } from 'vitest';
import { type ChannelListener, type Database, type Db, rowsOf } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';
import { embeddedImage } from './embedded-images.ts';

/**
 * The real database a test runs on. One per test worker, opened once and emptied for each test: opening costs a second, emptying a few
 * milliseconds. The project `postgresql` (vitest.config.ts) runs the same tests on a PostgreSQL server instead of PGlite.
 */
let worker: Promise<WorkerDatabase> | null = null;

interface WorkerDatabase {
  readonly database: Database;
  /** Takes every row out of it. */
  empty(): Promise<unknown>;
  /** Keeps its rows beside the tables, under a name; under the first one, which is empty, instead of all that was kept before. */
  keep(name: string): Promise<unknown>;
  /** Takes every row out of it and puts those of a name back. */
  putBack(name: string): Promise<unknown>;
}

/**
 * The URL of a database of this process's own on the PostgreSQL server of the test run, whatever stood there before: empty, or a copy of the
 * database named `template`, to which nobody is connected.
 */
export async function freshDatabaseUrl(purpose: string, template = 'template1'): Promise<string> {
  const serverUrl = inject('postgresUrl');
  const name = `guichet_${purpose}_${process.pid}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
  await client.query(
    `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}`,
  );
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * The URL of a database of this process's own on the server of the test run, a copy of the one named `template`, which the first to ask for it
 * makes by `make` and no connection to it outlasts. A copy costs a hundredth of the processor time.
 */
export async function copiedDatabaseUrl(
  purpose: string,
  template: string,
  make: (url: string) => Promise<unknown>,
): Promise<string> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    // Held until the connection ends: workers that come at once wait for the first one's database.
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount === 0) {
      const draft = new URL(await freshDatabaseUrl(`draft_of_${template}`));
      await make(draft.href);
      await client.query(
        `alter database ${pg.escapeIdentifier(draft.pathname.slice(1))} rename to ${pg.escapeIdentifier(template)}`,
      );
    }
    return await freshDatabaseUrl(purpose, template);
  } finally {
    await client.end();
  }
}

/** The URL of a database of this process's own with all tables and no row but those of the migrations, which run once in a test run. */
export const migratedDatabaseUrl = (purpose: string): Promise<string> =>
  copiedDatabaseUrl(purpose, 'guichet_migrated', async (url) => {
    const database = await openDatabase({ kind: 'postgresql', url });
    await database.close();
  });

/**
 * The same database, which listens to each channel once and for good: every test opens a bank that listens, and a connection of its own costs
 * PostgreSQL more than the test.
 */
function listeningOnce(database: Database): Database {
  const channels = new Map<string, { readonly listeners: Set<ChannelListener>; isOpen: Promise<unknown> }>();
  return {
    ...database,
    async listen(channel, listener) {
      let heard = channels.get(channel);
      if (!heard) {
        const listeners = new Set<ChannelListener>();
        const isOpen = database.listen(channel, (payload) => {
          for (const each of listeners) each(payload);
        });
        heard = { listeners, isOpen };
        channels.set(channel, heard);
      }
      const { listeners, isOpen } = heard;
      await isOpen;
      listeners.add(listener);
      return async () => {
        listeners.delete(listener);
      };
    },
  };
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

/** What tests add to the dated data says so in its source. */
export const SOURCE_OF_TESTS = 'Un essai';

/** What a database is emptied with, and its rows are kept and put back with, each one statement. */
interface RowStatements {
  readonly empty: string;
  readonly forget: string;
  readonly keep: string;
  readonly putBack: string;
}

/** Those rows of a table that no migration made. */
const ROWS_OF_TESTS: Readonly<Record<string, string>> = {
  roles: 'not holds_all',
  legal_parameters: `source = '${SOURCE_OF_TESTS}'`,
};

/**
 * Prepares a place beside the tables for their rows. On tables of a few rows a `delete` takes milliseconds where a `truncate` makes new files.
 */
async function prepareStatements(db: Db): Promise<RowStatements> {
  const tables = await rowsOf<{ table_name: string; name: string; columns: string }>(
    db,
    sql`select c.relname as table_name, quote_ident(c.relname) as name,
        string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '') as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.oid, c.relname order by c.relname`,
  );
  const copies = tables.map(
    ({ name }) => `create unlogged table kept_rows.${name} (kept_as text, like public.${name})`,
  );
  await db.execute(sql.raw(`do $$ begin create schema kept_rows; ${copies.join('; ')}; end $$`));
  const inOne = (each: (table: (typeof tables)[number]) => string) =>
    `with ${tables.map((table, index) => `t${index} as (${each(table)})`).join(', ')} select 1`;
  const ofTests = (table: string) => (ROWS_OF_TESTS[table] ? ` where ${ROWS_OF_TESTS[table]}` : '');
  return {
    empty: inOne(({ table_name, name }) => `delete from public.${name}${ofTests(table_name)}`),
    forget: inOne(({ name }) => `delete from kept_rows.${name}`),
    keep: inOne(
      ({ table_name, name }) =>
        `insert into kept_rows.${name} select $1::text, * from public.${name}${ofTests(table_name)}`,
    ),
    putBack: inOne(
      ({ name, columns }) =>
        `insert into public.${name} (${columns}) overriding system value select ${columns} from kept_rows.${name} where kept_as = $1`,
    ),
  };
}

/** A statement with the name in the place of its parameter. */
function named(text: string, name: string) {
  const [first = '', ...others] = text.split('$1');
  return others.reduce((whole, part) => sql`${whole}${name}${sql.raw(part)}`, sql.raw(first));
}

async function openEmbedded(): Promise<WorkerDatabase> {
  const database = await openDatabase({ kind: 'memory', loadDataDir: await embeddedImage('migrated') });
  const { empty, forget, keep, putBack } = await asOwner(database.db, prepareStatements);
  return {
    database,
    empty: () => pastTheGuards(database.db, (tx) => tx.execute(sql.raw(empty))),
    keep: (name) =>
      pastTheGuards(database.db, async (tx) => {
        if (name === '') await tx.execute(sql.raw(forget));
        await tx.execute(named(keep, name));
      }),
    putBack: (name) =>
      pastTheGuards(database.db, async (tx) => {
        await tx.execute(sql.raw(empty));
        await tx.execute(named(putBack, name));
      }),
  };
}

/** The tables that take more than a megabyte, as a list for a statement. */
const SWOLLEN = `select string_agg(quote_ident(relname), ', ') as names from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 1048576`;

/**
 * How long a connection of a worker may rest. Tests of many callers at once use twenty and come a minute apart: to open these anew, each with
 * what it knows of tables and statements, took a fifth of what such tests cost PostgreSQL.
 */
const IDLE_MS = 120_000;

/**
 * A machine at an eighth of its speed took longer than the product's ten seconds to insert two thousand clients, and for fifty decisions of one
 * moment that wait for each other. What the product answers after its ten seconds is no subject of tests that run on this database.
 */
const STATEMENT_MS = 120_000;

/**
 * A connection of its own empties and fills the tables: PostgreSQL forgets all plans of a connection whose replication role changes, and to plan again
 * what each test asks took a third of its time. Both it and the bank's connections come by the server's socket, which costs less than TCP.
 */
async function openOnServer(): Promise<WorkerDatabase> {
  const url = new URL(await migratedDatabaseUrl(`test_${process.env.VITEST_POOL_ID ?? '0'}`));
  url.searchParams.set('host', inject('postgresSocketFolder'));
  const database = await openDatabase({
    kind: 'postgresql',
    url: url.href,
    idleMs: IDLE_MS,
    statementMs: STATEMENT_MS,
  });
  const statements = await asOwner(database.db, prepareStatements);
  const keeper = new pg.Client({ connectionString: url.href });
  await keeper.connect();
  await keeper.query('set session_replication_role = replica');
  const run = (name: keyof RowStatements, ...values: readonly string[]) =>
    keeper.query({ name, text: statements[name], values: [...values] });
  const empty = async () => {
    await run('empty');
    const { rows } = await keeper.query<{ names: string | null }>({ name: 'swollen', text: SWOLLEN });
    // What thousands of clients left would be read by every test until autovacuum comes, a minute or more later.
    if (rows[0]?.names) await keeper.query(`vacuum (analyze) ${rows[0].names}`);
  };
  return {
    database,
    empty,
    async keep(name) {
      if (name === '') await run('forget');
      await run('keep', name);
    },
    async putBack(name) {
      await empty();
      await run('putBack', name);
    },
  };
}

async function open(): Promise<WorkerDatabase> {
  const opened = await (process.env.GUICHET_TEST_DATABASE === 'postgresql' ? openOnServer : openEmbedded)();
  return { ...opened, database: listeningOnce(opened.database) };
}

/** This worker's database without a row in it, but for those of the migrations: the dated data and the role that holds all. */
export async function emptiedDatabase(): Promise<Database> {
  worker ??= open();
  const { database, empty } = await worker;
  await empty();
  return database;
}

/** Keeps the rows of this worker's database under a name; under the empty name instead of all that was kept before. */
export async function keepRows(name: string): Promise<void> {
  await (await worker)?.keep(name);
}

/** Puts the rows of a name in the place of those in this worker's database. */
export async function putRowsBack(name: string): Promise<void> {
  await (await worker)?.putBack(name);
}
