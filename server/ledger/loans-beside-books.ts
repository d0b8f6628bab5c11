import { sql } from 'drizzle-orm';

/**
 * Every loan `l` that was paid out, with the capital that the books hold of it, `b.owed`, and what its instalments have left, `i.unpaid`, in minor
 * units: they are the same (LC-103). To stand after `from`, without a condition of its own.
 */
export const LOANS_BESIDE_BOOKS = sql`(select * from loans where paid_out_at is not null) l
  join loan_requests r on r.id = l.id
  cross join lateral (
    select -coalesce(sum(a.balance), 0) as owed from ledger_accounts a
    where a.holder_id = l.id and a.holder_kind = 'loan' and a.chart_code in ('loans-receivable', 'loans-doubtful')) b
  cross join lateral (
    select coalesce(sum(n.capital - n.paid_capital), 0) as unpaid from loan_instalments n
    where n.loan_id = l.id and not n.is_superseded and r.stage = 'loan' and r.phase <> 'written_off') i`;
