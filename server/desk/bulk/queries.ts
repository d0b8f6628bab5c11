import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { BULK_STATES, type BulkKind, type BulkOperation, type BulkState } from '#domain/desk/bulk.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import { bulkItems, bulkRuns } from '../../db/schema/index.ts';

export type RunRow = typeof bulkRuns.$inferSelect;
export type ItemRow = typeof bulkItems.$inferSelect;

/** Runs that a person sees of their own. */
const SHOWN_RUNS = 20;

/** Writes a run with its rows, all of which wait. */
export async function insertRun(
  tx: Db,
  run: typeof bulkRuns.$inferInsert,
  items: readonly ItemRow['item'][],
): Promise<void> {
  await tx.insert(bulkRuns).values(run);
  await tx
    .insert(bulkItems)
    .values(items.map((item, index) => ({ runId: run.id as string, position: index + 1, item })));
}

/** A person's own run; null when they made none of that id. */
export async function runOf(db: Db, id: string, madeBy: string): Promise<RunRow | null> {
  const [row] = await db
    .select()
    .from(bulkRuns)
    .where(and(eq(bulkRuns.id, id), eq(bulkRuns.madeBy, madeBy)));
  return row ?? null;
}

/** A run of anybody; null when there is none. */
export async function runById(db: Db, id: string): Promise<RunRow | null> {
  const [row] = await db.select().from(bulkRuns).where(eq(bulkRuns.id, id));
  return row ?? null;
}

/** A person's runs, the newest first. */
export function runsOf(db: Db, madeBy: string): Promise<RunRow[]> {
  return db
    .select()
    .from(bulkRuns)
    .where(eq(bulkRuns.madeBy, madeBy))
    .orderBy(desc(bulkRuns.madeAt), desc(bulkRuns.id))
    .limit(SHOWN_RUNS);
}

/** The runs whose rows wait and that nobody stopped, the oldest first. */
export async function openRunIds(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select id from bulk_runs where ended_at is null and stopped_at is null order by made_at, id`,
  );
  return rows.map(({ id }) => id);
}

/** Locks a run until the transaction ends, if it goes on and nobody else works on it; null otherwise. */
export async function lockOpenRun(tx: Db, id: string): Promise<RunRow | null> {
  const [row] = await tx
    .select()
    .from(bulkRuns)
    .where(and(eq(bulkRuns.id, id), isNull(bulkRuns.endedAt), isNull(bulkRuns.stoppedAt)))
    .for('update', { skipLocked: true });
  return row ?? null;
}

/** The next row of a run that waits, in the order in which they were shown; null when none does. */
export async function nextItem(tx: Db, runId: string): Promise<ItemRow | null> {
  const [row] = await tx
    .select()
    .from(bulkItems)
    .where(and(eq(bulkItems.runId, runId), eq(bulkItems.state, 'waiting')))
    .orderBy(bulkItems.position)
    .limit(1);
  return row ?? null;
}

/** Writes what became of a row that waits. @returns false when it no longer waited. */
export async function endItem(
  tx: Db,
  { runId, position }: Pick<ItemRow, 'runId' | 'position'>,
  end: Pick<ItemRow, 'state'> & Partial<Pick<ItemRow, 'refusalCode' | 'refusalParams' | 'proposalId'>>,
): Promise<boolean> {
  const written = await tx
    .update(bulkItems)
    .set(end)
    .where(and(eq(bulkItems.runId, runId), eq(bulkItems.position, position), eq(bulkItems.state, 'waiting')))
    .returning({ position: bulkItems.position });
  return written.length > 0;
}

export async function updateRun(
  tx: Db,
  id: string,
  change: Partial<Pick<RunRow, 'stoppedAt' | 'endedAt'>>,
): Promise<void> {
  await tx.update(bulkRuns).set(change).where(eq(bulkRuns.id, id));
}

/** How many rows of runs came to each end. */
export async function countsOfRuns(
  db: Db,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, Record<BulkState, number>>> {
  const rows = await rowsOf<{ run_id: string; state: BulkState; count: number }>(
    db,
    sql`select run_id, state, count(*)::int as count from bulk_items
      where run_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(runIds)}::jsonb)) group by run_id, state`,
  );
  const none = () => Object.fromEntries(BULK_STATES.map((state) => [state, 0])) as Record<BulkState, number>;
  const counts = new Map(runIds.map((id) => [id, none()]));
  for (const { run_id, state, count } of rows) {
    const ofRun = counts.get(run_id);
    if (ofRun) ofRun[state] = count;
  }
  return counts;
}

/** The client's account of each kind of row, by the id in the item. */
const ACCOUNT_OF: Readonly<Record<BulkKind, SQL>> = {
  loan: sql`(select client_account_id from loan_requests r where r.id = (i.item ->> 'id')::uuid)`,
  withdrawal: sql`(select client_account_id from withdrawal_requests r where r.id = (i.item ->> 'id')::uuid)`,
  fee: sql`(select client_account_id from fees r where r.id = (i.item ->> 'id')::uuid)`,
  client: sql`(i.item ->> 'id')::uuid`,
  proposal: sql`(select client_account_id from proposals r where r.id = (i.item ->> 'id')::uuid)`,
  document: sql`(select r.client_account_id from loan_documents d join loan_requests r on r.id = d.loan_request_id
    where d.id = (i.item ->> 'id')::uuid)`,
};

/** Where the amount of each kind of row stands; the others have none. */
const AMOUNTS_OF: Partial<Readonly<Record<BulkKind, SQL>>> = {
  loan: sql`loan_requests`,
  withdrawal: sql`withdrawal_requests`,
  fee: sql`fees`,
};

/** A row of a run, as it is shown. */
export interface ShownItem {
  readonly id: string;
  readonly position: number;
  readonly state: BulkState;
  readonly refusal_code: string | null;
  readonly refusal_params: Record<string, string | number> | null;
  /** The number of the proposal that was made of it. */
  readonly proposal_number: number | null;
  readonly account_id: string | null;
  readonly display_name: string | null;
  /** The name of a document. */
  readonly document: string | null;
  readonly amount: string | number | null;
  readonly currency: CurrencyCode | null;
}

/** All rows of a run in order, with whose they are. */
export function itemsOfRun(db: Db, runId: string, kind: BulkKind): Promise<ShownItem[]> {
  const amounts = AMOUNTS_OF[kind];
  return rowsOf<ShownItem>(
    db,
    sql`select i.item ->> 'id' as id, i.position, i.state, i.refusal_code, i.refusal_params, made.number as proposal_number,
        c.id as account_id, p.display_name,
        ${kind === 'document' ? sql`(select f.name from loan_documents f where f.id = (i.item ->> 'id')::uuid)` : sql`null::text`} as document,
        ${amounts ? sql`a.amount, a.currency` : sql`null as amount, null as currency`}
      from bulk_items i left join proposals made on made.id = i.proposal_id
      ${amounts ? sql`left join ${amounts} a on a.id = (i.item ->> 'id')::uuid` : sql``}
      left join client_accounts c on c.id = ${ACCOUNT_OF[kind]} left join profiles p on p.user_id = c.user_id
      where i.run_id = ${runId}::uuid order by i.position`,
  );
}

/** The client's account of one row; null when it does not exist, or concerns no client. */
export async function accountOfItem(
  db: Db,
  { runId, position }: Pick<ItemRow, 'runId' | 'position'>,
  kind: BulkKind,
): Promise<string | null> {
  const [row] = await rowsOf<{ id: string | null }>(
    db,
    sql`select ${ACCOUNT_OF[kind]} as id from bulk_items i where i.run_id = ${runId}::uuid and i.position = ${position}`,
  );
  return row?.id ?? null;
}

/** Whether a person follows the file of a client or one of its requests: what those with assigned files only may act on (STAFF-41). */
export async function isFollowedBy(db: Db, personId: string, accountId: string | null): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 from assignments where client_account_id = ${accountId}::uuid and assignee_id = ${personId}::uuid
      and ended_at is null limit 1`,
  );
  return rows.length > 0;
}

/** The operations of proposals, each once. */
export async function operationsOfProposals(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ operation: string }>(
    db,
    sql`select distinct operation from proposals
      where id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`,
  );
  return rows.map(({ operation }) => operation);
}

/** The operation of a run. */
export const operationOfRun = ({ operation }: Pick<RunRow, 'operation'>) => operation as BulkOperation;
