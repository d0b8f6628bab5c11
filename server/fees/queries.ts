import { and, desc, eq, sql } from 'drizzle-orm';
import type { LoanRequestState } from '#domain/fees/fee.ts';
import type { Db } from '../db/database.ts';
import { clientAccounts, fees, loanRequests, profiles, users } from '../db/schema/index.ts';
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

/** The client's loan requests as the rule about fees sees them; only those not paid out can forbid one. */
export async function loanRequestsNotPaidOut(tx: Db, accountId: string): Promise<LoanRequestState[]> {
  const rows = await tx
    .select({ status: loanRequests.status })
    .from(loanRequests)
    .where(
      and(
        eq(loanRequests.clientAccountId, accountId),
        sql`${loanRequests.status} <> 'rejected' and ${loanRequests.paidOutAt} is null`,
      ),
    );
  return rows.map(({ status }) => ({ status, paidOut: false }));
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

/** The name under which a user is known: a client's, or an administrator's. */
const nameOf = (userId: typeof fees.createdBy | typeof fees.settledBy) => sql<string | null>`coalesce(
  (select p.display_name from profiles p where p.user_id = ${userId}),
  (select u.name from users u where u.id = ${userId}))`;

function reviewSelection(db: Db) {
  return db
    .select({
      fee: fees,
      account: { id: clientAccounts.id, userId: clientAccounts.userId },
      displayName: profiles.displayName,
      email: users.email,
      creator: nameOf(fees.createdBy),
      settler: nameOf(fees.settledBy),
    })
    .from(fees)
    .innerJoin(clientAccounts, eq(clientAccounts.id, fees.clientAccountId))
    .innerJoin(profiles, eq(profiles.userId, clientAccounts.userId))
    .innerJoin(users, eq(users.id, clientAccounts.userId));
}

export type FeeReviewRow = Awaited<ReturnType<typeof feeForReview>> & object;

export async function feeForReview(db: Db, feeId: string) {
  const [row] = await reviewSelection(db).where(eq(fees.id, feeId));
  return row ?? null;
}

/** The two halves of the back office's list: what still waits for someone, and what is paid. */
export const FEE_HALVES = ['open', 'paid'] as const;
export type FeeHalf = (typeof FEE_HALVES)[number];

/** Rows of one half, newest first. Written out, not bound, so that the index of open fees is known to answer. */
export function feesForReview(db: Db, filter: { half: FeeHalf; after: Cursor | null; limit: number }) {
  const { half, after, limit } = filter;
  return reviewSelection(db)
    .where(
      and(
        half === 'open' ? sql`${fees.status} <> 'paid'` : sql`${fees.status} = 'paid'`,
        after
          ? sql`(${fees.createdAt}, ${fees.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(fees.createdAt), desc(fees.id))
    .limit(limit);
}
