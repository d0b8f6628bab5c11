import type { SignedIn } from '../bank/guard.ts';
import type { Db } from '../db/database.ts';
import { rowsAbout } from './queries.ts';

/**
 * A person's own data in one structured file (GDPR, article 20). Amounts are minor units beside their currency and times are ISO 8601
 * in UTC, as everywhere in the API.
 */
export async function exportPerson(db: Db, caller: SignedIn, now: Date) {
  return {
    format: 'guichet-export-1',
    exportedAt: now.toISOString(),
    amounts: 'Integers of minor units (cents; whole yen and won) in the currency beside them.',
    ...(await rowsAbout(db, caller)),
  };
}
