import type { Institution } from '#content/institution/schema.ts';
import type { Work } from '../../work/work.ts';
import { type HouseRefusal, refuseByHouse } from '../refuse-by-house.ts';
import { endHold, lockNextExpired } from './queries.ts';

const FRAUD_SUSPECTED: HouseRefusal = { reasonCode: 'reported-fraud-suspicion', reasonNote: null };

/**
 * One step of the ends of holds (PAY-61): a transfer that nobody answered by its instant is refused, and its amount is held no longer. Only in a
 * live institution; a demonstration shows that it is late.
 * @returns 1, or 0 when none is left.
 */
export async function endExpiredHolds(
  work: Work,
  { institution }: { readonly institution: Institution },
): Promise<number> {
  if (institution.mode !== 'live') return 0;
  const found = await lockNextExpired(work.tx, work.now);
  if (!found || !(await refuseByHouse(work, found, FRAUD_SUSPECTED))) return 0;
  await endHold(work.tx, found.withdrawal.id, {
    outcome: 'expired',
    decidedBy: work.actorId,
    decidedAt: work.now,
  });
  return 1;
}
