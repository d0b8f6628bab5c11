import { sql } from 'drizzle-orm';
import type { AuditOperation } from '#domain/audit/operation.ts';
import { Refusal } from '#domain/errors.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { actorName } from './queries.ts';

/**
 * Who did this to a client's account last, and when (ISO 8601): what a refusal tells the administrator who comes second. The name is empty
 * once that person is gone. Null when nobody did.
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

/** The refusal of an act on a client who is not there: `client.removed` with who deleted them and when, else `not-found`. */
export async function absentClient(tx: Db, clientAccountId: string): Promise<Refusal> {
  const removal = await earlierAct(tx, 'clients.remove', clientAccountId);
  return removal ? new Refusal('client.removed', removal) : new Refusal('not-found');
}
