import { spawnSync } from 'node:child_process';
import { mkdirSync, openAsBlob, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { openDatabase } from '../db/open-database.ts';
import { CACHE_FOLDER, digestOfSchema, makeOnce } from './test-cache.ts';

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

/**
 * The memory for pages, written into the images and so into every folder made from one: PGlite sets up the usual 128 MB at each start, which takes
 * a third of a start's processor time, and hardly a test fills 16.
 */
const FEWER_PAGES = "alter system set shared_buffers = '16MB'";

const fileOf = (kind: ImageKind) =>
  join(
    CACHE_FOLDER,
    `${kind}-${digestOfSchema(process.version, readFileSync(PACKAGE, 'utf8'), FEWER_PAGES)}.tar`,
  );

async function make(kind: ImageKind): Promise<void> {
  const fresh =
    kind === 'empty'
      ? await openDatabase({ kind: 'memory' }, { migrates: false })
      : await openDatabase({ kind: 'memory', loadDataDir: await embeddedImage('empty') });
  const client = (fresh.db as unknown as { $client: PGlite }).$client;
  if (kind === 'empty') await client.exec(FEWER_PAGES);
  const dump = await client.dumpDataDir('none');
  await fresh.close();
  const draft = `${fileOf(kind)}.draft`;
  writeFileSync(draft, Buffer.from(await dump.arrayBuffer()));
  renameSync(draft, fileOf(kind));
}

/** The image of that kind, made on first use: a worker that comes meanwhile waits for it, because to make one takes seconds of a processor. */
export async function embeddedImage(kind: ImageKind): Promise<Blob> {
  await makeOnce(fileOf(kind), `making-${kind}`, () => make(kind));
  return openAsBlob(fileOf(kind));
}

/** Lays the migrated image into a data folder, as one for `DATA_DIR`: a start finds every table and no row. @throws Error without `tar`. */
export async function copyMigratedFolder(dataDir: string): Promise<void> {
  await embeddedImage('migrated');
  const folder = join(dataDir, 'bank', 'postgres');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { status, stderr } = spawnSync('tar', ['-xf', fileOf('migrated'), '-C', folder], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the image could not be unpacked: ${stderr}`);
}
