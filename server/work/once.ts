import type { Db } from '../db/database.ts';
import { awaitAtCommit } from '../db/transaction-connection.ts';
import { claim, type OnceCall, recordAnswer, requireKey } from './idempotency-keys.ts';
import { inTransaction, type Surroundings, type Work } from './work.ts';

/**
 * Runs the use case in a transaction that also records its answer under the key. A repetition with the same body gets the recorded answer;
 * with another body it is refused. A refused call records nothing, so that it can be repeated once its cause is gone. Of two simultaneous
 * calls, the second waits for the first at the unique key, then replays its answer.
 * @throws Refusal `idempotency.key-required` without a usable key, `idempotency.key-reused` for another body.
 */
export async function once<T>(
  db: Db,
  surroundings: Surroundings,
  call: OnceCall,
  useCase: (work: Work) => Promise<T>,
): Promise<{ result: T; replayed: boolean }> {
  requireKey(call);
  const inOneTransaction = async (work: Work) => {
    const claimed = await claim(work.tx, call, work.now);
    if (!claimed.isFirst) return { result: claimed.response as T, replayed: true };
    const result = await useCase(work);
    awaitAtCommit(recordAnswer(work.tx, call, result));
    return { result, replayed: false };
  };
  return inTransaction(db, surroundings, call.actor, inOneTransaction, call.origin, call.movesMoney);
}
