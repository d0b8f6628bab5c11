import { sql } from 'drizzle-orm';
import { eventOfLedger, ledgerEvents } from '#domain/ledger/events.ts';
import { RATE_BOUNDS } from '#domain/rates/rate.ts';
import { verifyChainAfter } from '../audit/chain.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { LOANS_BESIDE_BOOKS } from '../ledger/loans-beside-books.ts';
import { unexplainedBalances } from '../ledger/open-items.ts';

/** The books in a few lines: what a backup says of itself, and what a restored bank must say again. */
export interface BooksSummary {
  /** Per currency, in minor units, as text: a sum over all clients may be longer than a safe integer. */
  readonly trialBalance: readonly {
    readonly currency: string;
    readonly clients: string;
    readonly house: string;
    readonly difference: string;
  }[];
  readonly postings: number;
  readonly entries: number;
  /** The latest posting's id and moment; null in empty books. */
  readonly lastPosting: { readonly id: string; readonly at: string } | null;
  readonly auditHead: { readonly number: number; readonly hash: string } | null;
}

/** Whether an account is a client's, in this schema and in those before migration 0033: a backup is compared in the schema of its time. */
const IS_OF_CLIENT = sql`coalesce(to_jsonb(a) ->> 'holder_kind', to_jsonb(a) ->> 'kind') = 'client'`;

export async function summariseBooks(tx: Db): Promise<BooksSummary> {
  const trialBalance = await rowsOf<BooksSummary['trialBalance'][number]>(
    tx,
    sql`select currency, coalesce(sum(balance) filter (where ${IS_OF_CLIENT}), 0)::text as clients,
        coalesce(sum(balance) filter (where not ${IS_OF_CLIENT}), 0)::text as house, sum(balance)::text as difference
      from ledger_accounts a group by currency order by currency collate "C"`,
  );
  const [count] = await rowsOf<{ postings: number; entries: number }>(
    tx,
    sql`select (select count(*) from ledger_transactions)::int as postings,
      (select count(*) from ledger_entries)::int as entries`,
  );
  const [last] = await rowsOf<{ id: string; at: string }>(
    tx,
    sql`select id, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
      from ledger_transactions order by occurred_at desc, id desc limit 1`,
  );
  const [head] = await rowsOf<{ number: string | number; hash: string }>(
    tx,
    sql`select number, hash from audit_head where id = 1`,
  );
  return {
    trialBalance,
    postings: count?.postings ?? 0,
    entries: count?.entries ?? 0,
    lastPosting: last ?? null,
    auditHead: head ? { number: Number(head.number), hash: head.hash } : null,
  };
}

/**
 * What is beyond the limits of its day: balances, postings, rates. None in a schema that is older than the limits, which is checked when a
 * backup of it is restored.
 */
async function faultsOfLimits(tx: Db): Promise<string[]> {
  const [limits] = await rowsOf<{ known: boolean }>(
    tx,
    sql`select to_regclass('public.legal_parameters') is not null as known`,
  );
  if (!limits?.known) return [];
  const rows = await rowsOf<{ fault: string }>(
    tx,
    sql`select 'account ' || a.id || ' holds ' || balance || ', more than an account may' as fault from ledger_accounts a
        where abs(balance) > ledger_ceiling(case when ${IS_OF_CLIENT} then 'client' else 'house' end)
      union all
      select distinct 'posting ' || e.transaction_id || ' moves ' || abs(e.amount) || ' of ' || e.currency || ', more than ' || l.key || ' of its day'
        from ledger_entries e
        join ledger_transactions t on t.id = e.transaction_id
        join (values ${sql.join(
          ledgerEvents.flatMap((event) => {
            const { maximum } = eventOfLedger(event);
            return maximum ? [sql`(${event}, ${maximum})`] : [];
          }),
          sql`, `,
        )}) as m(event, key) on m.event = t.event
        cross join lateral (
          select key, value from legal_parameters
          where key = m.key and "from" <= (t.occurred_at at time zone 'Europe/Paris')::date order by "from" desc limit 1
        ) l
        where abs(e.amount) > (l.value ->> e.currency)::bigint
      union all
      select 'the rate of ' || currency_code || ' is ' || eur_to_local_rate || ', out of bounds' from currency_rates
        where eur_to_local_rate not between ${RATE_BOUNDS.min}::numeric and ${RATE_BOUNDS.max}::numeric
        group by currency_code, eur_to_local_rate
      limit 100`,
  );
  return rows.map(({ fault }) => fault);
}

/**
 * Loans whose schedule does not repay them, whose payout moved another amount, or that owe another capital in the books (LC-103). None in a schema from before
 * instalments had a state (migration 0035). */
async function faultsOfLoans(tx: Db): Promise<string[]> {
  const [loans] = await rowsOf<{ known: boolean }>(
    tx,
    sql`select exists (select 1 from information_schema.columns
      where table_schema = 'public' and table_name = 'loan_schedules' and column_name = 'opening_balance') as known`,
  );
  if (!loans?.known) return [];
  const rows = await rowsOf<{ fault: string }>(
    tx,
    sql`select 'schedule ' || s.version || ' of loan ' || s.loan_id || ' repays ' || coalesce(sum(i.capital), 0) || ' of '
          || case s.version when 1 then l.principal else s.opening_balance end as fault
        from loan_schedules s join loans l on l.id = s.loan_id
        left join loan_instalments i on i.loan_id = s.loan_id and i.version = s.version
        group by s.loan_id, s.version, l.principal
      having coalesce(sum(i.capital), 0) <> case s.version when 1 then l.principal else s.opening_balance end
      union all
      select 'loan ' || l.id || ' of ' || l.principal || ' was not paid out by its amount' from loans l
        join client_accounts c on c.id = l.client_account_id
        left join ledger_entries e on e.transaction_id = l.ledger_transaction_id and e.account_id = c.ledger_account_id
        where l.ledger_transaction_id is not null and e.amount is distinct from l.principal
      union all
      select 'loan ' || l.id || ' owes ' || b.owed || ' in the books and ' || i.unpaid || ' by its instalments' from ${LOANS_BESIDE_BOOKS}
        where b.owed <> i.unpaid
      union all
      select 'loan ' || l.id || ' has ' || b.interest || ' of interest receivable in the books' from ${LOANS_BESIDE_BOOKS}
        where b.interest < 0 or (b.interest <> 0 and not i.bears)
      limit 100`,
  );
  return rows.map(({ fault }) => fault);
}

/**
 * Where a kept sum of the ledger differs from its entries, by period, code, currency and event, and where a reversal does not negate what it
 * reverses. None in a schema from before codes had sums (migration 0033), which is checked when a backup of it is restored.
 */
async function faultsOfTotals(tx: Db): Promise<string[]> {
  const [schema] = await rowsOf<{ known: boolean }>(
    tx,
    sql`select exists (select 1 from information_schema.columns
      where table_schema = 'public' and table_name = 'ledger_totals' and column_name = 'chart_code') as known`,
  );
  if (!schema?.known) return [];
  const rows = await rowsOf<{ fault: string }>(
    tx,
    sql`with counted as (
        select p.period, a.chart_code, e.currency, t.event, sum(e.amount) filter (where e.amount > 0) as credit,
          -sum(e.amount) filter (where e.amount < 0) as debit
        from ledger_entries e
        join ledger_accounts a on a.id = e.account_id
        join ledger_transactions t on t.id = e.transaction_id
        cross join lateral (values (date '-infinity'), (t.booking_day)) p(period)
        group by 1, 2, 3, 4
      ), kept as (
        select period, chart_code, currency, event, sum(credit) as credit, sum(debit) as debit
        from ledger_totals group by 1, 2, 3, 4
      )
      select 'the sum kept of ' || period || ' of ' || chart_code || ' in ' || currency || ' by ' || event || ' is not its entries' as fault
        from counted full join kept using (period, chart_code, currency, event)
        where coalesce(counted.credit, 0) <> coalesce(kept.credit, 0) or coalesce(counted.debit, 0) <> coalesce(kept.debit, 0)
      union all
      select distinct 'posting ' || r.id || ' does not negate ' || r.reverses
        from (select id, reverses from ledger_transactions where reverses is not null) r
        join ledger_entries e on e.transaction_id = r.id or e.transaction_id = r.reverses
        join ledger_accounts a on a.id = e.account_id
        join ledger_transactions t on t.id = e.transaction_id
        group by r.id, r.reverses, case when t.event = 'receipt-matched' and a.chart_code = 'settlement' then 'incoming-suspense'
          else a.chart_code end, a.holder_kind, a.holder_id, a.currency
        having sum(e.amount) <> 0 or count(distinct e.transaction_id) <> 2
      limit 100`,
  );
  return rows.map(({ fault }) => fault);
}

/**
 * Where the books differ from the house's banks (PAY-33): settlement from the closing balances of accounts that their statements keep, unless two
 * persons have explained exactly that; transit and suspense from what is open of them, line by line (ACC-36). None in a schema from before explanations had a table (migration 0085),
 * which is checked when a backup of it is restored.
 */
async function faultsOfBanks(tx: Db): Promise<string[]> {
  const [schema] = await rowsOf<{ known: boolean }>(
    tx,
    sql`select exists (select 1 from information_schema.columns
      where table_schema = 'public' and table_name = 'reconciliation_explanations' and column_name = 'difference') as known`,
  );
  if (!schema?.known) return [];
  const rows = await rowsOf<{ fault: string }>(
    tx,
    sql`with held as (
        select chart_code as code, currency, sum(balance) as balance from ledger_accounts
        where chart_code = 'settlement' group by 1, 2
      ), banks as (
        select b.currency, sum(coalesce((select s.closing from bank_statements s
          where s.account = b.iban and s.currency = b.currency and s.posted_number is not null order by s.posted_number desc limit 1),
          b.adopted_balance)) as balance
        from bank_accounts b where b.source = 'statements' group by 1
      )
      select 'settlement in ' || k.currency || ' is ' || coalesce(h.balance, 0) || ', the bank says ' || k.balance as fault
        from banks k left join held h on h.code = 'settlement' and h.currency = k.currency
        where k.balance + coalesce(h.balance, 0) <> 0 and not exists (
          select 1 from reconciliation_explanations e where e.currency = k.currency and e.difference = k.balance + coalesce(h.balance, 0))
      limit 100`,
  );
  const [named] = await rowsOf<{ known: boolean }>(
    tx,
    sql`select exists (select 1 from information_schema.columns
      where table_schema = 'public' and table_name = 'bank_line_parts' and column_name = 'note') as known`,
  );
  const items = named?.known ? await unexplainedBalances(tx) : [];
  return [
    ...rows.map(({ fault }) => fault),
    ...items.map(
      ({ code, currency, balanceMinor, openMinor }) =>
        `${code} in ${currency} is ${balanceMinor}, what is open of it sums to ${openMinor}`,
    ),
  ];
}

/** What the books break, in words an operator can act on; none when they hold. Reads everything: seconds per million entries. */
export async function faultsOfBooks(tx: Db): Promise<string[]> {
  const rows = await rowsOf<{ fault: string }>(
    tx,
    sql`select 'posting ' || transaction_id || ' does not sum to zero in ' || currency as fault
        from ledger_entries group by transaction_id, currency having sum(amount) <> 0
      union all
      select 'account ' || a.id || ' says ' || a.balance || ', its entries say ' || coalesce(sum(e.amount), 0)
        from ledger_accounts a left join ledger_entries e on e.account_id = a.id
        group by a.id having a.balance <> coalesce(sum(e.amount), 0) or a.sequence <> count(e.sequence)
      union all
      select 'entry ' || sequence || ' of account ' || account_id || ' does not continue the one before' from (
        select account_id, sequence, balance_after, amount,
          lag(balance_after, 1, 0::bigint) over (partition by account_id order by sequence) as before
        from ledger_entries) walked
        where before + amount <> balance_after
      union all
      select 'movement ' || t.reference_number || ' is not the entry of its account'
        from transactions t
        join client_accounts c on c.id = t.client_account_id
        left join ledger_entries e on e.account_id = c.ledger_account_id and e.sequence = t.sequence
          and e.transaction_id = t.ledger_transaction_id and e.amount = t.amount and e.balance_after = t.balance_after
        where e.account_id is null
      union all
      select 'the IBAN ' || iban || ' is given to ' || count(*) || ' accounts' from client_accounts
        where iban is not null group by iban having count(*) > 1
      limit 100`,
  );
  const faults = [
    ...rows.map(({ fault }) => fault),
    ...(await faultsOfTotals(tx)),
    ...(await faultsOfLimits(tx)),
    ...(await faultsOfLoans(tx)),
    ...(await faultsOfBanks(tx)),
  ];
  for (let after = 0; ; ) {
    const step = await verifyChainAfter(tx, after);
    for (const { number, fault } of step.faults) faults.push(`line ${number} of the audit trail: ${fault}`);
    if (step.isEnd) return faults;
    after = step.through;
  }
}
