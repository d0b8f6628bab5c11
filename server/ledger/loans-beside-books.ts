import { sql } from 'drizzle-orm';

/**
 * Every loan `l` that was paid out, with the capital that the books hold of it, `b.owed`, and what its instalments have left, `i.unpaid`, in minor
 * units: they are the same (LC-103). Beside them the interest that the books hold as receivable, `b.interest`: never below zero, and nothing of a loan
 * whose capital is owed no more, `i.bears` (ACC-36, 5). To stand after `from`, without a condition of its own.
 */
export const LOANS_BESIDE_BOOKS = sql`(select * from loans where paid_out_at is not null) l
  join loan_requests r on r.id = l.id
  cross join lateral (
    select -coalesce(sum(a.balance) filter (where a.chart_code <> 'interest-receivable'), 0) as owed,
      -coalesce(sum(a.balance) filter (where a.chart_code = 'interest-receivable'), 0) as interest
    from ledger_accounts a
    where a.holder_id = l.id and a.holder_kind = 'loan' and a.chart_code in ('loans-receivable', 'loans-doubtful', 'interest-receivable')) b
  cross join lateral (
    select coalesce(sum(n.capital - n.paid_capital), 0) as unpaid, r.stage = 'loan' and l.written_off_on is null as bears from loan_instalments n
    where n.loan_id = l.id and not n.is_superseded and r.stage = 'loan' and l.written_off_on is null) i`;
