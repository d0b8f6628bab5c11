import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** What one test run leaves for the next. Each name in it holds a digest of all that it was made from. */
export const CACHE_FOLDER = join(ROOT, 'node_modules', '.cache', 'guichet');

/** A digest, in hexadecimal, of the database's migrations and functions, with texts that count as well. */
export function digestOfSchema(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`\0${text}`);
  for (const folder of [join(ROOT, 'server', 'db', 'migrations'), join(ROOT, 'server', 'db')])
    for (const name of readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .sort())
      hash.update(`\0${name}\0`).update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}
