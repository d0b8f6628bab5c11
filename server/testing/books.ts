import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { verifyChainAfter } from '../audit/chain.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { faultsOfInterest } from '../loans/servicing/prove-interest.ts';

/** What is wrong with the books, one line per fault; empty when they hold. */
export async function faultsOfBooks(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ fault: string }>(
    db,
    sql`
    select 'transaction ' || transaction_id || ' does not sum to zero in ' || currency as fault
      from ledger_entries group by transaction_id, currency having sum(amount) <> 0
    union all
    select 'account ' || a.id || ' says ' || a.balance || ' and its entries ' || coalesce(sum(e.amount), 0)
      from ledger_accounts a left join ledger_entries e on e.account_id = a.id
      group by a.id having a.balance <> coalesce(sum(e.amount), 0) or a.sequence <> count(e.sequence)
    union all
    select 'account ' || id || ' is below its floor' from ledger_accounts where floor is not null and balance < floor
    union all
    select 'currency ' || currency || ' does not sum to zero' from ledger_accounts group by currency having sum(balance) <> 0
    union all
    select 'movement ' || t.id || ' differs from its entry' from transactions t
      join client_accounts c on c.id = t.client_account_id
      left join ledger_entries e on e.account_id = c.ledger_account_id and e.sequence = t.sequence
      where e.amount is distinct from t.amount or e.balance_after is distinct from t.balance_after
    union all
    select 'loan ' || r.id || ' was not paid out once' from loan_requests r left join loans l on l.id = r.id
      where r.stage <> 'end' and (r.stage = 'loan') <> (l.ledger_transaction_id is not null)
    union all
    select 'payout of loan ' || l.id || ' is not of its principal' from loans l
      join client_accounts c on c.id = l.client_account_id
      left join ledger_entries e on e.transaction_id = l.ledger_transaction_id and e.account_id = c.ledger_account_id
      where l.ledger_transaction_id is not null and e.amount is distinct from l.principal
    union all
    select 'schedule ' || s.version || ' of loan ' || s.loan_id || ' does not repay it' from loan_schedules s
      join loans l on l.id = s.loan_id
      left join loan_instalments i on i.loan_id = s.loan_id and i.version = s.version
      group by s.loan_id, s.version, l.principal
      having coalesce(sum(i.capital), 0) <> case s.version when 1 then l.principal else s.opening_balance end
    union all
    select 'account ' || c.id || ' holds more than it has' from client_accounts c
      join ledger_accounts a on a.id = c.ledger_account_id
      where a.balance < (select coalesce(sum(w.amount), 0) from withdrawal_requests w
        where w.client_account_id = c.id and w.status in ('pending', 'processing', 'approved'))
    union all
    select 'completed withdrawal ' || w.id || ' was not debited by its amount' from withdrawal_requests w
      join client_accounts c on c.id = w.client_account_id
      left join ledger_entries e on e.transaction_id = w.ledger_transaction_id and e.account_id = c.ledger_account_id
      where w.status = 'completed' and e.amount is distinct from -w.amount
    union all
    select 'paid fee ' || f.id || ' is not income of its amount' from fees f
      left join ledger_entries e on e.transaction_id = f.ledger_transaction_id and e.amount > 0
      where (f.status = 'paid' or f.ledger_transaction_id is not null)
        and (e.amount is distinct from f.amount or f.status <> 'paid' or f.paid_at is null or f.receipt_number is null)
    union all
    select 'total of ' || period || ' ' || chart_code || ' ' || currency || ' ' || event || ' differs from the entries' from (
      select period, chart_code, currency, event, sum(credit) as credit, sum(debit) as debit
        from ledger_totals group by period, chart_code, currency, event
      except
      select p.period, a.chart_code, e.currency, t.event, sum(greatest(e.amount, 0)), sum(greatest(-e.amount, 0))
        from ledger_entries e
        join ledger_accounts a on a.id = e.account_id
        join ledger_transactions t on t.id = e.transaction_id
        cross join lateral (values (date '-infinity'), ((t.occurred_at at time zone 'Europe/Paris')::date)) p (period)
        group by p.period, a.chart_code, e.currency, t.event
    ) wrong
    union all
    select 'posting ' || e.transaction_id || ' is in no total' from ledger_entries e
      join ledger_accounts a on a.id = e.account_id
      join ledger_transactions t on t.id = e.transaction_id
      where not exists (select 1 from ledger_totals k
        where k.period = (t.occurred_at at time zone 'Europe/Paris')::date and k.chart_code = a.chart_code
          and k.currency = e.currency and k.event = t.event)
    union all
    select 'loan ' || l.id || ' owes ' || b.owed || ' and its instalments repay ' || i.unpaid from loans l
      join loan_requests r on r.id = l.id
      cross join lateral (
        select -coalesce(sum(a.balance), 0) as owed from ledger_accounts a
        where a.holder_id = l.id and a.holder_kind = 'loan' and a.chart_code in ('loans-receivable', 'loans-doubtful')) b
      cross join lateral (
        select coalesce(sum(n.capital - n.paid_capital), 0) as unpaid from loan_instalments n
        where n.loan_id = l.id and not n.is_superseded and r.stage = 'loan' and r.phase <> 'written_off') i
      where l.paid_out_at is not null and b.owed <> i.unpaid
    union all
    select 'loan ' || l.id || ' holds interest of ' || -a.balance || ' and has ended' from loans l
      join ledger_accounts a on a.holder_id = l.id and a.holder_kind = 'loan' and a.chart_code = 'interest-receivable'
      where l.ended_on is not null and a.balance <> 0
    union all
    select 'tally ' || name || ' says ' || coalesce(kept, 0) || ' and there are ' || counted from (
      select c.name, c.counted, (select sum(t.value) from tallies t where t.name = c.name) as kept from (
        select 'clients' as name, count(*) as counted from client_accounts
        union all select 'activated-clients', count(*) from client_accounts where is_activated
        union all select 'loans', count(*) from loan_requests
        union all select 'open-loans', count(*) from loan_requests where stage = 'request'
        union all select 'withdrawals', count(*) from withdrawal_requests
        union all select 'open-withdrawals', count(*) from withdrawal_requests
          where status in ('pending', 'processing', 'approved')
        union all select 'fees', count(*) from fees
        union all select 'open-fees', count(*) from fees where status <> 'paid'
        union all select 'loans:' || status, count(*) from loan_requests group by status
        union all select 'withdrawals:' || status, count(*) from withdrawal_requests group by status
      ) c
    ) tallied where counted <> coalesce(kept, 0)`,
  );
  return rows.map((row) => row.fault);
}

/** The laws of the books, of the interest of loans and of the audit trail, checked after every test. */
export async function expectBooksToBalance(db: Db): Promise<void> {
  expect(await faultsOfBooks(db)).toEqual([]);
  expect(await faultsOfInterest(db)).toEqual([]);
  expect((await verifyChainAfter(db, 0)).faults).toEqual([]);
}
