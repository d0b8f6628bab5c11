import { and, eq, sql } from 'drizzle-orm';
import { END_NOTICE_DAYS } from '#domain/standing-orders/standing-order.ts';
import { addDays } from '#domain/time/days.ts';
import { type Db, listed, rowsOf } from '../../db/database.ts';
import { readMinor } from '../../db/read-minor.ts';
import { clientAccounts, standingOrderRuns, standingOrders } from '../../db/schema/index.ts';

export type StandingOrderRow = typeof standingOrders.$inferSelect;
export type NewStandingOrderRow = typeof standingOrders.$inferInsert;
export type StandingOrderRunRow = typeof standingOrderRuns.$inferSelect;

/** Programmed transfers that a client sees at most: running ones come first. */
const MAX_OWN_ROWS = 200;

/** What became of the last nominal day of an order. */
export interface LastRun {
  readonly executionDay: string;
  readonly failure: StandingOrderRunRow['failure'];
}

export type StandingOrderWithRun = StandingOrderRow & { readonly last: LastRun | null };

/** The last run of each of some orders, by order. */
async function lastRunsOf(db: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, LastRun>> {
  const rows = await rowsOf<{ id: string; day: string; failure: LastRun['failure'] }>(
    db,
    sql`select distinct on (standing_order_id) standing_order_id as id, execution_day::text as day, failure
      from standing_order_runs where standing_order_id = any (${listed(orderIds, 'uuid')})
      order by standing_order_id, nominal_day desc`,
  );
  return new Map(rows.map(({ id, day, failure }) => [id, { executionDay: day, failure }]));
}

/** Orders with what became of their last nominal day, as their client reads them. */
export async function withLastRuns(
  db: Db,
  orders: readonly StandingOrderRow[],
): Promise<StandingOrderWithRun[]> {
  const runs = await lastRunsOf(
    db,
    orders.map(({ id }) => id),
  );
  return orders.map((order) => ({ ...order, last: runs.get(order.id) ?? null }));
}

/** The programmed transfers of an account: running ones first, by their next day; then those that ended, the last first. */
export async function standingOrdersOf(db: Db, accountId: string): Promise<StandingOrderWithRun[]> {
  const orders = await db
    .select()
    .from(standingOrders)
    .where(eq(standingOrders.clientAccountId, accountId))
    .orderBy(
      sql`state = 'ended', ended_at desc nulls first, next_execution_day nulls last, created_at desc, id`,
    )
    .limit(MAX_OWN_ROWS);
  return withLastRuns(db, orders);
}

/** One order of an account; null for one that is not theirs. */
export async function standingOrderOf(
  db: Db,
  accountId: string,
  orderId: string,
): Promise<StandingOrderRow | null> {
  const [row] = await db.select().from(standingOrders).where(ownOrder(accountId, orderId));
  return row ?? null;
}

const ownOrder = (accountId: string, orderId: string) =>
  and(eq(standingOrders.id, orderId), eq(standingOrders.clientAccountId, accountId));

/** Locks an order of an account until the transaction ends; null for one that is not theirs. */
export async function lockStandingOrder(
  tx: Db,
  accountId: string,
  orderId: string,
): Promise<StandingOrderRow | null> {
  const [row] = await tx.select().from(standingOrders).where(ownOrder(accountId, orderId)).for('update');
  return row ?? null;
}

/** Locks the order that is due first, up to a moment; null when none is. */
export async function lockNextDue(tx: Db, until: Date): Promise<StandingOrderRow | null> {
  const [row] = await tx
    .select()
    .from(standingOrders)
    .where(sql`next_attempt_at <= ${until.toISOString()}::timestamptz`)
    .orderBy(standingOrders.nextAttemptAt, standingOrders.id)
    .limit(1)
    .for('update', { skipLocked: true });
  return row ?? null;
}

export async function insertStandingOrder(tx: Db, row: NewStandingOrderRow): Promise<StandingOrderRow> {
  const [inserted] = await tx.insert(standingOrders).values(row).returning();
  if (!inserted) throw new Error('the standing order was not written');
  return inserted;
}

export async function updateStandingOrder(
  tx: Db,
  orderId: string,
  change: Partial<NewStandingOrderRow>,
): Promise<StandingOrderRow> {
  const [row] = await tx.update(standingOrders).set(change).where(eq(standingOrders.id, orderId)).returning();
  if (!row) throw new Error('the standing order was not changed');
  return row;
}

/** Writes what became of a nominal day; the primary key allows it once. */
export async function insertRun(tx: Db, row: typeof standingOrderRuns.$inferInsert): Promise<void> {
  await tx.insert(standingOrderRuns).values(row);
}

/** The holder of an account. */
export async function holderOf(tx: Db, accountId: string): Promise<string> {
  const [row] = await tx
    .select({ userId: clientAccounts.userId })
    .from(clientAccounts)
    .where(eq(clientAccounts.id, accountId));
  if (!row) throw new Error('a standing order without an account');
  return row.userId;
}

/** What a notice says of an order. */
export interface Announced {
  readonly userId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly name: string;
  /** YYYY-MM-DD. */
  readonly day: string;
}

type AnnouncedRow = Readonly<{
  user_id: string;
  amount: string | number;
  currency: string;
  recipient_name: string;
  day: string;
}>;

const announcedOf = (rows: readonly AnnouncedRow[]): Announced[] =>
  rows.map((row) => ({
    userId: row.user_id,
    amountMinor: readMinor(row.amount),
    currency: row.currency,
    name: row.recipient_name,
    day: row.day,
  }));

/** Marks orders whose transfer is made on the day after as announced, some at a time (PAY-49). */
export async function markAnnounced(tx: Db, day: string, limit: number): Promise<Announced[]> {
  const tomorrow = addDays(day, 1);
  return announcedOf(
    await rowsOf<AnnouncedRow>(
      tx,
      sql`update standing_orders s set announced_for = ${tomorrow}::date
        from (select id from standing_orders where next_execution_day = ${tomorrow}::date and attempts = 0
          and announced_for is distinct from ${tomorrow}::date order by id limit ${limit} for update skip locked) due,
          client_accounts c
        where s.id = due.id and c.id = s.client_account_id
        returning c.user_id, s.amount, s.currency, s.recipient_name, s.next_execution_day::text as day`,
    ),
  );
}

/** Marks regular orders that end within thirty days as announced, some at a time (PAY-49). */
export async function markEndAnnounced(tx: Db, day: string, limit: number): Promise<Announced[]> {
  return announcedOf(
    await rowsOf<AnnouncedRow>(
      tx,
      sql`update standing_orders s set is_end_announced = true
        from (select id from standing_orders where ends_on <= ${addDays(day, END_NOTICE_DAYS)}::date and state = 'active'
          and not is_end_announced order by id limit ${limit} for update skip locked) due, client_accounts c
        where s.id = due.id and c.id = s.client_account_id
        returning c.user_id, s.amount, s.currency, s.recipient_name, s.ends_on::text as day`,
    ),
  );
}
