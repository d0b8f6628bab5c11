import { Refusal } from '#domain/errors.ts';
import type { Db } from '../db/database.ts';
import { type WithdrawalRow, withdrawalForReview } from './queries.ts';

/** The refusal of an action that comes too late: the state the request is in, who put it there and when. */
export async function alreadyDecided(tx: Db, withdrawal: WithdrawalRow): Promise<Refusal> {
  const review = await withdrawalForReview(tx, withdrawal.id);
  return new Refusal('withdrawal.already-decided', {
    status: withdrawal.status,
    by: review?.processor ?? '',
    at: withdrawal.processedAt?.toISOString() ?? '',
  });
}
