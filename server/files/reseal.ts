import type { Db } from '../db/database.ts';
import { opens, type Seal } from '../sealing/seal.ts';
import { sealedForFile } from './file-store.ts';
import { newestSealedKey, renewSealedKey, sealedKeysAfter } from './queries.ts';

const PAGE = 500;

/**
 * Seals the keys of files anew with the present key of the instance, as `resealSecondFactors` does for apps; the contents stay as they are.
 * @returns how many keys were sealed anew, and how many open with no key at all.
 */
export async function resealFiles(db: Db, seal: Seal): Promise<{ resealed: number; lost: number }> {
  const counts = { resealed: 0, lost: 0 };
  let after: string | null = null;
  for (;;) {
    const page: Awaited<ReturnType<typeof sealedKeysAfter>> = await sealedKeysAfter(db, after, PAGE);
    for (const { id, personId, sealedKey } of page) {
      let renewed: string | null = null;
      try {
        renewed = seal.renew(sealedKey, sealedForFile(id, personId));
      } catch {
        counts.lost += 1;
      }
      if (renewed === null) continue;
      await renewSealedKey(db, id, sealedKey, renewed);
      counts.resealed += 1;
    }
    after = page.at(-1)?.id ?? null;
    if (page.length < PAGE) return counts;
  }
}

/** Whether the file that was uploaded last opens, as `newestAppOpens` asks of apps; null without one. */
export async function newestFileOpens(db: Db, seal: Seal): Promise<boolean | null> {
  const newest = await newestSealedKey(db);
  return newest ? opens(seal, newest.sealedKey, sealedForFile(newest.id, newest.personId)) : null;
}
