import { type SQL, sql } from 'drizzle-orm';
import { BORROWED_EVENT, type ComparedMonths } from '#domain/accounts/monthly-flows.ts';
import type { ChartCode } from '#domain/ledger/chart-of-accounts.ts';
import { eventOfLedger, ledgerEvents } from '#domain/ledger/events.ts';
import { firstBanningDay } from '#domain/loans/payment-ban.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { heldAmount } from '../db/held-amount.ts';
import { limitedTo, newestFirst } from '../db/page-of-list.ts';
import { type LoansInTimeColumns, loansInTime, loansInTimeColumns } from '../db/payment-ban.ts';
import { readMinor } from '../db/read-minor.ts';
import { rowsOfTable, wholeRows } from '../db/rows-of-table.ts';
import { clientAccounts, profiles, transactions, withdrawalRequests } from '../db/schema/index.ts';
import { HELD_PHASES } from '../db/schema/transfer-phase.ts';
import { loansWhere } from '../loans/queries.ts';
import { eurRateColumn } from '../rates/queries.ts';

/** Movements on the dashboard (docs/rules.md, Figures). */
const RECENT_TRANSACTIONS = 10;
/** Requests of each kind on the client's dashboard; the lists themselves show more. */
const RECENT_REQUESTS = 50;

const { columns: DASHBOARD_COLUMNS, read: readDashboard } = wholeRows({
  account: clientAccounts,
  profile: profiles,
});

/** Written once: the screen most opened. */
const DASHBOARD = sql`select ${DASHBOARD_COLUMNS}, l.balance, ${eurRateColumn(sql`client_accounts.currency`)} as eur_rate,
    (select u.email from users u where u.id = client_accounts.user_id and not u.email_verified) as email_to_prove,
    ${heldAmount(sql`client_accounts.id`)} as held, held.count as open_withdrawals,
    (select count(*)::int from loan_requests o
      where o.client_account_id = client_accounts.id and o.stage = 'request') as open_loans,
    ${loansInTimeColumns(sql`client_accounts.id`)},
    (select count(*)::int from fees f where f.client_account_id = client_accounts.id and f.status = 'unpaid') as unpaid_fees
  from client_accounts
  join ledger_accounts l on l.id = client_accounts.ledger_account_id
  join profiles on profiles.user_id = client_accounts.user_id
  cross join lateral (
    select count(*)::int as count from withdrawal_requests w
    where w.client_account_id = client_accounts.id and w.phase in (${HELD_PHASES})
  ) held`;

/**
 * The account, its person, its currency's rate and what is open on it: all that one client's figures need, in one statement. `eurRate` is what
 * one euro buys, null when no country uses the currency; `emailToProve` is null once the address is proved.
 */
export async function dashboardOf(db: Db, accountId: string) {
  const [row] = await rowsOf<
    LoansInTimeColumns & {
      readonly balance: string | number;
      readonly held: string | number;
      readonly open_withdrawals: number;
      readonly open_loans: number;
      readonly unpaid_fees: number;
      readonly eur_rate: string | null;
      readonly email_to_prove: string | null;
    }
  >(db, sql`${DASHBOARD} where client_accounts.id = ${accountId}::uuid`);
  if (!row) return null;
  return {
    ...readDashboard(row),
    balanceMinor: readMinor(row.balance),
    heldMinor: readMinor(row.held),
    openWithdrawals: row.open_withdrawals,
    openLoans: row.open_loans,
    loans: loansInTime(row),
    unpaidFees: row.unpaid_fees,
    eurRate: row.eur_rate,
    emailToProve: row.email_to_prove,
  };
}

export interface PeriodSums {
  readonly receivedMinor: number;
  readonly sentMinor: number;
}

/**
 * What an account received and sent this month and on the same days of last month, and what loans paid it this month, from all of its
 * movements. What is borrowed is not received. Positive minor units.
 */
export async function sumsOfMonths(
  db: Db,
  accountId: string,
  { thisMonth, lastMonth, lastMonthEnd }: ComparedMonths,
): Promise<{ readonly now: PeriodSums; readonly before: PeriodSums; readonly borrowedMinor: number }> {
  const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;
  const borrowed = sql`event = ${BORROWED_EVENT}`;
  const isNow = sql`created_at >= ${at(thisMonth)}`;
  const isBefore = sql`created_at < ${at(lastMonthEnd)}`;
  const sum = (amount: SQL, condition: SQL) => sql`coalesce(sum(${amount}) filter (where ${condition}), 0)`;
  const [row] = await rowsOf<
    Record<'received' | 'sent' | 'received_before' | 'sent_before' | 'borrowed', string | number>
  >(
    db,
    sql`select
        ${sum(sql`amount`, sql`amount > 0 and not (${borrowed}) and ${isNow}`)} as received,
        ${sum(sql`-amount`, sql`amount < 0 and ${isNow}`)} as sent,
        ${sum(sql`amount`, sql`amount > 0 and not (${borrowed}) and ${isBefore}`)} as received_before,
        ${sum(sql`-amount`, sql`amount < 0 and ${isBefore}`)} as sent_before,
        ${sum(sql`amount`, sql`${borrowed} and ${isNow}`)} as borrowed
      from transactions
      where client_account_id = ${accountId}::uuid and created_at >= ${at(lastMonth)}`,
  );
  return {
    now: { receivedMinor: readMinor(row?.received ?? 0), sentMinor: readMinor(row?.sent ?? 0) },
    before: {
      receivedMinor: readMinor(row?.received_before ?? 0),
      sentMinor: readMinor(row?.sent_before ?? 0),
    },
    borrowedMinor: readMinor(row?.borrowed ?? 0),
  };
}

export function recentTransactions(db: Db, accountId: string) {
  return rowsOfTable(
    db,
    transactions,
    sql`where client_account_id = ${accountId}::uuid order by sequence desc ${limitedTo(RECENT_TRANSACTIONS)}`,
  );
}

/** The end of a statement that reads an account's newest requests of a kind. */
const newestRequestsOf = (accountId: string) =>
  sql`where client_account_id = ${accountId}::uuid ${newestFirst(RECENT_REQUESTS)}`;

export function recentLoansOf(db: Db, accountId: string) {
  return loansWhere(db, newestRequestsOf(accountId));
}

export function recentWithdrawalsOf(db: Db, accountId: string) {
  return rowsOfTable(db, withdrawalRequests, newestRequestsOf(accountId));
}

/** The kept number of rows of each list, by name (migration 0003). Never counts a table. */
export async function talliesByName(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf<{ name: string; value: string | number }>(
    db,
    sql`select name, sum(value)::bigint as value from tallies group by name`,
  );
  return new Map(rows.map((row) => [row.name, Number(row.value)]));
}

/**
 * The same numbers counted row by row, of what the database shows its caller: for a person with assigned files only, whose counts hold no
 * other row (STAFF-43, Q-8). Their files are few.
 */
export async function countedByName(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf<{ name: string; value: number }>(
    db,
    sql`select 'clients' as name, count(*)::int as value from client_accounts
      union all select 'activated-clients', count(*)::int from client_accounts where is_activated
      union all select 'open-loans', count(*)::int from loan_requests where stage = 'request'
      union all select 'loans', count(*)::int from loan_requests
      union all select 'loans:' || status, count(*)::int from loan_requests group by status
      union all select 'open-withdrawals', count(*)::int from withdrawal_requests where phase in (${HELD_PHASES})
      union all select 'withdrawals', count(*)::int from withdrawal_requests
      union all select 'withdrawals:' || status, count(*)::int from withdrawal_requests group by status
      union all select 'fees', count(*)::int from fees
      union all select 'open-fees', count(*)::int from fees where status <> 'paid'`,
  );
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** Visitors' messages that wait for an answer: read from the index of their states, however many were answered. */
export async function newEnquiries(db: Db): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from enquiries where state = 'new'`,
  );
  return row?.count ?? 0;
}

/** What client accounts received and sent from a day on, by currency: the sums kept with each posting, of a few days only. */
export async function flowsByCurrency(db: Db, fromDay: string) {
  const rows = await rowsOf<{ currency: string; received: string | number; sent: string | number }>(
    db,
    // What a deleted client leaves pays their loans or goes to the unclaimed funds: it stays in the house.
    sql`select currency, sum(credit) as received, sum(debit) as sent
      from ledger_totals where period >= ${fromDay}::date and chart_code = 'clients' and event in (${sql.join(
        ledgerEvents.filter((event) => eventOfLedger(event).isFlow).map((event) => sql`${event}`),
        sql`, `,
      )})
      group by currency`,
  );
  return rows.map((row) => ({
    currency: row.currency,
    receivedMinor: readMinor(row.received),
    sentMinor: readMinor(row.sent),
  }));
}

interface BalanceOfCode {
  currency: string;
  code: ChartCode;
  /** In full: a sum over all clients may be longer than a safe integer. */
  balance: string;
}

/**
 * What each code of the chart holds, by currency: the sums kept with each posting, so that reading them costs the same at any size.
 * `recountedBalances` and `npm run books` prove them.
 */
export async function balancesByCode(db: Db) {
  const rows = await rowsOf<BalanceOfCode>(
    db,
    sql`select currency, chart_code as code, (sum(credit) - sum(debit))::text as balance
      from ledger_totals where period = '-infinity' group by currency, chart_code`,
  );
  return rows.map((row) => ({ ...row, balance: BigInt(row.balance) }));
}

/** The same from every account's own balance, one by one: a trial balance that only trusted kept sums would prove nothing. */
export async function recountedBalances(db: Db) {
  const rows = await rowsOf<BalanceOfCode>(
    db,
    sql`select currency, chart_code as code, sum(balance)::text as balance from ledger_accounts
      group by currency, chart_code having count(*) filter (where sequence > 0 or balance <> 0) > 0`,
  );
  return rows.map((row) => ({ ...row, balance: BigInt(row.balance) }));
}

/** Fees and accounts that are looked at, at most: the oldest ones unpaid or not activated. */
const CANDIDATES = 100;

/**
 * What waits for a client, the longest wait first: fees to pay, and first deposits. Nothing is awaited of a client whose loan forbids
 * payments (LC-14), and no deposit of one who has a loan. A few entries of two indexes, at any size.
 * @param kinds what the reader may list.
 */
export async function awaitedOfClients(
  db: Db,
  { limit, now, kinds }: { limit: number; now: Date; kinds: readonly ('fee' | 'first-deposit')[] },
) {
  const firstDay = firstBanningDay(now);
  const of = {
    fee: sql`(select 'fee' as kind, id, client_account_id as account_id, amount, currency, created_at as since
        from (select * from fees where status = 'unpaid' order by created_at, id ${limitedTo(CANDIDATES)}) f
        where (select true from loan_requests r left join loans l on l.id = r.id
          where r.client_account_id = f.client_account_id and r.status <> 'rejected'
            and (r.stage in ('request', 'contract') or l.accepted_on >= ${firstDay}::date) limit 1) is null
        order by created_at, id ${limitedTo(limit)})`,
    'first-deposit': sql`(select 'first-deposit' as kind, id, id as account_id, activation_deposit_required as amount, currency, created_at as since
        from (select * from client_accounts where not is_activated order by created_at, id ${limitedTo(CANDIDATES)}) a
        where (select true from loan_requests l
          where l.client_account_id = a.id and l.status <> 'rejected' limit 1) is null
        order by created_at, id ${limitedTo(limit)})`,
  };
  const rows = await rowsOf<{
    kind: 'fee' | 'first-deposit';
    clientId: string;
    displayName: string;
    amount: string | number;
    currency: string;
    since: string | Date;
  }>(
    db,
    sql`select w.kind, w.account_id as "clientId", p.display_name as "displayName", w.amount, w.currency, w.since
      from (${sql.join(
        kinds.map((kind) => of[kind]),
        sql` union all `,
      )}) w
      join client_accounts c on c.id = w.account_id
      join profiles p on p.user_id = c.user_id
      order by w.since, w.id ${limitedTo(limit)}`,
  );
  return rows.map(({ amount, since, ...row }) => ({
    ...row,
    amountMinor: readMinor(amount),
    since: new Date(since).toISOString(),
  }));
}
