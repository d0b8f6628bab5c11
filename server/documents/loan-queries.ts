import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../db/database.ts';
import { readMinor } from '../db/read-minor.ts';

/** What one transaction of the books did to a loan. Minor units of its currency, below zero where it was given back. */
export interface LoanEntries {
  /** The booking day, YYYY-MM-DD. */
  readonly day: string;
  readonly event: string;
  /** Capital that was paid out. */
  readonly lentMinor: number;
  /** What left the client's account, or came by direct debit. */
  readonly paidMinor: number;
  /** Interest paid, late interest among it. */
  readonly interestMinor: number;
  /** Capital repaid or given up. */
  readonly capitalMinor: number;
}

type Row = Readonly<Record<'day' | 'event', string>> &
  Readonly<Record<'lent' | 'paid' | 'interest' | 'capital', string | number>>;

/**
 * The events of a loan in a period of booking days, in their order, from its entries in the books. Accruals are left out: they move nothing
 * that its client pays.
 */
export async function entriesOfLoan(
  db: Db,
  loanId: string,
  period: { readonly from: string; readonly to: string },
): Promise<LoanEntries[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`select t.booking_day::text as day, t.event,
        coalesce(-sum(e.amount) filter (where a.chart_code = 'loans-receivable' and t.event = 'loan-payout'), 0) as lent,
        coalesce(-sum(e.amount) filter (where a.chart_code in ('clients', 'direct-debit-clearing') and t.event <> 'loan-payout'), 0) as paid,
        coalesce(sum(e.amount) filter (where coalesce(o.event, t.event) <> 'loan-write-off'
          and a.chart_code in ('interest-receivable', 'interest-income', 'late-interest-income')), 0) as interest,
        coalesce(sum(e.amount) filter (where a.chart_code in ('loans-receivable', 'loans-doubtful') and t.event <> 'loan-payout'), 0) as capital
      from (
        select own.transaction_id as id from ledger_accounts held join ledger_entries own on own.account_id = held.id
        where held.holder_kind = 'loan' and held.holder_id = ${loanId}::uuid
        union
        -- What touches no account of the loan's own: late interest or an indemnity alone, interest that was given back.
        select line.ledger_transaction_id from loans l join transactions line on line.client_account_id = l.client_account_id
        join ledger_transactions of_cause on of_cause.id = line.ledger_transaction_id and of_cause.cause_id = l.id
        where l.id = ${loanId}::uuid
      ) of_loan
      join ledger_transactions t on t.id = of_loan.id
      -- A loss that is undone is no interest either (LC-6).
      left join ledger_transactions o on o.id = t.reverses
      join ledger_entries e on e.transaction_id = t.id
      join ledger_accounts a on a.id = e.account_id
      where t.booking_day between ${period.from}::date and ${period.to}::date
        and t.event not in ('interest-accrual', 'loan-to-doubtful', 'loan-cure', 'loan-provision', 'loan-provision-release')
      group by t.id, t.booking_day, t.event, t.occurred_at
      order by t.occurred_at, t.id`,
  );
  return rows.map((row) => ({
    day: row.day,
    event: row.event,
    lentMinor: readMinor(row.lent),
    paidMinor: readMinor(row.paid),
    interestMinor: readMinor(row.interest),
    capitalMinor: readMinor(row.capital),
  }));
}

/** The capital that a loan owed at the end of a booking day, as the books say. */
export async function capitalAt(db: Db, loanId: string, day: string): Promise<number> {
  const rows = await rowsOf<{ capital: string | number }>(
    db,
    sql`select coalesce(-sum(last.balance_after), 0) as capital
      from ledger_accounts a
      cross join lateral (
        select e.balance_after from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
        where e.account_id = a.id and t.booking_day <= ${day}::date
        order by e.sequence desc limit 1
      ) last
      where a.holder_kind = 'loan' and a.holder_id = ${loanId}::uuid and a.chart_code in ('loans-receivable', 'loans-doubtful')`,
  );
  return readMinor(rows[0]?.capital ?? 0);
}
