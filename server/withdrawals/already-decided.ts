import { Refusal } from '#domain/errors.ts';
import { type Db, deciderName } from '../db/database.ts';
import type { WithdrawalRow } from './queries.ts';

/** The refusal of an action that comes too late: the state the request is in, who put it there and when. */
export async function alreadyDecided(tx: Db, withdrawal: WithdrawalRow): Promise<Refusal> {
  return new Refusal('withdrawal.already-decided', {
    status: withdrawal.status,
    by: await deciderName(tx, withdrawal.id),
    at: withdrawal.processedAt?.toISOString() ?? '',
  });
}
