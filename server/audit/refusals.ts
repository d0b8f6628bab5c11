import { getTableColumns, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { AuditOperation } from '#domain/audit/operation.ts';
import type { RefusalCode } from '#domain/errors.ts';
import { type Db, rowsOf } from '../db/database.ts';
import * as schema from '../db/schema/index.ts';
import type { Surroundings } from '../work/work.ts';
import type { State } from './act.ts';
import { appendToChain } from './chain.ts';

/** What was refused, to whom. */
export interface RefusedAct {
  readonly operation: AuditOperation;
  readonly refusalCode: RefusalCode;
  /** Null when nobody could be named. */
  readonly actorId: string | null;
  readonly isStaff: boolean;
  /** The network address. */
  readonly origin: string | null;
  /** The call's input, whatever it is. */
  readonly input: unknown;
}

/**
 * Someone who is not of the staff is recorded this many times in a quarter of an hour, all the unnamed together a little more often:
 * the trail shows that someone tries, and nobody can fill it.
 */
const RECORDED_PER_STRANGER = 30;
const RECORDED_UNNAMED = 200;
const WINDOW_MS = 15 * 60_000;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Longer than any form of the back office; what a script sends beyond that is not kept. */
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

/** The id a call names, when it is one. */
function namedId(input: unknown): string | null {
  const id = input && typeof input === 'object' && 'id' in input ? input.id : null;
  return typeof id === 'string' && UUID.test(id) ? id : null;
}

/** The tables whose rows are each of one client's account, whatever their noun: requests, fees, movements, notes. */
const TABLES_OF_CLIENTS = Object.values(schema).flatMap((table: unknown) => {
  if (!is(table, PgTable)) return [];
  const { id, clientAccountId } = getTableColumns(table);
  return id && clientAccountId ? [{ table, id, clientAccountId }] : [];
});

/**
 * The account that a named id concerns: its own, or that of whatever bears the id. Held until the line is written, so that a deletion
 * meanwhile cannot leave the client's details behind.
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

/** Whether a person is still there, and stays until the line is written. */
async function isThere(tx: Db, userId: string): Promise<boolean> {
  const rows = await rowsOf(tx, sql`select 1 from users where id = ${userId}::uuid for key share`);
  return rows.length > 0;
}

/** The plain values of what was asked, when it could be read; nothing of a call that could not. */
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
 * Writes the refusal of an administrative act into the audit trail, in a transaction of its own: the one of the act is undone. What was
 * asked stands in `after`, as what would have become of it; nothing was before.
 */
export async function recordRefusal(db: Db, surroundings: Surroundings, refused: RefusedAct): Promise<void> {
  const now = surroundings.now();
  if (!refused.isStaff && (await isRecordedEnough(db, refused.actorId, now))) return;
  await db.transaction(async (transaction) => {
    const tx = transaction as unknown as Db;
    const subjectId = namedId(refused.input);
    const origin = refused.actorId === null || (await isThere(tx, refused.actorId)) ? refused.origin : null;
    const clientAccountId = subjectId && (await accountOf(tx, subjectId));
    // What a stranger wrote is theirs; it is not kept under a client's name.
    const asked = refused.isStaff ? attempted(refused.input, refused.refusalCode) : null;
    await appendToChain(
      tx,
      [
        {
          at: now,
          operation: refused.operation,
          actorId: refused.actorId,
          origin,
          refusalCode: refused.refusalCode,
          subjectId,
          clientAccountId,
          before: null,
          // What was asked about something that is not there may be about someone who no longer is.
          after: subjectId !== null && clientAccountId === null ? null : asked,
        },
      ],
      surroundings.newId,
    );
  });
}
