import { and, asc, desc, eq, gt } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { secondFactors } from '../db/schema/index.ts';
import { opens, type Seal } from '../sealing/seal.ts';
import { sealedFor } from './second-factor/second-factor-codes.ts';

const PAGE = 500;

/**
 * Seals secrets under the previous key again with the present one, after which the previous key may be removed. Concurrent runs on several
 * nodes are harmless; an app that is set up meanwhile is left alone.
 * @returns how many secrets of apps were sealed again, and how many no key opens.
 */
export async function resealSecondFactors(db: Db, seal: Seal): Promise<{ resealed: number; lost: number }> {
  const counts = { resealed: 0, lost: 0 };
  let after: string | null = null;
  for (;;) {
    const page: { userId: string; secret: string }[] = await db
      .select({ userId: secondFactors.userId, secret: secondFactors.secret })
      .from(secondFactors)
      .where(after === null ? undefined : gt(secondFactors.userId, after))
      .orderBy(asc(secondFactors.userId))
      .limit(PAGE);
    for (const { userId, secret } of page) {
      let renewed: string | null = null;
      try {
        renewed = seal.renew(secret, sealedFor(userId));
      } catch {
        counts.lost += 1;
      }
      if (renewed === null) continue;
      await db
        .update(secondFactors)
        .set({ secret: renewed })
        .where(and(eq(secondFactors.userId, userId), eq(secondFactors.secret, secret)));
      counts.resealed += 1;
    }
    after = page.at(-1)?.userId ?? null;
    if (page.length < PAGE) return counts;
  }
}

/** Whether the secret of the app that was set up last opens; null without one. Asked at a start: a wrong key would be noticed by clients first. */
export async function newestAppOpens(db: Db, seal: Seal): Promise<boolean | null> {
  const [newest] = await db
    .select({ userId: secondFactors.userId, secret: secondFactors.secret })
    .from(secondFactors)
    .orderBy(desc(secondFactors.createdAt))
    .limit(1);
  return newest ? opens(seal, newest.secret, sealedFor(newest.userId)) : null;
}
