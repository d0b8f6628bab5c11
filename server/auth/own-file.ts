import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { OWN_FILE_KINDS, type OwnFileKind, type OwnFileSubject } from '#domain/staff/own-file.ts';
import { type Db, listed, rowsOf } from '../db/database.ts';

/** Reads the accounts of rows of a table by their ids. */
const accountsOfRows = (table: string) => (ids: readonly string[]) =>
  sql`select client_account_id as id from ${sql.identifier(table)} where id = any (${listed(ids, 'uuid')})`;

/** Reads the accounts of things of a kind. */
const ACCOUNTS_OF = {
  client: (ids: readonly string[]) =>
    sql`select id from client_accounts where id = any (${listed(ids, 'uuid')})`,
  loan: accountsOfRows('loan_requests'),
  withdrawal: accountsOfRows('withdrawal_requests'),
  fee: accountsOfRows('fees'),
  mandate: accountsOfRows('mandates'),
  'direct-debit': accountsOfRows('direct_debits'),
  dispute: accountsOfRows('transaction_disputes'),
  receivable: accountsOfRows('receipt_corrections'),
  recall: accountsOfRows('transfer_recalls'),
  // A posting is of whose account, or whose loan's, it moves.
  posting: (ids: readonly string[]) =>
    sql`select coalesce(l.client_account_id, a.holder_id) as id from ledger_entries e join ledger_accounts a on a.id = e.account_id
      left join loans l on l.id = a.holder_id and a.holder_kind = 'loan' where e.transaction_id = any (${listed(ids, 'uuid')})`,
  movement: (references: readonly string[]) =>
    sql`select client_account_id as id from transactions where reference_number = any (${listed(
      references.map((one) => one.trim().toUpperCase()),
      'text',
    )})`,
  // Who got it, or would by the allocation that waits for the approval of others.
  line: (ids: readonly string[]) =>
    sql`select client_account_id as id from bank_lines where id = any (${listed(ids, 'uuid')})
      union all select client_account_id from bank_line_parts where line_id = any (${listed(ids, 'uuid')})
      union all select (part->>'accountId')::uuid from proposals,
          jsonb_array_elements(case when operation = 'bankLines.allocate' then input->'parts' end) part
        where status = 'awaiting' and subject_id = any (${listed(ids, 'uuid')})`,
  // Besides its client everybody whose money its command moves (server/db/others.sql).
  proposal: (ids: readonly string[]) =>
    sql`select client_account_id as id from proposals where id = any (${listed(ids, 'uuid')})
      union all select unnest(accounts_of_command(operation, input)) from proposals where id = any (${listed(ids, 'uuid')})`,
} as const satisfies Readonly<Record<OwnFileKind, unknown>>;

/**
 * The rule that nobody of the staff reads or acts on their own file, or on that of a client they are tied to (STAFF-40). Asks the database only
 * for a person who has such files.
 * @param ownFiles the ids of their accounts.
 * @throws Refusal `staff.own-file`.
 */
export async function requireOthersFiles(
  db: Db,
  ownFiles: readonly string[],
  subjects: readonly OwnFileSubject[],
): Promise<void> {
  if (ownFiles.length === 0 || subjects.length === 0) return;
  const kinds = OWN_FILE_KINDS.flatMap((kind) => {
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
