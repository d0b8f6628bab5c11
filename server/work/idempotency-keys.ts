import { hash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { type Actor, actorIdOf } from '#domain/actors.ts';
import { canonicalJson } from '#domain/canonical-json.ts';
import { Refusal } from '#domain/errors.ts';
import { type Db, listed, rowsOf } from '../db/database.ts';
import { type NewRow, newRow } from '../db/insert-all.ts';
import { idempotencyKeys } from '../db/schema/index.ts';
import { violates } from '../db/violates.ts';
import { type Outcome, resultOf } from './work.ts';

/** A call that must take effect once, however often it is sent. */
export interface OnceCall {
  readonly actor: Actor;
  /** The header `Idempotency-Key`, 8 to 200 characters. */
  readonly key: string | null;
  readonly operation: string;
  readonly input: unknown;
  /** The network address the call came from. */
  readonly origin: string | null;
  /** Whether the operation may write into the books. */
  readonly movesMoney: boolean;
}

/** SHA-256 of the operation and its input. */
export function fingerprintOf(operation: string, input: unknown): string {
  return hash('sha256', `${operation}\n${canonicalJson(input)}`, 'hex');
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of the object of a call, when its input names one. */
function subjectOf(input: unknown): string | null {
  const id = input && typeof input === 'object' && 'id' in input ? input.id : null;
  return typeof id === 'string' && UUID.test(id) ? id : null;
}

/** @throws Refusal `idempotency.key-required` for a call whose key is missing, too short or too long. */
export function requireKey({ key }: Pick<OnceCall, 'key'>): string {
  if (!key || key.length < 8 || key.length > 200) throw new Refusal('idempotency.key-required');
  return key;
}

/** State of a key: first use, or a repetition of an answered call. */
export type Claim = { readonly isFirst: true } | { readonly isFirst: false; readonly response: unknown };

/** The row of a call's key. */
function keyRow(call: OnceCall, createdAt: Date): typeof idempotencyKeys.$inferInsert {
  return {
    actorId: actorIdOf(call.actor),
    key: requireKey(call),
    operation: call.operation,
    fingerprint: fingerprintOf(call.operation, call.input),
    subjectId: subjectOf(call.input),
    createdAt,
  };
}

/**
 * Reads the state of several keys in one statement, without claiming them. A key that another transaction is about to write is not seen:
 * the caller writes its answer as a row of its work, and `isKeyTaken` detects the conflict. Asking for the first key from the wanted one on
 * forces the index: a plan made while the table is small would scan it all by equality, and be kept while it grows.
 */
export async function claimsOf(tx: Db, calls: readonly OnceCall[]): Promise<Outcome<Claim>[]> {
  const known = await rowsOf<{ place: number; fingerprint: string; response: unknown }>(
    tx,
    sql`select c.place::int, k.fingerprint, k.response
      from unnest(${listed(
        calls.map(({ actor }) => actorIdOf(actor)),
        'uuid',
      )}, ${listed(calls.map(requireKey), 'text')}) with ordinality as c(actor_id, key, place)
      join lateral (
        select * from idempotency_keys where (actor_id, key) >= (c.actor_id, c.key) order by actor_id, key limit 1
      ) k on k.actor_id = c.actor_id and k.key = c.key`,
  );
  const answers = new Map(known.map((row) => [row.place, row]));
  return calls.map(({ operation, input }, index): Outcome<Claim> => {
    const first = answers.get(index + 1);
    if (!first) return { result: { isFirst: true } };
    if (first.fingerprint !== fingerprintOf(operation, input))
      return { refusal: new Refusal('idempotency.key-reused') };
    return { result: { isFirst: false, response: first.response } };
  });
}

/** The row that keeps the answer of a first call under its key. */
export function answerRow(call: OnceCall, response: unknown, now: Date): NewRow {
  return newRow(idempotencyKeys, { ...keyRow(call, now), response: response ?? null });
}

/** Whether a transaction failed because another one answered the same key meanwhile; its answer can now be read. */
export function isKeyTaken(error: unknown): boolean {
  return violates(error, 'idempotency_keys_actor_id_key_pk');
}

/**
 * Claims the key of a call before its use case runs: a concurrent repetition waits for the end of the transaction. The same key with
 * another body is refused.
 */
export async function claim(tx: Db, call: OnceCall, now: Date): Promise<Claim> {
  const claimed = await tx
    .insert(idempotencyKeys)
    .values(keyRow(call, now))
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  return claimed.length > 0 ? { isFirst: true } : resultOf(await claimsOf(tx, [call]));
}

/** Writes the answer of a call under the key that it claimed. */
export async function recordAnswer(tx: Db, { actor, key }: OnceCall, response: unknown): Promise<void> {
  await tx
    .update(idempotencyKeys)
    .set({ response: response ?? null })
    .where(and(eq(idempotencyKeys.actorId, actorIdOf(actor)), eq(idempotencyKeys.key, key ?? '')));
}
