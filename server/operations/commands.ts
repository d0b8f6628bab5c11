import { existsSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { failedProofs } from '#domain/statements/daily-proof.ts';
import { BadConfiguration, type Config } from '../config.ts';
import { type Database, type Db, rowsOf } from '../db/database.ts';
import { FolderDamaged, FolderInUse, FolderUnusable, lockFileOf, lockFolder } from '../db/folder-lock.ts';
import { DatabaseNotReady, migrationState, schemaMismatch } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { embeddedFiles } from '../db/pglite.ts';
import { lastProofs } from '../ledger/daily-proofs.ts';
import { keepBackup, sendBackup } from './back-up.ts';
import { BadBackup, type Closing, checkBackup, type Opening } from './backup-file.ts';
import { type SealKeys, type SealVerdict, sealKeysOf, verdictOf } from './backup-seal.ts';
import { type BooksSummary, faultsOfBooks, summariseBooks } from './books.ts';
import { askForBackup, BankDidNotAnswer } from './operator-socket.ts';
import {
  isEmpty,
  type Restored,
  type RestoreInto,
  RestoreRefused,
  requireSeal,
  restoreInto,
} from './restore.ts';

/** Where a command says what it did, a line at a time. */
export type Say = (line: string) => void;

const bankFolder = (config: Config) => join(config.dataDir, 'bank');
const hasEmbeddedBank = (config: Config) => existsSync(join(embeddedFiles(bankFolder(config)), 'PG_VERSION'));
/** One connection and no migrations: the database is taken as it is. */
const openAsItIs = (url: string) =>
  openDatabase({ kind: 'postgresql', url, poolSize: 1 }, { migrates: false });

/** @throws BadConfiguration for a database on which nothing was ever started: there is nothing to copy or to check. */
async function requireBank(db: Db): Promise<void> {
  const [row] = await rowsOf<{ is: boolean }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as "is"`,
  );
  if (!row?.is)
    throw new BadConfiguration([
      'This database holds no bank yet. A start makes one; « npm run migrate » or « npm run restore » does as well.',
    ]);
}

function tellBooks(books: BooksSummary, say: Say): void {
  for (const { currency, clients, house, difference } of books.trialBalance)
    say(`  ${currency}: clients ${clients}, house ${house}, difference ${difference} (minor units)`);
  say(`  ${books.postings} postings, ${books.entries} entries, last ${books.lastPosting?.at ?? 'none'}`);
  const head = books.auditHead;
  say(`  audit trail: ${head ? `line ${head.number}, ${head.hash.slice(0, 16)}…` : 'empty'}`);
}

/** The last proofs that the job of the night kept (ACC-36), a line for each currency. None in a schema from before they were (migration 0084). */
async function tellProofs(tx: Db, say: Say): Promise<void> {
  const [schema] = await rowsOf<{ known: boolean }>(
    tx,
    sql`select to_regclass('public.daily_proofs') is not null as known`,
  );
  if (!schema?.known) return;
  for (const { day, currency, isFair, madeAt, results } of await lastProofs(tx, '9999-12-31'))
    say(
      `  proof of ${day} in ${currency}, made ${madeAt.toISOString()}: ${
        isFair ? `${results.length} hold` : `${failedProofs(results).join(', ')} NOT`
      }`,
    );
}

const SEALS: Readonly<Record<SealVerdict, string>> = {
  present: 'sealed by SECRET_KEY',
  previous: 'sealed by SECRET_KEY_PREVIOUS',
  foreign: 'NOT VERIFIED: sealed by a key that is not named here',
  none: 'NOT SEALED: made without a SECRET_KEY, so nothing shows whether somebody changed it',
};

function tell(opening: Opening, closing: Closing, keys: SealKeys, say: Say): void {
  say(
    `  made ${opening.createdAt} by version ${opening.version} from ${opening.database} (PostgreSQL ${opening.server})`,
  );
  say(`  ${closing.tables} tables, ${closing.rows} rows, sha256 ${closing.sha256}`);
  say(`  ${SEALS[verdictOf(closing, keys)]}`);
  tellBooks(closing.books, say);
}

/** Runs `use` on the database as it is and closes it. */
async function using<T>(database: Database, use: (database: Database) => Promise<T>): Promise<T> {
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/**
 * `npm run backup -- <file>`: a consistent copy of everything, while the bank runs. PostgreSQL is read in a snapshot of its own; the
 * embedded database belongs to the process that runs it, which is asked for the copy; when none runs, the folder is read here.
 * `--check` reads an existing file instead and says what is in it.
 * @throws BadConfiguration for missing arguments or nothing to back up.
 */
export async function backUpCommand(config: Config, args: readonly string[], say: Say): Promise<void> {
  const [name, ...others] = args.filter((arg) => arg !== '--check');
  if (!name || others.length > 0)
    throw new BadConfiguration(['Usage: npm run backup -- <file> (or --check <file>)']);
  const file = resolve(name);
  const keys = sealKeysOf(config);
  if (args.includes('--check')) {
    const { opening, closing } = await checkBackup(file);
    say(`${file} is whole:`);
    tell(opening, closing, keys, say);
    return;
  }
  if (existsSync(file)) throw new BadConfiguration([`${file} is there already: a backup replaces nothing.`]);
  if (!config.databaseUrl && !hasEmbeddedBank(config))
    throw new BadConfiguration([`There is no bank in ${config.dataDir}, and DATABASE_URL is not set.`]);
  const about = { version: config.version, now: new Date(), sealKey: keys.present };
  const { opening, closing, bytes } = await keepBackup(file, async (sink) => {
    try {
      const database = config.databaseOwnerUrl
        ? await openAsItIs(config.databaseOwnerUrl)
        : await openDatabase({ kind: 'pglite', folder: bankFolder(config) }, { migrates: false });
      await using(database, async () => {
        await requireBank(database.db);
        await sendBackup(database, about, sink);
      });
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
      await askForBackup(bankFolder(config), sink);
    }
  });
  say(`${file} is written and checked (${bytes} bytes):`);
  tell(opening, closing, keys, say);
}

/** Nodes of the product that hold connections to this database. */
async function nodesAtWork(db: Db): Promise<number> {
  const [row] = await rowsOf<{ nodes: number }>(
    db,
    sql`select count(*)::int as nodes from pg_stat_activity
      where datname = current_database() and application_name = 'guichet-live'`,
  );
  return row?.nodes ?? 0;
}

interface RestoreOptions extends RestoreInto {
  readonly replaces: boolean;
}

async function restorePostgres(url: string, file: string, options: RestoreOptions): Promise<Restored> {
  return using(await openAsItIs(url), async ({ db }) => {
    if ((await nodesAtWork(db)) > 0)
      throw new RestoreRefused('The bank is running on this database. Stop every node, then restore.');
    return db.transaction(async (transaction) => {
      const tx = transaction as unknown as Db;
      if (!options.replaces && !(await isEmpty(tx)))
        throw new RestoreRefused(
          'The database is not empty. Restore into another one, or add --replace to lose what it holds.',
        );
      return restoreInto(tx, file, options);
    });
  });
}

/** Restores beside the present folder and puts it in its place at the end; a folder that was there stays, under another name. */
async function restoreEmbedded(
  config: Config,
  file: string,
  options: RestoreOptions,
  say: Say,
): Promise<Restored> {
  const folder = bankFolder(config);
  const isThere = hasEmbeddedBank(config);
  if (isThere && !options.replaces)
    throw new RestoreRefused(
      `There is a bank in ${folder}. Set DATA_DIR to another folder, or add --replace: the present one is then kept beside it.`,
    );
  const unlock = lockFolder(folder);
  const draft = `${folder}.restoring-${process.pid}`;
  try {
    const database = await openDatabase({ kind: 'pglite', folder: draft }, { migrates: false });
    const restored = await using(database, () =>
      database.db.transaction((tx) => restoreInto(tx as unknown as Db, file, options)),
    );
    if (isThere) {
      const aside = `${folder}.replaced-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
      renameSync(folder, aside);
      say(`What was there is kept in ${aside}.`);
    } else await rm(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    return restored;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(lockFileOf(draft), { force: true });
    unlock();
  }
}

const RESTORE_FLAGS = ['--replace', '--with-faults', '--unsealed'];

/**
 * `npm run restore -- <file> [--replace] [--with-faults] [--unsealed]`: puts a backup into an empty bank, of either database, all of it or nothing.
 * @throws RestoreRefused, BadBackup, FolderInUse, BadConfiguration with one line for the operator.
 */
export async function restoreCommand(config: Config, args: readonly string[], say: Say): Promise<void> {
  const flags = new Set(args.filter((arg) => arg.startsWith('--')));
  const [name, ...others] = args.filter((arg) => !arg.startsWith('--'));
  const unknown = [...flags].filter((flag) => !RESTORE_FLAGS.includes(flag));
  if (!name || others.length > 0 || unknown.length > 0)
    throw new BadConfiguration([
      `Usage: npm run restore -- <file> ${RESTORE_FLAGS.map((flag) => `[${flag}]`).join(' ')}`,
    ]);
  const file = resolve(name);
  // The whole file first: nothing is touched for a backup that is not one.
  const { closing } = await checkBackup(file);
  const sealKeys = sealKeysOf(config);
  const acceptsUnsealed = flags.has('--unsealed');
  if (!acceptsUnsealed) requireSeal(file, closing, sealKeys);
  const options = {
    sealKeys,
    acceptsUnsealed,
    replaces: flags.has('--replace'),
    acceptsFaults: flags.has('--with-faults'),
  };
  const restored = config.databaseOwnerUrl
    ? await restorePostgres(config.databaseOwnerUrl, file, options)
    : await restoreEmbedded(config, file, options, say);
  say(
    `${file} is restored${restored.migrated > 0 ? ` and brought ${restored.migrated} versions of the database further` : ''}:`,
  );
  tell(restored.opening, restored.closing, sealKeys, say);
  for (const fault of restored.faults) say(`  fault: ${fault}`);
}

/**
 * `npm run books`: the books and the audit trail, read and checked as a whole. PostgreSQL may be at work meanwhile; the embedded
 * database is checked while stopped, or through a backup.
 * @param proveLoans what is wrong with the interest of loans, which the rules of loans reckon: it reads the schema of today alone.
 * @returns whether they hold.
 */
export async function booksCommand(
  config: Config,
  say: Say,
  proveLoans: (tx: Db) => Promise<string[]>,
): Promise<boolean> {
  if (!config.databaseUrl && !hasEmbeddedBank(config))
    throw new BadConfiguration([`There is no bank in ${config.dataDir}, and DATABASE_URL is not set.`]);
  const database = config.databaseOwnerUrl
    ? await openAsItIs(config.databaseOwnerUrl)
    : await openDatabase({ kind: 'pglite', folder: bankFolder(config) }, { migrates: false });
  return using(database, async ({ db }) => {
    await requireBank(db);
    return db.transaction(
      async (transaction) => {
        const tx = transaction as unknown as Db;
        await tx.execute(sql.raw('set local statement_timeout = 0'));
        const faults = await faultsOfBooks(tx);
        if (schemaMismatch(await migrationState(tx)) === null) faults.push(...(await proveLoans(tx)));
        say(faults.length === 0 ? 'The books and the audit trail hold:' : 'The books do NOT hold:');
        for (const fault of faults) say(`  fault: ${fault}`);
        tellBooks(await summariseBooks(tx), say);
        await tellProofs(tx, say);
        return faults.length === 0;
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
  });
}

/**
 * `npm run migrate`: brings PostgreSQL up to date as its owner, for nodes whose own login may not.
 * @throws BadConfiguration without one; DatabaseNotReady when the login may not either.
 */
export async function migrateCommand(config: Config, say: Say): Promise<void> {
  if (!config.databaseOwnerUrl)
    throw new BadConfiguration([
      'DATABASE_URL is not set: the embedded database is brought up to date by a start.',
    ]);
  const database = await openDatabase({ kind: 'postgresql', url: config.databaseOwnerUrl, poolSize: 1 });
  const { applied } = await using(database, () => database.migrations());
  say(`The database is up to date, at its version ${applied}.`);
}

const FOR_THE_OPERATOR = [
  BadConfiguration,
  BadBackup,
  RestoreRefused,
  BankDidNotAnswer,
  FolderInUse,
  FolderDamaged,
  FolderUnusable,
  DatabaseNotReady,
];

/** PostgreSQL is not there, or not ready, or knows neither the login nor the database (classes 08, 28, 3D, 57P). */
const UNREACHABLE =
  /^(E(CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|TIMEDOUT|NOTFOUND|AI_AGAIN)|(08|28|3D|57P).*)$/;
const INSUFFICIENT_PRIVILEGE = '42501';
/** Why an address cannot be listened on. */
const NOT_LISTENING: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there. Stop it, or set PORT to a free one',
  EACCES: 'this user may not. Set PORT to 1024 or above, and put a proxy in front',
  EADDRNOTAVAIL: 'this machine does not have that address. Set HOST to one that it has',
  ENOTFOUND: 'no machine has that name. Set HOST to an address of this one',
};

/** What an operator is told when the product cannot listen where `HOST` and `PORT` say. */
export function sentenceOfListening(
  error: Error,
  at: { readonly host: string; readonly port: number },
): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return `${at.host}:${at.port} cannot be listened on: ${NOT_LISTENING[code] ?? message}.`;
}

/**
 * What an operator is told of an error that ended the process: the sentence that says what to put right, or null for one that only its stack
 * explains.
 */
export function sentenceForOperator(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (FOR_THE_OPERATOR.some((kind) => error instanceof kind)) return error.message;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && UNREACHABLE.test(code))
    return `The database of DATABASE_URL cannot be used: ${error.message || code}.`;
  if (code === INSUFFICIENT_PRIVILEGE)
    return `The login may not do this: ${error.message}. Name the owner's in DATABASE_OWNER_URL.`;
  return sentenceForOperator(error.cause);
}
