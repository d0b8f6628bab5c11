import { Refusal } from '#domain/errors.ts';
import type { Db } from '../db/database.ts';
import { type FeeRow, feeForReview } from './queries.ts';

/** The refusal of an action that comes too late: the state the fee is in, who put it there and when. */
export async function alreadySettled(tx: Db, fee: FeeRow): Promise<Refusal> {
  const review = await feeForReview(tx, fee.id);
  const by = fee.status === 'paid' ? review?.settler : review?.displayName;
  return new Refusal('fee.already-settled', {
    status: fee.status,
    by: by ?? '',
    at: (fee.paidAt ?? fee.declaredAt)?.toISOString() ?? '',
  });
}
