import { sql } from 'drizzle-orm';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import type { OpenItemKind } from '#domain/statements/proof.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { readMinor } from '../db/read-minor.ts';

/**
 * What is in transit (PAY-33, PAY-38), one row each, as `i`: transfers that were sent, returns to senders that no line of our bank has settled,
 * and, below zero, debits that a person called an order of ours without saying which (PAY-32).
 */
const IN_TRANSIT = sql`(
    select 'transfer' as kind, w.id, w.currency, w.amount, coalesce(w.recipient_name, w.client_bank_name) as name,
      (w.sent_at at time zone 'Europe/Paris')::date as day
    from withdrawal_requests w join ledger_transactions t on t.id = w.ledger_transaction_id
    where (w.phase = 'sent' or w.phase = 'returned' and w.settled_on is null) and t.event = 'transfer-sent'
    union all
    select 'return', r.id, r.currency, r.amount, r.payee_name, (r.created_at at time zone 'Europe/Paris')::date
    from return_orders r where r.phase in ('ordered', 'exported')
    union all
    select 'unnamed-debit', p.id, l.currency, -p.amount, nullif(concat_ws(' – ', l.counterparty_name, p.note), ''), (p.made_at at time zone 'Europe/Paris')::date
    from bank_line_parts p join bank_lines l on l.id = p.line_id
    where p.kind = 'payments-in-transit' and p.order_id is null
      and not exists (select from ledger_transactions r where r.reverses = p.ledger_transaction_id)) i`;

/** Something that is in transit, as staff read it. */
export interface OpenItem {
  readonly kind: OpenItemKind;
  readonly id: string;
  readonly name: string | null;
  /** Since when, YYYY-MM-DD. */
  readonly day: string;
  /** Minor units; below zero for a debit that is of no order yet. */
  readonly amountMinor: number;
}

/** The oldest of what is in transit in a currency, and how many there are. */
export async function openItems(
  db: Db,
  currency: CurrencyCode,
  limit: number,
): Promise<{ readonly items: OpenItem[]; readonly count: number }> {
  const rows = await rowsOf<Omit<OpenItem, 'amountMinor'> & { amount: string | number; count: number }>(
    db,
    sql`select i.kind, i.id, i.name, i.day::text as day, i.amount, (count(*) over ())::int as count from ${IN_TRANSIT}
      where i.currency = ${currency} order by i.day, i.id limit ${limit}`,
  );
  const items = rows.map(({ amount, count: _, ...item }) => ({ ...item, amountMinor: readMinor(amount) }));
  return { items, count: rows[0]?.count ?? 0 };
}

/** A code of the books whose balance is not what is open of it. Minor units. */
export interface UnexplainedBalance {
  readonly code: 'payments-in-transit' | 'direct-debit-clearing' | 'incoming-suspense' | 'outgoing-suspense';
  readonly currency: CurrencyCode;
  readonly balanceMinor: number;
  readonly openMinor: number;
}

/**
 * Where the books hold something else than what is open, line by line (ACC-36, 6): transit is what was sent and not settled, suspense what waits of
 * lines. Clearing holds nothing: a direct debit is collected from it in the act that settles it.
 */
export async function unexplainedBalances(db: Db): Promise<UnexplainedBalance[]> {
  const rows = await rowsOf<
    Pick<UnexplainedBalance, 'code' | 'currency'> & { balance: string | number; open: string | number }
  >(
    db,
    sql`with held as (
        select chart_code as code, currency, sum(balance) as amount from ledger_accounts
        where holder_kind = 'house'
          and chart_code in ('payments-in-transit', 'direct-debit-clearing', 'incoming-suspense', 'outgoing-suspense')
        group by 1, 2
      ), open as (
        select 'payments-in-transit' as code, i.currency, sum(i.amount) as amount from ${IN_TRANSIT} group by 2
        union all
        select case when open_amount > 0 then 'incoming-suspense' else 'outgoing-suspense' end, currency, sum(open_amount)
        from bank_lines where open_amount <> 0 group by 1, 2
      )
      select code, currency, coalesce(held.amount, 0)::bigint as balance, coalesce(open.amount, 0)::bigint as open
      from held full join open using (code, currency)
      where coalesce(held.amount, 0) <> coalesce(open.amount, 0) order by code, currency`,
  );
  return rows.map(({ balance, open, ...row }) => ({
    ...row,
    balanceMinor: readMinor(balance),
    openMinor: readMinor(open),
  }));
}
