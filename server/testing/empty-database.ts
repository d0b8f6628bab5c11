import type { Db } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';
import { embeddedDatabase, freshDatabaseUrl } from './test-database.ts';

/** Works on a database of its own, migrated by nothing yet. */
export async function withEmptyDatabase(work: (db: Db) => Promise<void>): Promise<void> {
  const isOnServer = process.env.GUICHET_TEST_DATABASE === 'postgresql';
  const database = isOnServer
    ? await openDatabase({ kind: 'postgresql', url: await freshDatabaseUrl('upgrade') }, { migrates: false })
    : await embeddedDatabase({ migrates: false });
  try {
    await work(database.db);
  } finally {
    await database.close();
  }
}
