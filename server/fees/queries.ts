import { desc, eq, type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../db/database.ts';
import { nameOfPerson } from '../db/name-of-person.ts';
import { beyond, firstInOrder, inTimeOrder, type TimeOrder, where } from '../db/page-of-list.ts';
import { type LoansInTimeColumns, loansInTime, loansInTimeColumns } from '../db/payment-ban.ts';
import { wholeRows } from '../db/rows-of-table.ts';
import { clientAccounts, fees } from '../db/schema/index.ts';
import type { Cursor } from '../http/cursor.ts';

export type FeeRow = typeof fees.$inferSelect;
export type NewFeeRow = typeof fees.$inferInsert;

const MAX_OWN_ROWS = 200;

/**
 * Locks the account against new loan requests until the transaction ends: inserting one needs the row that this holds, so that a fee
 * and a loan request cannot pass each other unseen.
 */
export async function lockAccount(tx: Db, accountId: string) {
  const [row] = await tx
    .select({ id: clientAccounts.id, userId: clientAccounts.userId })
    .from(clientAccounts)
    .where(eq(clientAccounts.id, accountId))
    .for('update');
  return row ?? null;
}

export async function insertFee(tx: Db, row: NewFeeRow): Promise<FeeRow> {
  const [inserted] = await tx.insert(fees).values(row).returning();
  if (!inserted) throw new Error('the fee was not written');
  return inserted;
}

export function feesOfAccount(db: Db, accountId: string): Promise<FeeRow[]> {
  return db
    .select()
    .from(fees)
    .where(eq(fees.clientAccountId, accountId))
    .orderBy(desc(fees.createdAt), desc(fees.id))
    .limit(MAX_OWN_ROWS);
}

/** Locks a fee until the transaction ends: it is declared once and settled once. */
export async function lockFee(tx: Db, feeId: string): Promise<FeeRow | null> {
  const [row] = await tx.select().from(fees).where(eq(fees.id, feeId)).for('update');
  return row ?? null;
}

export async function updateFee(tx: Db, feeId: string, change: Partial<NewFeeRow>): Promise<FeeRow> {
  const [row] = await tx.update(fees).set(change).where(eq(fees.id, feeId)).returning();
  if (!row) throw new Error('the fee was not changed');
  return row;
}

const WHOLE_REVIEW = wholeRows({ fee: fees, account: clientAccounts });

/**
 * Fees with whom they concern, in the order of the list.
 * @param tail what is asked of `fees`, of one page at most: nothing is joined before the page is known.
 */
async function reviewed(db: Db, tail: SQL, order: TimeOrder = 'newest') {
  const rows = await rowsOf<
    LoansInTimeColumns & {
      display_name: string;
      email: string;
      creator: string | null;
      settler: string | null;
    }
  >(
    db,
    sql`select ${WHOLE_REVIEW.columns}, p.display_name, u.email, ${nameOfPerson(sql`fees.created_by`)} as creator,
        ${nameOfPerson(sql`fees.settled_by`)} as settler, ${loansInTimeColumns(sql`fees.client_account_id`)}
      from (select * from fees ${tail}) fees
      join client_accounts on client_accounts.id = fees.client_account_id
      join profiles p on p.user_id = client_accounts.user_id
      join users u on u.id = client_accounts.user_id
      ${inTimeOrder(order, 'fees')}`,
  );
  return rows.map((row) => ({
    ...WHOLE_REVIEW.read(row),
    displayName: row.display_name,
    email: row.email,
    creator: row.creator,
    settler: row.settler,
    loans: loansInTime(row),
  }));
}

export type FeeReviewRow = Awaited<ReturnType<typeof reviewed>>[number];

export async function feeForReview(db: Db, feeId: string): Promise<FeeReviewRow | null> {
  const [row] = await reviewed(db, sql`where id = ${feeId}::uuid`);
  return row ?? null;
}

/** The two halves of the back office's list: what still waits for someone, and what is paid. */
export const FEE_HALVES = ['open', 'paid'] as const;
export type FeeHalf = (typeof FEE_HALVES)[number];

/** Rows of one half, newest first unless asked otherwise. Written out, not bound, so that the index of open fees is known to answer. */
export function feesForReview(
  db: Db,
  {
    half,
    ofClients,
    order = 'newest',
    after,
    limit,
  }: { half: FeeHalf; ofClients?: SQL | undefined; order?: TimeOrder; after: Cursor | null; limit: number },
): Promise<FeeReviewRow[]> {
  const isOfHalf = half === 'open' ? sql`status <> 'paid'` : sql`status = 'paid'`;
  const conditions = where(isOfHalf, ofClients, beyond(order, after));
  return reviewed(db, sql`${conditions} ${firstInOrder(order, limit)}`, order);
}
