import { cpSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SERVER_FILE } from './built-server.ts';
import { startPostgres, WITHOUT_DISK } from './postgres-server.ts';
import { startProduct } from './product.ts';
import { CACHE_FOLDER, digestOfSchema, makeOnce } from './test-cache.ts';

/**
 * The data folder of a PostgreSQL server whose database `postgres` the product filled with the demonstration: tests that stop a server of their
 * own, or lose it, begin on a copy. To fill one takes five seconds of a processor.
 */

/** The demonstration is relative to today, and made by the code and the schema of this moment. */
function clusterOfToday(): string {
  const day = new Date().toISOString().slice(0, 10);
  const stamp = readFileSync(join(dirname(SERVER_FILE), 'stamp'), 'utf8');
  return join(CACHE_FOLDER, `cluster-${day}-${digestOfSchema(stamp)}`);
}

/** @throws Error when the product does not end well. */
async function fill(folder: string): Promise<void> {
  for (const name of readdirSync(CACHE_FOLDER))
    if (name.startsWith('cluster-')) rmSync(join(CACHE_FOLDER, name), { recursive: true, force: true });
  const postgres = await startPostgres(WITHOUT_DISK);
  try {
    const product = startProduct({ DATABASE_URL: postgres.url });
    await product.ready;
    product.child.kill('SIGTERM');
    if ((await product.ended) !== 0) throw new Error(product.said());
    await postgres.halt('SIGINT');
    cpSync(postgres.dataFolder, `${folder}.draft`, { recursive: true });
  } finally {
    await postgres.stop();
  }
  renameSync(`${folder}.draft`, folder);
}

/** Copies it into the data folder of a server that is not started yet. The first call of a day and of a build makes it. */
export async function copyFilledCluster(dataFolder: string): Promise<void> {
  const folder = clusterOfToday();
  await makeOnce(folder, 'filling-cluster', () => fill(folder));
  cpSync(folder, dataFolder, { recursive: true });
}
