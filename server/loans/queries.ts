import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { firstDueDate } from '#domain/loans/due-dates.ts';
import type { LoanStatus } from '#domain/loans/status.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { nameOfPerson } from '../db/name-of-person.ts';
import { inTimeOrder, pageOfRequests, type TimeOrder } from '../db/page-of-list.ts';
import { readMinor } from '../db/read-minor.ts';
import { wholeRows } from '../db/rows-of-table.ts';
import { clientAccounts, loanRequests, profiles } from '../db/schema/index.ts';
import type { Cursor } from '../http/cursor.ts';

export type LoanRow = typeof loanRequests.$inferSelect;
export type NewLoanRow = typeof loanRequests.$inferInsert;

export async function insertLoan(tx: Db, row: NewLoanRow): Promise<LoanRow> {
  const [inserted] = await tx.insert(loanRequests).values(row).returning();
  if (!inserted) throw new Error('the loan request was not written');
  return inserted;
}

/** The account a loan request is made on, and its holder's date of birth where they have given it. */
export async function accountForLoan(db: Db, accountId: string) {
  const { id, userId, currency } = clientAccounts;
  const [row] = await db
    .select({ id, userId, currency, dateOfBirth: profiles.dateOfBirth })
    .from(clientAccounts)
    .leftJoin(profiles, eq(profiles.userId, userId))
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

const WHOLE_REVIEW = wholeRows({ loan: loanRequests, account: clientAccounts });

/**
 * Requests with their clients' situation, in the order of the list. The sub-selects are bounded by the client's own loans.
 * @param tail what is asked of `loan_requests`, of one page at most: nothing is joined before the page is known.
 */
async function reviewed(db: Db, tail: SQL, order: TimeOrder = 'newest') {
  const rows = await rowsOf<
    Readonly<Record<string, unknown>> & {
      balance: string | number;
      display_name: string;
      email: string;
      other_loans: readonly (readonly [
        LoanStatus,
        instalment: number,
        months: number,
        paidOutAt: string | null,
      ])[];
      reviewer: string | null;
    }
  >(
    db,
    sql`select ${WHOLE_REVIEW.columns}, l.balance, p.display_name, u.email, others.loans as other_loans,
        ${nameOfPerson(sql`loan_requests.reviewed_by`)} as reviewer
      from (select * from loan_requests ${tail}) loan_requests
      join client_accounts on client_accounts.id = loan_requests.client_account_id
      join ledger_accounts l on l.id = client_accounts.ledger_account_id
      join profiles p on p.user_id = client_accounts.user_id
      join users u on u.id = client_accounts.user_id
      cross join lateral (
        select coalesce(json_agg(json_build_array(o.status, o.instalment, o.duration_months, o.paid_out_at)), '[]') as loans
        from loan_requests o
        where o.client_account_id = client_accounts.id and o.status <> 'rejected' and o.id <> loan_requests.id
      ) others
      ${inTimeOrder(order, 'loan_requests')}`,
  );
  return rows.map((row) => {
    const { loan, account } = WHOLE_REVIEW.read(row);
    return {
      loan,
      account: { ...account, balanceMinor: readMinor(row.balance) },
      displayName: row.display_name,
      email: row.email,
      otherLoans: row.other_loans.map(([status, instalmentMinor, durationMonths, paidOutAt]) => ({
        status,
        instalmentMinor,
        durationMonths,
        firstDueDate: paidOutAt ? firstDueDate(new Date(paidOutAt)) : null,
      })),
      reviewer: row.reviewer,
    };
  });
}

export type ReviewRow = Awaited<ReturnType<typeof reviewed>>[number];

export async function loanForReview(db: Db, loanId: string): Promise<ReviewRow | null> {
  const [row] = await reviewed(db, sql`where id = ${loanId}::uuid`);
  return row ?? null;
}

/** One page of requests, newest first unless asked otherwise, one row more than asked so that the caller knows whether there is a next page. */
export function loansForReview(
  db: Db,
  filter: {
    status?: LoanStatus;
    accountIds?: readonly string[];
    ofClients?: SQL | undefined;
    order?: TimeOrder;
    after: Cursor | null;
    limit: number;
  },
): Promise<ReviewRow[]> {
  return reviewed(db, pageOfRequests(filter), filter.order);
}
