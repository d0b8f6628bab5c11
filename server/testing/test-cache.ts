import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FolderInUse, lockFolder } from '../db/folder-lock.ts';

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

/** Makes what lies at `path` unless it is there. Of several workers that come at once one makes it under the lock of that name; the others wait. */
export async function makeOnce(path: string, lock: string, make: () => Promise<void>): Promise<void> {
  while (!existsSync(path)) {
    mkdirSync(CACHE_FOLDER, { recursive: true });
    try {
      const unlock = lockFolder(join(CACHE_FOLDER, lock));
      try {
        if (!existsSync(path)) await make();
      } finally {
        unlock();
      }
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
      await pause(200);
    }
  }
}
