import { Refusal } from '#domain/errors.ts';
import { type Db, deciderName } from '../db/database.ts';
import { type FeeRow, feeForReview } from './queries.ts';

/** The refusal of an action that comes too late: the state the fee is in, who put it there and when. */
export async function alreadySettled(tx: Db, fee: FeeRow): Promise<Refusal> {
  const by =
    fee.status === 'paid' ? await deciderName(tx, fee.id) : (await feeForReview(tx, fee.id))?.displayName;
  return new Refusal('fee.already-settled', {
    status: fee.status,
    by: by ?? '',
    at: (fee.paidAt ?? fee.declaredAt)?.toISOString() ?? '',
  });
}
