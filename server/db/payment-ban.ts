import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type LoansInTime, type PaymentBan, paymentBan } from '#domain/loans/payment-ban.ts';
import { type Db, rowsOf } from './database.ts';

/** What `loansInTime` reads, in a row of any query that asks for `loansInTimeColumns`. */
export interface LoansInTimeColumns extends Readonly<Record<string, unknown>> {
  readonly has_open_loan: true | null;
  /** YYYY-MM-DD. */
  readonly last_accepted_on: string | null;
}

/**
 * The columns that the ban on payments asks of an account's loans (`domain/loans/payment-ban.ts`). Looked up for each account: of
 * « exists » PostgreSQL makes a list of everybody's open requests, for a page as well.
 */
export const loansInTimeColumns = (accountId: SQLWrapper): SQL => sql`
  coalesce((select true from loan_requests o
    where o.client_account_id = ${accountId} and o.stage in ('request', 'contract') limit 1),
    (select true from loans l join loan_requests o on o.id = l.id
      where l.client_account_id = ${accountId} and l.frozen = 'payout-returned' and o.phase = 'active' limit 1)) as has_open_loan,
  (select max(l.accepted_on)::text from loan_requests o join loans l on l.id = o.id
    where o.client_account_id = ${accountId} and o.status <> 'rejected') as last_accepted_on`;

/** The columns as the rule reads them. */
export function loansInTime({ has_open_loan, last_accepted_on }: LoansInTimeColumns): LoansInTime {
  return {
    hasOpenRequest: has_open_loan === true,
    lastAcceptedOn: last_accepted_on,
  };
}

/** What forbids a payment of the account's client at a moment, or null (LC-14). */
export async function paymentBanOf(db: Db, accountId: string, now: Date): Promise<PaymentBan | null> {
  const [row] = await rowsOf<LoansInTimeColumns>(
    db,
    sql`select ${loansInTimeColumns(sql`a.id`)} from client_accounts a where a.id = ${accountId}::uuid`,
  );
  return row ? paymentBan(loansInTime(row), now) : null;
}
