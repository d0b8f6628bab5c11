import { cpSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SERVER_FILE } from './built-server.ts';
import { startProduct } from './product.ts';
import { CACHE_FOLDER, digestOfSchema, makeOnce } from './test-cache.ts';

/**
 * A data folder that the product filled with the demonstration and closed well. A first start of the embedded database takes six times the
 * processor time of a second one: tests that need a bank with people in it begin on a copy.
 */

const BUILD_STAMP = join(dirname(SERVER_FILE), 'stamp');

/** The demonstration is relative to today, and made by the code and the schema of this moment. */
function folderOfToday(): string {
  const day = new Date().toISOString().slice(0, 10);
  return join(CACHE_FOLDER, `filled-${day}-${digestOfSchema(readFileSync(BUILD_STAMP, 'utf8'))}`);
}

/** @throws Error when the product does not end well, or without `tar`. */
async function fill(folder: string): Promise<void> {
  for (const name of readdirSync(CACHE_FOLDER))
    if (name.startsWith('filled-')) rmSync(join(CACHE_FOLDER, name), { recursive: true, force: true });
  const draft = `${folder}.draft`;
  // The tables, which tests of the embedded database need as an image too: to make them is a third of a first start. Loaded only here, because
  // every browser test reads this file and none the database.
  const { copyMigratedFolder } = await import('./embedded-images.ts');
  await copyMigratedFolder(draft);
  const product = startProduct({ DATA_DIR: draft });
  await product.ready;
  product.child.kill('SIGTERM');
  if ((await product.ended) !== 0) throw new Error(product.said());
  renameSync(draft, folder);
}

/** Copies the filled bank into a data folder, as one for `DATA_DIR`. The first call of a day and of a build makes it. */
export async function copyFilledFolder(dataDir: string): Promise<void> {
  const folder = folderOfToday();
  await makeOnce(folder, 'filling', () => fill(folder));
  cpSync(join(folder, 'bank', 'postgres'), join(dataDir, 'bank', 'postgres'), { recursive: true });
}
