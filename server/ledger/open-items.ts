import { type SQL, sql } from 'drizzle-orm';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import type { OpenItemKind } from '#domain/statements/proof.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { readMinor } from '../db/read-minor.ts';

/** The codes whose balance is what is open of them, line by line (ACC-36, 6). */
const EXPLAINED_CODES = [
  'payments-in-transit',
  'direct-debit-clearing',
  'incoming-suspense',
  'outgoing-suspense',
  'client-receivables',
] as const;
export type ExplainedCode = (typeof EXPLAINED_CODES)[number];

const parisDay = (moment: SQL): SQL => sql`(${moment} at time zone 'Europe/Paris')::date`;

/**
 * What is open of each code, one row each, as `i` (PAY-33, PAY-38, ACC-36). In transit: transfers that were sent, returns to senders that no line of
 * our bank has settled, and, below zero, debits that a person called an order of ours nobody can name (PAY-32), and refused transfers and returns that
 * our bank debited with their file and has not given back (PAY-38). In suspense: what waits of lines.
 * Receivables: what clients owe after a mistake, and provisional refunds. In clearing nothing: a direct debit is collected in the act that
 * settles it.
 */
const OPEN = sql`(
    select 'payments-in-transit' as code, 'transfer' as kind, w.id, w.currency, w.amount, coalesce(w.recipient_name, w.client_bank_name) as name,
      ${parisDay(sql`w.sent_at`)} as day, w.client_account_id as account
    from withdrawal_requests w join ledger_transactions t on t.id = w.ledger_transaction_id
    where (w.phase = 'sent' or w.phase = 'returned' and w.settled_on is null) and t.event = 'transfer-sent'
    union all
    select 'payments-in-transit', 'return', r.id, r.currency, r.amount, r.payee_name, ${parisDay(sql`r.created_at`)}, null
    from return_orders r where r.phase in ('ordered', 'exported')
    union all
    select 'payments-in-transit', 'unnamed-debit', p.id, l.currency, -p.amount, nullif(concat_ws(' – ', l.counterparty_name, p.note), ''),
      ${parisDay(sql`p.made_at`)}, null
    from bank_line_parts p join bank_lines l on l.id = p.line_id
    where p.kind = 'payments-in-transit' and p.order_id is null
      and not exists (select from ledger_transactions r where r.reverses = p.ledger_transaction_id)
    union all
    select 'payments-in-transit', 'refused-debit', w.id, w.currency, -w.amount, coalesce(w.recipient_name, w.client_bank_name), w.settled_on,
      w.client_account_id
    from withdrawal_requests w where w.phase = 'bank-refused' and w.settled_on is not null and not exists (
      select from bank_line_parts p where p.order_id = w.id and p.kind = 'payments-in-transit')
    union all
    select 'payments-in-transit', 'refused-debit', r.id, r.currency, -r.amount, r.payee_name, coalesce(l.booking_day, ${parisDay(sql`s.received_at`)}), null
    from return_orders r join bank_lines l on l.id = r.settled_line_id join bank_statements s on s.id = l.statement_id
    where r.phase = 'refused' and not exists (
      select from bank_line_parts p where p.order_id = r.id and p.kind = 'payments-in-transit')
    union all
    select case when l.open_amount > 0 then 'incoming-suspense' else 'outgoing-suspense' end,
      case when l.open_amount > 0 then 'receipt' else 'debit' end, l.id, l.currency, l.open_amount, l.counterparty_name,
      coalesce(l.booking_day, ${parisDay(sql`s.received_at`)}), null
    from bank_lines l join bank_statements s on s.id = l.statement_id where l.open_amount <> 0
    union all
    select 'client-receivables', 'claim', c.id, c.currency, -(c.receivable - c.collected), p.display_name, ${parisDay(sql`c.made_at`)}, c.client_account_id
    from receipt_corrections c left join client_accounts a on a.id = c.client_account_id left join profiles p on p.user_id = a.user_id
    where c.collected < c.receivable and c.lost_at is null
    union all
    select 'client-receivables', 'refund', d.id, a.currency, -d.amount, p.display_name, ${parisDay(sql`d.decided_at`)}, d.client_account_id
    from transaction_disputes d join client_accounts a on a.id = d.client_account_id left join profiles p on p.user_id = a.user_id
    join ledger_transactions t on t.id = d.ledger_transaction_id and t.event = 'correction'
    where d.state = 'refunded' and not exists (select from ledger_transactions r where r.reverses = t.id)) i`;

/** Something that is open, as staff read it. */
export interface OpenItem {
  readonly code: ExplainedCode;
  readonly kind: OpenItemKind;
  readonly id: string;
  readonly name: string | null;
  /** Since when, YYYY-MM-DD. */
  readonly day: string;
  /** Minor units, with the sign of the books. */
  readonly amountMinor: number;
}

/** The oldest of what is open of a code, and how many there are. */
export interface OpenOfCode {
  readonly items: readonly OpenItem[];
  readonly count: number;
}

/** The oldest of what is open in a currency, by code. */
export async function openItems(
  db: Db,
  currency: CurrencyCode,
  limit: number,
): Promise<ReadonlyMap<string, OpenOfCode>> {
  const rows = await rowsOf<Omit<OpenItem, 'amountMinor'> & { amount: string | number; count: number }>(
    db,
    sql`select * from (
        select i.code, i.kind, i.id, i.name, i.day::text as day, i.amount, (count(*) over (partition by i.code))::int as count,
          row_number() over (partition by i.code order by i.day, i.id) as place
        from ${OPEN} where i.currency = ${currency}) numbered
      where place <= ${limit} order by code, place`,
  );
  const found = new Map<string, { items: OpenItem[]; count: number }>();
  for (const { amount, count, code, kind, id, name, day } of rows) {
    const ofCode = found.get(code) ?? { items: [], count };
    ofCode.items.push({ code, kind, id, name, day, amountMinor: readMinor(amount) });
    found.set(code, ofCode);
  }
  return found;
}

/** How many of what is open in the house's books are of one client: transfers in transit, what they owe after a mistake, provisional refunds. */
export const openItemsOfAccount = (accountId: SQL): SQL =>
  sql`(select count(*)::int from ${OPEN} where i.account = ${accountId})`;

/** A balance of the books, and what is open of it. Minor units. */
export interface ExplainedBalance {
  readonly code: ExplainedCode;
  readonly currency: CurrencyCode;
  readonly balanceMinor: number;
  readonly openMinor: number;
}

/** The balances that are explained line by line, by code and currency, at one moment (ACC-36, 6). */
export async function explainedBalances(db: Db): Promise<ExplainedBalance[]> {
  const rows = await rowsOf<
    Pick<ExplainedBalance, 'code' | 'currency'> & { balance: string | number; open: string | number }
  >(
    db,
    sql`with held as (
        select chart_code as code, currency, sum(balance) as amount from ledger_accounts
        where holder_kind = 'house' and chart_code in (${sql.join(
          EXPLAINED_CODES.map((code) => sql`${code}`),
          sql`, `,
        )})
        group by 1, 2
      ), open as (select i.code, i.currency, sum(i.amount) as amount from ${OPEN} group by 1, 2)
      select code, currency, coalesce(held.amount, 0)::bigint as balance, coalesce(open.amount, 0)::bigint as open
      from held full join open using (code, currency) order by code, currency`,
  );
  return rows.map(({ balance, open, ...row }) => ({
    ...row,
    balanceMinor: readMinor(balance),
    openMinor: readMinor(open),
  }));
}

/** Where the books hold something else than what is open. */
export async function unexplainedBalances(db: Db): Promise<ExplainedBalance[]> {
  return (await explainedBalances(db)).filter(({ balanceMinor, openMinor }) => balanceMinor !== openMinor);
}
