import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import type { Db } from '../db/database.ts';
import { idempotencyKeys } from '../db/schema/index.ts';
import { inTransaction, type Surroundings, type Work } from '../work.ts';

/** A call that must take effect once, however often it is sent. */
export interface OnceCall {
  readonly actorId: string;
  /** The header `Idempotency-Key`, 8 to 200 characters. */
  readonly key: string | null;
  readonly operation: string;
  readonly input: unknown;
  /** The network address the call came from. */
  readonly origin: string | null;
}

/** JSON with sorted keys, so that the same body gives the same fingerprint whatever the order of its fields. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value && typeof value === 'object') {
    const entries = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** SHA-256 of the operation and its input. */
export function fingerprintOf(operation: string, input: unknown): string {
  return createHash('sha256')
    .update(`${operation}\n${canonical(input)}`)
    .digest('hex');
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of what a call is about, when its input names one. */
function subjectOf(input: unknown): string | null {
  const id = input && typeof input === 'object' && 'id' in input ? input.id : null;
  return typeof id === 'string' && UUID.test(id) ? id : null;
}

/**
 * Runs the use case in a transaction that also records its answer under the key. A repetition with the same body gets the recorded
 * answer; with another body it is refused. A refused call records nothing, so that it may be repeated once its cause is gone. Two
 * simultaneous calls: the second waits for the first at the unique key, then replays it.
 * @throws Refusal `idempotency.key-required` without a usable key, `idempotency.key-reused` for another body.
 */
export async function once<T>(
  db: Db,
  surroundings: Surroundings,
  call: OnceCall,
  useCase: (work: Work) => Promise<T>,
): Promise<{ result: T; replayed: boolean }> {
  const { actorId, key, operation } = call;
  if (!key || key.length < 8 || key.length > 200) throw new Refusal('idempotency.key-required');
  const fingerprint = fingerprintOf(operation, call.input);
  const inOneTransaction = async (work: Work) => {
    const claimed = await work.tx
      .insert(idempotencyKeys)
      .values({ actorId, key, operation, fingerprint, subjectId: subjectOf(call.input), createdAt: work.now })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key });
    const ofThisKey = and(eq(idempotencyKeys.actorId, actorId), eq(idempotencyKeys.key, key));
    if (claimed.length === 0) {
      const [first] = await work.tx.select().from(idempotencyKeys).where(ofThisKey);
      if (!first || first.fingerprint !== fingerprint) throw new Refusal('idempotency.key-reused');
      return { result: first.response as T, replayed: true };
    }
    const result = await useCase(work);
    await work.tx.update(idempotencyKeys).set({ response: result }).where(ofThisKey);
    return { result, replayed: false };
  };
  return inTransaction(db, surroundings, actorId, inOneTransaction, call.origin);
}
