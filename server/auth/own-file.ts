import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { FILE_KINDS, type FileKind, type FileSubject } from '#domain/staff/own-file.ts';
import { type Db, listed, rowsOf } from '../db/database.ts';

/** Reads the accounts of things of a kind. */
const ACCOUNTS_OF = {
  client: (ids: readonly string[]) =>
    sql`select id from client_accounts where id = any (${listed(ids, 'uuid')})`,
  loan: (ids: readonly string[]) =>
    sql`select client_account_id as id from loan_requests where id = any (${listed(ids, 'uuid')})`,
  withdrawal: (ids: readonly string[]) =>
    sql`select client_account_id as id from withdrawal_requests where id = any (${listed(ids, 'uuid')})`,
  fee: (ids: readonly string[]) =>
    sql`select client_account_id as id from fees where id = any (${listed(ids, 'uuid')})`,
} as const satisfies Readonly<Record<FileKind, unknown>>;

/**
 * The rule that nobody of the staff reads or acts on their own file, or on that of a client they are tied to (STAFF-40). Asks the database only
 * for a person who has such files.
 * @param ownFiles the ids of their accounts.
 * @throws Refusal `staff.own-file`.
 */
export async function requireOthersFiles(
  db: Db,
  ownFiles: readonly string[],
  subjects: readonly FileSubject[],
): Promise<void> {
  if (ownFiles.length === 0 || subjects.length === 0) return;
  const kinds = FILE_KINDS.flatMap((kind) => {
    const ids = subjects.filter((subject) => subject.kind === kind).map(({ id }) => id);
    return ids.length > 0 ? [ACCOUNTS_OF[kind](ids)] : [];
  });
  const rows = await rowsOf(
    db,
    sql`select 1 from (${sql.join(kinds, sql` union all `)}) named
      where id = any (${listed(ownFiles, 'uuid')}) limit 1`,
  );
  if (rows.length > 0) throw new Refusal('staff.own-file');
}
