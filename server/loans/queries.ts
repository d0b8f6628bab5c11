import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { LoanStatus } from '#domain/loans/status.ts';
import type { Db } from '../db/database.ts';
import { clientAccounts, ledgerAccounts, loanRequests, profiles, users } from '../db/schema/index.ts';
import type { Cursor } from '../http/cursor.ts';

export type LoanRow = typeof loanRequests.$inferSelect;
export type NewLoanRow = typeof loanRequests.$inferInsert;

export async function insertLoan(tx: Db, row: NewLoanRow): Promise<LoanRow> {
  const [inserted] = await tx.insert(loanRequests).values(row).returning();
  if (!inserted) throw new Error('the loan request was not written');
  return inserted;
}

/** The account a loan request is made on. */
export async function accountForLoan(db: Db, accountId: string) {
  const [row] = await db
    .select({ id: clientAccounts.id, userId: clientAccounts.userId, currency: clientAccounts.currency })
    .from(clientAccounts)
    .where(eq(clientAccounts.id, accountId));
  return row ?? null;
}

export function loansOfAccount(db: Db, accountId: string): Promise<LoanRow[]> {
  return db
    .select()
    .from(loanRequests)
    .where(eq(loanRequests.clientAccountId, accountId))
    .orderBy(desc(loanRequests.createdAt), desc(loanRequests.id))
    .limit(200);
}

export async function loanOfAccount(db: Db, accountId: string, loanId: string): Promise<LoanRow | null> {
  const [row] = await db
    .select()
    .from(loanRequests)
    .where(and(eq(loanRequests.id, loanId), eq(loanRequests.clientAccountId, accountId)));
  return row ?? null;
}

/** Locks a request until the transaction ends: two administrators cannot both decide it. */
export async function lockLoan(tx: Db, loanId: string): Promise<LoanRow | null> {
  const [row] = await tx.select().from(loanRequests).where(eq(loanRequests.id, loanId)).for('update');
  return row ?? null;
}

export async function updateLoan(tx: Db, loanId: string, change: Partial<NewLoanRow>): Promise<void> {
  await tx.update(loanRequests).set(change).where(eq(loanRequests.id, loanId));
}

/** A request with its client's situation. The sub-selects are bounded by the client's own loans. */
function reviewSelection(db: Db) {
  return db
    .select({
      loan: loanRequests,
      account: {
        id: clientAccounts.id,
        userId: clientAccounts.userId,
        currency: clientAccounts.currency,
        isActivated: clientAccounts.isActivated,
        ledgerAccountId: clientAccounts.ledgerAccountId,
        balanceMinor: ledgerAccounts.balance,
      },
      displayName: profiles.displayName,
      email: users.email,
      existingInstalmentsMinor: sql<number>`(
        select coalesce(sum(o.instalment), 0)::float8 from loan_requests o
        where o.client_account_id = ${clientAccounts.id} and o.paid_out_at is not null and o.id <> ${loanRequests.id})`.mapWith(
        Number,
      ),
      paidOutLoans: sql<number>`(
        select count(*)::int from loan_requests o
        where o.client_account_id = ${clientAccounts.id} and o.paid_out_at is not null and o.id <> ${loanRequests.id})`.mapWith(
        Number,
      ),
      reviewer: sql<string | null>`coalesce(
        (select p.display_name from profiles p where p.user_id = ${loanRequests.reviewedBy}),
        (select u.name from users u where u.id = ${loanRequests.reviewedBy}))`,
    })
    .from(loanRequests)
    .innerJoin(clientAccounts, eq(clientAccounts.id, loanRequests.clientAccountId))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, clientAccounts.ledgerAccountId))
    .innerJoin(profiles, eq(profiles.userId, clientAccounts.userId))
    .innerJoin(users, eq(users.id, clientAccounts.userId));
}

export type ReviewRow = Awaited<ReturnType<typeof loanForReview>> & object;

export async function loanForReview(db: Db, loanId: string) {
  const [row] = await reviewSelection(db).where(eq(loanRequests.id, loanId));
  return row ?? null;
}

/** One page of requests, newest first, one row more than asked so that the caller knows whether there is a next page. */
export function loansForReview(
  db: Db,
  filter: { status?: LoanStatus; accountIds?: readonly string[]; after: Cursor | null; limit: number },
) {
  const { status, accountIds, after, limit } = filter;
  return reviewSelection(db)
    .where(
      and(
        status ? eq(loanRequests.status, status) : undefined,
        accountIds ? inArray(loanRequests.clientAccountId, [...accountIds]) : undefined,
        after
          ? sql`(${loanRequests.createdAt}, ${loanRequests.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(loanRequests.createdAt), desc(loanRequests.id))
    .limit(limit + 1);
}
