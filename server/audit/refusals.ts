import { getTableColumns, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { RefusalCode } from '#domain/errors.ts';
import type { RefusedAct } from '../bank/guard.ts';
import { type Db, rowsOf } from '../db/database.ts';
import * as schema from '../db/schema/index.ts';
import type { Surroundings } from '../work/work.ts';
import { type State, stateInTrail } from './act.ts';
import { appendToChain } from './chain.ts';

/**
 * Recorded refusals per quarter of an hour of a person outside the staff, and a little more for all unknown callers together: the trail
 * shows the attempts but cannot be filled from outside.
 */
const RECORDED_PER_STRANGER = 30;
const RECORDED_UNNAMED = 200;
const WINDOW_MS = 15 * 60_000;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Longer than any form of the back office; longer input of a script is not kept. */
const MAX_ATTEMPT = 4_000;

async function isRecordedEnough(db: Db, actorId: string | null, now: Date): Promise<boolean> {
  const limit = actorId === null ? RECORDED_UNNAMED : RECORDED_PER_STRANGER;
  const since = new Date(now.getTime() - WINDOW_MS).toISOString();
  const rows = await rowsOf<{ recorded: number }>(
    db,
    sql`select count(*)::int as recorded from (
      select 1 from audit_entries
      where ${actorId === null ? sql`actor_id is null` : sql`actor_id = ${actorId}::uuid`}
        and at > ${since}::timestamptz and outcome = 'refused'
      limit ${limit}) lines`,
  );
  return (rows[0]?.recorded ?? 0) >= limit;
}

/** The id in a call's input, when it is one. */
function namedId(input: unknown): string | null {
  const id = input && typeof input === 'object' && 'id' in input ? input.id : null;
  return typeof id === 'string' && UUID.test(id) ? id : null;
}

/** Tables whose rows belong to one client's account: requests, fees, movements, notes. */
const TABLES_OF_CLIENTS = Object.values(schema).flatMap((table: unknown) => {
  if (!is(table, PgTable)) return [];
  const { id, clientAccountId } = getTableColumns(table);
  return id && clientAccountId ? [{ table, id, clientAccountId }] : [];
});

/**
 * The account of an id: its own, or that of the row with the id. Locked until the line is written, so that a concurrent deletion cannot
 * leave the client's details behind.
 */
async function accountOf(tx: Db, id: string): Promise<string | null> {
  const ofTables = TABLES_OF_CLIENTS.map(
    ({ table, ...column }) =>
      sql` union all select ${column.clientAccountId} from ${table} where ${column.id} = ${id}::uuid`,
  );
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`select id from client_accounts where id in (select ${id}::uuid${sql.join(ofTables)}) for key share`,
  );
  return rows[0]?.id ?? null;
}

/** Whether a person exists; locked until the line is written. */
async function isThere(tx: Db, userId: string): Promise<boolean> {
  const rows = await rowsOf(tx, sql`select 1 from users where id = ${userId}::uuid for key share`);
  return rows.length > 0;
}

/** The plain values of a call's input; nothing of an invalid one. */
function attempted(input: unknown, refusalCode: RefusalCode): State | null {
  if (refusalCode.startsWith('request.') || !input || typeof input !== 'object') return null;
  const plain = Object.entries(input).filter(
    ([name, value]) =>
      name !== 'id' && name !== 'action' && ['string', 'number', 'boolean'].includes(typeof value),
  );
  const state = Object.fromEntries(plain) as State;
  return plain.length === 0 || JSON.stringify(state).length > MAX_ATTEMPT ? null : state;
}

/**
 * Writes the refusal of a staff act into the audit trail, in a transaction of its own, since the act's is rolled back. The request stands
 * in `after`; `before` is empty.
 */
export async function recordRefusal(db: Db, surroundings: Surroundings, refused: RefusedAct): Promise<void> {
  const now = surroundings.now();
  if (!refused.isStaff && (await isRecordedEnough(db, refused.actorId, now))) return;
  await db.transaction(async (transaction) => {
    const tx = transaction as unknown as Db;
    const subjectId = namedId(refused.input);
    const origin = refused.actorId === null || (await isThere(tx, refused.actorId)) ? refused.origin : null;
    const clientAccountId = subjectId && (await accountOf(tx, subjectId));
    // A stranger's input is not kept under a client's name.
    const asked = refused.isStaff
      ? stateInTrail(refused.operation, attempted(refused.input, refused.refusalCode))
      : null;
    const line = {
      at: now,
      operation: refused.operation,
      actorId: refused.actorId,
      origin,
      refusalCode: refused.refusalCode,
      subjectId,
      clientAccountId,
      before: null,
      // Input about a missing object may concern a deleted person.
      after: subjectId !== null && clientAccountId === null ? null : asked,
    };
    await appendToChain(tx, line, surroundings.newId);
  });
}
