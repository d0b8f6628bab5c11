import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { RequestSort } from '#domain/desk/request-list.ts';
import type { LoanPhase } from '#domain/loans/phases.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { nameOfPerson } from '../db/name-of-person.ts';
import { countUpTo, inOrder, isNamed, type RequestPosition, rowsInOrder, where } from '../db/page-of-list.ts';
import { type LoansInTimeColumns, loansInTime, loansInTimeColumns } from '../db/payment-ban.ts';
import { wholeRows } from '../db/rows-of-table.ts';
import { clientAccounts, fees } from '../db/schema/index.ts';
import { FOLLOWED_BY, type FollowedBy, followerOf } from '../tasks/assigned-to.ts';

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
async function reviewed(db: Db, tail: SQL, sort: RequestSort = 'newest') {
  const rows = await rowsOf<
    LoansInTimeColumns & {
      display_name: string;
      email: string;
      creator: string | null;
      settler: string | null;
      followed_by: FollowedBy | null;
    }
  >(
    db,
    sql`select ${WHOLE_REVIEW.columns}, p.display_name, u.email, ${nameOfPerson(sql`fees.created_by`)} as creator,
        ${nameOfPerson(sql`fees.settled_by`)} as settler, ${loansInTimeColumns(sql`fees.client_account_id`)}, ${FOLLOWED_BY}
      from (select * from fees ${tail}) fees
      join client_accounts on client_accounts.id = fees.client_account_id
      join profiles p on p.user_id = client_accounts.user_id
      join users u on u.id = client_accounts.user_id
      ${followerOf('fee', sql`fees.id`)}
      ${inOrder(sort, 'fees')}`,
  );
  return rows.map((row) => ({
    ...WHOLE_REVIEW.read(row),
    displayName: row.display_name,
    email: row.email,
    creator: row.creator,
    settler: row.settler,
    followedBy: row.followed_by,
    loans: loansInTime(row),
  }));
}

export type FeeReviewRow = Awaited<ReturnType<typeof reviewed>>[number];

export async function feeForReview(db: Db, feeId: string): Promise<FeeReviewRow | null> {
  const [row] = await reviewed(db, sql`where id = ${feeId}::uuid`);
  return row ?? null;
}

/** Fees that a search found: those that wait for somebody, then the paid ones, the newest first in each half. */
export async function feesNamed(db: Db, ids: readonly string[]): Promise<FeeReviewRow[]> {
  const rows = await reviewed(db, where(isNamed(ids)));
  const isPaid = ({ fee }: FeeReviewRow) => Number(fee.status === 'paid');
  return rows.sort((one, other) => isPaid(one) - isPaid(other));
}

/** The two halves of the back office's list: what still waits for someone, and what is paid. */
export const FEE_HALVES = ['open', 'paid'] as const;
export type FeeHalf = (typeof FEE_HALVES)[number];

/** What a list of fees asks for. */
export interface FeeList {
  readonly half: FeeHalf;
  /** Whether only those whose payment the client declared. */
  readonly isDeclared?: boolean;
  /** Which a search finds (`rowsFound`). */
  readonly found?: SQL | undefined;
  readonly conditions?: readonly (SQL | undefined)[];
}

/** Written out, not bound, so that the index of the half is known to answer. */
const conditionsOfList = ({ half, isDeclared, found, conditions = [] }: FeeList) => [
  half === 'open' ? sql`status <> 'paid'` : sql`status = 'paid'`,
  isDeclared ? sql`status = 'pending_validation'` : undefined,
  found,
  ...conditions,
];

/** Rows of one half, newest first unless asked otherwise. */
export function feesForReview(
  db: Db,
  list: FeeList & {
    readonly sort?: RequestSort | undefined;
    readonly after: RequestPosition | null;
    readonly limit: number;
  },
): Promise<FeeReviewRow[]> {
  const { sort = 'newest', after, limit } = list;
  return reviewed(db, rowsInOrder('fees', conditionsOfList(list), { sort, after, rows: limit }), sort);
}

/** How many rows a half has without its pages, counted up to one more than the most (Q-8). */
export const countFees = (db: Db, list: FeeList, most?: number): Promise<number> =>
  countUpTo(db, sql`from fees ${where(...conditionsOfList(list))}`, most);

/** The loans of an account that are owed, with whether they are late, for the rule of what may be asked of their client (LC-57, LC-75). */
export const loansOwedBy = (db: Db, accountId: string): Promise<{ phase: LoanPhase; isLate: boolean }[]> =>
  rowsOf(
    db,
    sql`select r.phase, exists (select from loan_arrears a where a.loan_id = r.id) as "isLate"
      from loan_requests r where r.client_account_id = ${accountId}::uuid and r.status = 'approved'`,
  );
