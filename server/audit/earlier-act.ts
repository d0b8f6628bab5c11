import { sql } from 'drizzle-orm';
import type { AuditOperation } from '#domain/audit/operation.ts';
import { Refusal } from '#domain/errors.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { actorName } from './queries.ts';

/**
 * The last such act on a client's account: its author and moment (ISO 8601), for the refusal of a second administrator. The name is empty
 * when the author was deleted. Null without such an act.
 */
export async function earlierAct(
  tx: Db,
  operation: AuditOperation,
  clientAccountId: string,
): Promise<{ by: string; at: string } | null> {
  const [row] = await rowsOf<{ by: string | null; at: Date | string }>(
    tx,
    sql`select ${actorName} as by, at from audit_entries
      where client_account_id = ${clientAccountId}::uuid and operation = ${operation} and outcome = 'done'
      order by at desc, number desc limit 1`,
  );
  return row ? { by: row.by ?? '', at: new Date(row.at).toISOString() } : null;
}

/**
 * What the act that executed a proposal was done to, by its line (FOUR-15): of an act that makes something, what it made. Null where none was executed, or
 * where the reader may not see the line.
 * @param reference the proposal as people read it (P-12).
 * @param since the moment from which on it may have been executed.
 */
export async function subjectOfProposed(
  db: Db,
  operation: AuditOperation,
  reference: string,
  since: Date,
): Promise<string | null> {
  const [row] = await rowsOf<{ subject: string | null }>(
    db,
    sql`select e.subject_id as subject from audit_entries e join audit_parts p on p.number = e.number and p.part = 'content'
      where e.operation = ${operation} and e.outcome = 'done' and e.at >= ${since.toISOString()}::timestamptz
        and p.value::jsonb->'after'->>'proposal' = ${reference}
      order by e.at, e.number limit 1`,
  );
  return row?.subject ?? null;
}

/** The refusal of an act on a missing client: `client.removed` with the deletion's author and moment, else `not-found`. */
export async function absentClient(tx: Db, clientAccountId: string): Promise<Refusal> {
  const removal = await earlierAct(tx, 'clients.remove', clientAccountId);
  return removal ? new Refusal('client.removed', removal) : new Refusal('not-found');
}
