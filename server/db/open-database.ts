import { PGlite } from '@electric-sql/pglite';
import type { Database, DatabaseLocation } from './database.ts';
import { openPglite, pgliteDatabase } from './pglite.ts';
import { openPostgres } from './postgres.ts';

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
