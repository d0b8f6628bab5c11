import { existsSync, linkSync, mkdirSync, openAsBlob, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { openDatabase } from '../db/open-database.ts';
import { CACHE_FOLDER, digestOfSchema } from './test-cache.ts';

/**
 * PGlite data folders as one file each: to load one costs a quarter of the processor time of making a database anew. They lie in the cache
 * of `node_modules`, named by a digest of all that they are made from.
 */

const PACKAGE = join(
  import.meta.dirname,
  '..',
  '..',
  'node_modules',
  '@electric-sql',
  'pglite',
  'package.json',
);

/** `empty` is as PGlite makes it, without a table; `migrated` has every migration and no row but theirs. */
export type ImageKind = 'empty' | 'migrated';

const fileOf = (kind: ImageKind) =>
  join(CACHE_FOLDER, `${kind}-${digestOfSchema(process.version, readFileSync(PACKAGE, 'utf8'))}.tar`);

/** The image of that kind, made on first use. */
export async function embeddedImage(kind: ImageKind): Promise<Blob> {
  const file = fileOf(kind);
  if (!existsSync(file)) {
    mkdirSync(CACHE_FOLDER, { recursive: true });
    const fresh = await openDatabase({ kind: 'memory' }, { migrates: kind === 'migrated' });
    const client = (fresh.db as unknown as { $client: PGlite }).$client;
    const dump = await client.dumpDataDir('none');
    await fresh.close();
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, Buffer.from(await dump.arrayBuffer()));
    try {
      linkSync(draft, file);
    } catch (error) {
      // Another worker was first. Its file stays: a worker that reads it at this moment would find it changed.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    rmSync(draft);
  }
  return openAsBlob(file);
}
