import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database, Db } from './database.ts';
import { FolderDamaged, FolderUnusable, lockFolder, makeFolder } from './folder-lock.ts';
import { bringUpToDate, watchedMigrations } from './migrate.ts';
import { personPglite, STAFF_ROLE } from './person-scope.ts';
import { DurableNodeFs } from './pglite-durable-files.ts';
import * as schema from './schema/index.ts';
import { timed } from './timed-statements.ts';
import { textOf } from './transaction-connection.ts';

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

/**
 * The types that stay text, as the query builder asks with each statement: dates, times, intervals, and arrays of them and of numbers. Said once,
 * because PGlite copies all its parsers for a statement that brings some of its own, which took a sixth of the time of short ones.
 */
const READ_AS_TEXT = [1114, 1184, 1186, 1082, 1231, 1115, 1185, 1187, 1182];

/** A query that leaves out the parsers which the query builder brings: they are the database's own (`READ_AS_TEXT`). */
const withoutParsers =
  (query: PGlite['query']): PGlite['query'] =>
  (text, values, options) => {
    const { parsers: _, ...rest } = options ?? {};
    return query(text, values, rest);
  };

/**
 * Fits the embedded database to its use: times what it is asked, inside transactions as well; the wait for its only connection counts. A transaction ends when
 * what was left to its end is done, and fails with it (`awaitAtCommit`).
 */
function fitToUse(client: PGlite): void {
  const { query, transaction } = client;
  client.query = timed(withoutParsers(query.bind(client)) as never) as never;
  for (const type of READ_AS_TEXT) client.parsers[type] = (text) => text;
  client.transaction = ((work: (tx: { query: unknown }) => unknown) =>
    transaction.call(client, async (tx) => {
      let last: Promise<unknown> = Promise.resolve();
      let failure: unknown = null;
      const ask = timed(withoutParsers(tx.query.bind(tx)) as never);
      tx.query = ((...asked: never[]) => {
        if (textOf(asked[0]).startsWith('rollback to')) failure = null;
        last = ask(...asked) as Promise<unknown>;
        last.catch((error: unknown) => {
          failure ??= error;
        });
        return last;
      }) as never;
      const result = await work(tx);
      await new Promise<void>((resolve) => process.nextTick(resolve));
      // What came after the first fault is only told that there was one.
      await last.catch(() => Promise.reject(failure));
      return result as never;
    })) as never;
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
 * @throws FolderInUse when another living process holds the folder; FolderUnusable when it cannot be made or is half made.
 */
export async function openPglite(folder: string, migrates: boolean): Promise<Database> {
  const unlock = lockFolder(folder);
  const dataDir = embeddedFiles(folder);
  try {
    makeFolder(dataDir);
    if (folderIsHalfMade(dataDir))
      throw new FolderUnusable(
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

/** A PGlite as the database, migrated unless told otherwise. */
export async function pgliteDatabase(
  client: PGlite,
  afterClose: () => void,
  migrates: boolean,
): Promise<Database> {
  fitToUse(client);
  const handle = drizzle(client, { schema });
  if (migrates) {
    await bringUpToDate(handle as unknown as Db);
    await client.exec(`set role ${STAFF_ROLE}`);
  }
  const db = handle as unknown as Db;
  return {
    kind: 'pglite',
    db,
    of: (personId) => drizzle(personPglite(client, 'guichet_client', personId)) as unknown as Db,
    assignedTo: (personId) =>
      drizzle(personPglite(client, 'guichet_assigned', personId), { schema }) as unknown as Db,
    exceptOwnFilesOf: (personId) =>
      drizzle(personPglite(client, 'guichet_others', personId), { schema }) as unknown as Db,
    migrations: watchedMigrations(db),
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
