import { type SQL, sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { ASSIGNED_KINDS, type AssignedKind, type AssignedSubject } from '#domain/staff/assigned-only.ts';
import { type Db, listed, rowsOf } from '../db/database.ts';

/** The table of each kind. */
const TABLES: Readonly<Record<AssignedKind, SQL>> = {
  client: sql`client_accounts`,
  loan: sql`loan_requests`,
  withdrawal: sql`withdrawal_requests`,
  fee: sql`fees`,
  dispute: sql`transaction_disputes`,
  recall: sql`transfer_recalls`,
  proposal: sql`proposals`,
};

/**
 * The rule that a person with assigned files only touches no other file (STAFF-41). The database decides what is visible
 * (`server/db/assigned.sql`); what is not answers like what does not exist.
 * @param db the database in the scope of the person (`Database.assignedTo`).
 * @param subjects what the call names; null for a call that names no file, which is not theirs to make.
 * @throws Refusal `not-found`.
 */
export async function requireAssignedFiles(
  db: Db,
  subjects: readonly AssignedSubject[] | null,
): Promise<void> {
  if (subjects === null) throw new Refusal('not-found');
  const kinds = ASSIGNED_KINDS.flatMap((kind) => {
    const ids = subjects.filter((subject) => subject.kind === kind).map(({ id }) => id.toLowerCase());
    return ids.length > 0 ? [{ kind, ids: [...new Set(ids)] }] : [];
  });
  if (kinds.length === 0) return;
  const visible = await rowsOf(
    db,
    sql.join(
      kinds.map(
        ({ kind, ids }) => sql`select id from ${TABLES[kind]} where id = any (${listed(ids, 'uuid')})`,
      ),
      sql` union all `,
    ),
  );
  if (visible.length < kinds.reduce((count, { ids }) => count + ids.length, 0))
    throw new Refusal('not-found');
}
