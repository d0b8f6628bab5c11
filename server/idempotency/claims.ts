import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { idempotencyKeys } from '../db/schema/index.ts';
import type { Outcome } from '../work.ts';

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

/** @throws Refusal `idempotency.key-required` for a call whose key is missing, too short or too long. */
export function requireKey({ key }: OnceCall): string {
  if (!key || key.length < 8 || key.length > 200) throw new Refusal('idempotency.key-required');
  return key;
}

/** What a key says of its call: it is the first with it, or it repeats one that was answered. */
export type Claim = { readonly isFirst: true } | { readonly isFirst: false; readonly response: unknown };

/**
 * Claims the keys of calls for the transaction, in their own order so that two transactions never wait for each other in a circle. A key
 * that another transaction holds is waited for. The same key with another body is refused.
 */
export async function claimAll(tx: Db, calls: readonly OnceCall[], now: Date): Promise<Outcome<Claim>[]> {
  const rows = calls.map((call) => ({
    actor_id: call.actorId,
    key: requireKey(call),
    operation: call.operation,
    fingerprint: fingerprintOf(call.operation, call.input),
    subject_id: subjectOf(call.input),
    created_at: now,
  }));
  const claimed = await rowsOf<{ name: string }>(
    tx,
    sql`insert into ${idempotencyKeys} (actor_id, key, operation, fingerprint, subject_id, created_at)
      select actor_id, key, operation, fingerprint, subject_id, created_at
      from jsonb_populate_recordset(null::${idempotencyKeys}, ${JSON.stringify(rows)}::jsonb)
      order by actor_id, key
      on conflict do nothing returning actor_id || ' ' || key as name`,
  );
  const nameOf = ({ actor_id, key }: { actor_id: string; key: string }) => `${actor_id} ${key}`;
  const firsts = new Set(claimed.map(({ name }) => name));
  const repeated = rows.filter((row) => !firsts.has(nameOf(row)));
  const known =
    repeated.length === 0
      ? []
      : await rowsOf<{ actor_id: string; key: string; fingerprint: string; response: unknown }>(
          tx,
          sql`select k.actor_id, k.key, k.fingerprint, k.response
            from jsonb_to_recordset(${JSON.stringify(repeated)}::jsonb) as r(actor_id uuid, key text)
            join ${idempotencyKeys} k on k.actor_id = r.actor_id and k.key = r.key`,
        );
  const answers = new Map(known.map((row) => [nameOf(row), row]));
  return rows.map((row): Outcome<Claim> => {
    if (firsts.has(nameOf(row))) return { result: { isFirst: true } };
    const first = answers.get(nameOf(row));
    if (!first || first.fingerprint !== row.fingerprint)
      return { refusal: new Refusal('idempotency.key-reused') };
    return { result: { isFirst: false, response: first.response } };
  });
}

/** Writes the answers of first calls under their keys. A refused call gives its key back, so that it may be repeated. */
export async function recordAnswers(
  tx: Db,
  answered: readonly { readonly call: OnceCall; readonly outcome: Outcome<unknown> }[],
): Promise<void> {
  const keyOf = ({ actorId, key }: OnceCall) => ({ actor_id: actorId, key });
  const answers = answered.flatMap(({ call, outcome }) =>
    'result' in outcome ? [{ ...keyOf(call), response: outcome.result ?? null }] : [],
  );
  const refused = answered.flatMap(({ call, outcome }) => ('refusal' in outcome ? [keyOf(call)] : []));
  if (answers.length > 0)
    await tx.execute(
      sql`update ${idempotencyKeys} k set response = r.response
        from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as r(actor_id uuid, key text, response jsonb)
        where k.actor_id = r.actor_id and k.key = r.key`,
    );
  if (refused.length > 0)
    await tx.execute(
      sql`delete from ${idempotencyKeys} k
        using jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as r(actor_id uuid, key text)
        where k.actor_id = r.actor_id and k.key = r.key`,
    );
}
