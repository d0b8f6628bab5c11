import { sql } from 'drizzle-orm';
import type { MandateState } from '#domain/mandates/mandate.ts';
import { type Db, listed, rowsOf } from '../db/database.ts';
import { nameOfPerson } from '../db/name-of-person.ts';
import { readMinor } from '../db/read-minor.ts';
import { wholeRows } from '../db/rows-of-table.ts';
import { directDebitBatches, directDebits, mandates } from '../db/schema/index.ts';
import type { DebitBatchRow, DebitRow, MandateRow } from './queries.ts';

/** Where a page of a list begins, newest first: after a row. */
interface PageAfter {
  readonly after: { readonly at: Date; readonly id: string } | null;
  readonly limit: number;
}

export type ReviewedMandateRow = MandateRow & {
  readonly displayName: string;
  /** Who recorded the last call. */
  readonly caller: string | null;
};
export type ReviewedDebitRow = DebitRow & {
  readonly displayName: string;
  readonly mandateReference: string;
  readonly iban: string;
};
export type ReviewedBatchRow = Omit<DebitBatchRow, 'file'> & {
  readonly hasFile: boolean;
  readonly settledCount: number;
  readonly failedCount: number;
  readonly openCount: number;
  readonly creator: string | null;
};

const WHOLE_MANDATE = wholeRows({ mandate: mandates });
const WHOLE_DEBIT = wholeRows({ debit: directDebits });
const WHOLE_BATCH = wholeRows({ batch: directDebitBatches });

/** A page of mandates, the newest first. */
export async function mandatesForReview(
  db: Db,
  {
    after,
    limit,
    state,
    accountId,
  }: PageAfter & { readonly state?: MandateState | undefined; readonly accountId?: string | undefined },
): Promise<ReviewedMandateRow[]> {
  const rows = await rowsOf<Readonly<Record<string, unknown>>>(
    db,
    sql`select ${WHOLE_MANDATE.columns}, p.display_name, ${nameOfPerson(sql`mandates.called_by`)} as caller from mandates
      join client_accounts a on a.id = mandates.client_account_id join profiles p on p.user_id = a.user_id
      where true ${after ? sql`and (mandates.created_at, mandates.id) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)` : sql``}
        ${state ? sql`and mandates.state = ${state}` : sql``}
        ${accountId ? sql`and mandates.client_account_id = ${accountId}::uuid` : sql``}
      order by mandates.created_at desc, mandates.id desc limit ${limit + 1}`,
  );
  return rows.map((row) => ({
    ...WHOLE_MANDATE.read(row).mandate,
    displayName: String(row.display_name),
    caller: row.caller === null ? null : String(row.caller),
  }));
}

/** The collections of mandates, the last first; of each the last fifty. */
export async function debitsOfMandates(
  db: Db,
  mandateIds: readonly string[],
): Promise<Map<string, DebitRow[]>> {
  if (mandateIds.length === 0) return new Map();
  const rows = await rowsOf<Readonly<Record<string, unknown>>>(
    db,
    sql`select ${WHOLE_DEBIT.columns} from unnest(${listed(mandateIds, 'uuid')}) as m(id)
      cross join lateral (select * from direct_debits d where d.mandate_id = m.id
        order by d.due_on desc, d.attempt desc, d.id desc limit 50) direct_debits
      order by direct_debits.due_on desc, direct_debits.attempt desc, direct_debits.id desc`,
  );
  return Map.groupBy(
    rows.map((row) => WHOLE_DEBIT.read(row).debit),
    ({ mandateId }) => mandateId,
  );
}

const REVIEWED_DEBIT = sql`${WHOLE_DEBIT.columns}, p.display_name, m.reference as mandate_reference, m.iban as mandate_iban from direct_debits
  join mandates m on m.id = direct_debits.mandate_id
  join client_accounts a on a.id = direct_debits.client_account_id join profiles p on p.user_id = a.user_id`;

const readDebit = (row: Readonly<Record<string, unknown>>): ReviewedDebitRow => ({
  ...WHOLE_DEBIT.read(row).debit,
  displayName: String(row.display_name),
  mandateReference: String(row.mandate_reference),
  iban: String(row.mandate_iban),
});

/** The direct debits of a file, by client. */
export async function debitsOfBatch(db: Db, batchId: string): Promise<ReviewedDebitRow[]> {
  const rows = await rowsOf<Readonly<Record<string, unknown>>>(
    db,
    sql`select ${REVIEWED_DEBIT} where direct_debits.batch_id = ${batchId}::uuid order by p.display_name, direct_debits.id`,
  );
  return rows.map(readDebit);
}

/** A page of direct debits that came back, the newest first. */
export async function failedDebits(
  db: Db,
  {
    after,
    limit,
  }: { readonly after: { readonly day: string; readonly id: string } | null; readonly limit: number },
): Promise<ReviewedDebitRow[]> {
  const rows = await rowsOf<Readonly<Record<string, unknown>>>(
    db,
    sql`select ${REVIEWED_DEBIT} where direct_debits.failed_on is not null
      ${after ? sql`and (direct_debits.failed_on, direct_debits.id) < (${after.day}::date, ${after.id}::uuid)` : sql``}
      order by direct_debits.failed_on desc, direct_debits.id desc limit ${limit + 1}`,
  );
  return rows.map(readDebit);
}

const REVIEWED_BATCH = sql`${WHOLE_BATCH.columns}, ${nameOfPerson(sql`direct_debit_batches.created_by`)} as creator, c.*
  from direct_debit_batches cross join lateral (
    select count(*) filter (where d.state = 'settled')::int as settled, count(*) filter (where d.failed_on is not null)::int as failed,
      count(*) filter (where d.state = 'exported')::int as open
    from direct_debits d where d.batch_id = direct_debit_batches.id) c`;

function readBatch(row: Readonly<Record<string, unknown>>): ReviewedBatchRow {
  const { file, ...batch } = WHOLE_BATCH.read(row).batch;
  return {
    ...batch,
    hasFile: file !== null,
    settledCount: Number(row.settled),
    failedCount: Number(row.failed),
    openCount: Number(row.open),
    creator: row.creator === null ? null : String(row.creator),
  };
}

/** A page of files, the newest first. */
export async function batchesForReview(db: Db, { after, limit }: PageAfter): Promise<ReviewedBatchRow[]> {
  const rows = await rowsOf<Readonly<Record<string, unknown>>>(
    db,
    sql`select ${REVIEWED_BATCH}
      ${after ? sql`where (direct_debit_batches.created_at, direct_debit_batches.id) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)` : sql``}
      order by direct_debit_batches.created_at desc, direct_debit_batches.id desc limit ${limit + 1}`,
  );
  return rows.map(readBatch);
}

export async function batchForReview(db: Db, id: string): Promise<ReviewedBatchRow | null> {
  const [row] = await rowsOf<Readonly<Record<string, unknown>>>(
    db,
    sql`select ${REVIEWED_BATCH} where direct_debit_batches.id = ${id}::uuid`,
  );
  return row ? readBatch(row) : null;
}

/** A file as it was made; null when there is none. Its content is null once one of its clients is deleted. */
export async function fileOfBatch(
  db: Db,
  id: string,
): Promise<{ readonly messageId: string; readonly file: string | null } | null> {
  const [row] = await rowsOf<{ message_id: string; file: string | null }>(
    db,
    sql`select message_id, file from direct_debit_batches where id = ${id}::uuid`,
  );
  return row ? { messageId: row.message_id, file: row.file } : null;
}

/** Announced direct debits by collection day, the nearest first. Euro cents. */
export async function announcedByDay(
  db: Db,
): Promise<{ readonly collectionOn: string; readonly debitCount: number; readonly totalMinor: number }[]> {
  const rows = await rowsOf<{ day: string; count: number; total: string | number }>(
    db,
    sql`select collection_on::text as day, count(*)::int as count, sum(amount) as total from direct_debits
      where state = 'announced' group by collection_on order by collection_on limit 100`,
  );
  return rows.map(({ day, count, total }) => ({
    collectionOn: day,
    debitCount: count,
    totalMinor: readMinor(total),
  }));
}
