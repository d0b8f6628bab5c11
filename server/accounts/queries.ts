import { and, eq, gte, ilike, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { IbanRange } from '#domain/accounts/iban-range.ts';
import { addDays, LEGAL_TIME_ZONE, startOfDayIn } from '#domain/time/days.ts';
import { type Db, listed, rowsOf } from '../db/database.ts';
import { limitedTo } from '../db/page-of-list.ts';
import { readMinor } from '../db/read-minor.ts';
import { readTogether } from '../db/read-together.ts';
import { rowsOfTable } from '../db/rows-of-table.ts';
import { clientAccounts, ibanCounters, transactions } from '../db/schema/index.ts';
import { isCalled } from '../ledger/movement-words.ts';

export type AccountRow = typeof clientAccounts.$inferSelect;
export type TransactionRow = typeof transactions.$inferSelect;

/** An account with its balance, and the address of whose it is. */
export interface AccountWithBalance {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  /** Whether they have proved the address. */
  readonly emailVerified: boolean;
  readonly ledgerAccountId: string;
  readonly currency: string;
  readonly isActivated: boolean;
  readonly balanceMinor: number;
}

/** An account with its balance, or null. Each by indexes, with « limit 1 » (decision 0018): of a list of ids the planner read all of a bank of 1,000 clients. */
export const accountWithBalance = readTogether(
  async (db, accountIds: readonly string[]): Promise<ReadonlyMap<string, AccountWithBalance>> => {
    const rows = await rowsOf<Omit<AccountWithBalance, 'balanceMinor'> & { balance: string | number }>(
      db,
      sql`select a.id, a.user_id as "userId", u.email, u.email_verified as "emailVerified", a.ledger_account_id as "ledgerAccountId",
          a.currency, a.is_activated as "isActivated", l.balance
        from unnest(${listed(accountIds, 'uuid')}) asked(id)
        cross join lateral (select * from client_accounts where id = asked.id limit 1) a
        cross join lateral (select email, email_verified from users where id = a.user_id limit 1) u
        cross join lateral (select balance from ledger_accounts where id = a.ledger_account_id limit 1) l`,
    );
    return new Map(rows.map(({ balance, ...row }) => [row.id, { ...row, balanceMinor: readMinor(balance) }]));
  },
);

/**
 * Says whether a loan of the account is between its offer and its payout, for callers of one moment: no money of the house moves there then
 * (PAY-51).
 */
export async function hasContractUnderWay(db: Db, accountId: string): Promise<boolean> {
  return (await contractsUnderWay(db, accountId)) !== null;
}

const contractsUnderWay = readTogether<string, true>(async (db, accountIds) => {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select distinct client_account_id as id from loan_requests
      where client_account_id = any (${listed(accountIds, 'uuid')}) and phase in ('offered', 'accepted', 'agreed')`,
  );
  return new Map(rows.map(({ id }) => [id, true as const]));
});

/** The balance of a client's account before and after the movement with a reference number; null without such a movement. */
export const balancesOfMovement = readTogether(
  async (
    db,
    referenceNumbers: readonly string[],
  ): Promise<ReadonlyMap<string, { balanceBeforeMinor: number; balanceMinor: number }>> => {
    const rows = await rowsOf<{ reference: string; before: string | number; after: string | number }>(
      db,
      sql`select reference_number as reference, balance_after - amount as before, balance_after as after from transactions
        where reference_number = any (${listed(referenceNumbers, 'text')})`,
    );
    return new Map(
      rows.map(({ reference, before, after }) => [
        reference,
        { balanceBeforeMinor: readMinor(before), balanceMinor: readMinor(after) },
      ]),
    );
  },
);

/** Marks an account as activated; false when it already was. */
export async function markActivated(tx: Db, accountId: string): Promise<boolean> {
  const rows = await tx
    .update(clientAccounts)
    .set({ isActivated: true })
    .where(and(eq(clientAccounts.id, accountId), eq(clientAccounts.isActivated, false)))
    .returning({ id: clientAccounts.id });
  return rows.length > 0;
}

/**
 * An account's bank details. For a change they are locked until the transaction ends: what they were before it is exact. Rows that name the account may still
 * be written meanwhile: the movement of a posting is, at the end of a transaction that may hold a mail counter (docs/lock-order.md).
 */
export async function bankDetails(tx: Db, accountId: string, { isLocked }: { readonly isLocked: boolean }) {
  const details = tx
    .select({
      id: clientAccounts.id,
      userId: clientAccounts.userId,
      iban: clientAccounts.iban,
      bankName: clientAccounts.bankName,
    })
    .from(clientAccounts)
    .where(eq(clientAccounts.id, accountId));
  const [row] = await (isLocked ? details.for('no key update') : details);
  return row ?? null;
}

/** Says whether an IBAN, in its electronic form, belongs to another account. */
export async function isIbanTaken(tx: Db, iban: string, accountId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: clientAccounts.id })
    .from(clientAccounts)
    .where(and(eq(clientAccounts.iban, iban), ne(clientAccounts.id, accountId)))
    .limit(1);
  return row !== undefined;
}

/** Says whether an IBAN is that of an account of the house at one of its banks (PAY-5). */
export async function isIbanOfHouse(tx: Db, iban: string): Promise<boolean> {
  const rows = await rowsOf(tx, sql`select 1 from bank_accounts where iban = ${iban} limit 1`);
  return rows.length > 0;
}

/** Which of some IBANs belong to accounts, of clients or of the house at its banks (PAY-5). */
export async function ibansTaken(db: Db, ibans: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await rowsOf<{ iban: string }>(
    db,
    sql`select iban from client_accounts where iban = any (${listed(ibans, 'text')})
      union all select iban from bank_accounts where iban = any (${listed(ibans, 'text')})`,
  );
  return new Set(rows.map(({ iban }) => iban));
}

/** The account number from which the next IBAN of a range is proposed; null before the first. */
export async function nextAccountOf(db: Db, { bank, branch }: IbanRange): Promise<number | null> {
  const [row] = await db
    .select({ nextAccount: ibanCounters.nextAccount })
    .from(ibanCounters)
    .where(and(eq(ibanCounters.bank, bank), eq(ibanCounters.branch, branch)));
  return row?.nextAccount ?? null;
}

/** Proposes the numbers from this one on; never fewer than before. */
export async function proposeFrom(tx: Db, { bank, branch }: IbanRange, nextAccount: number): Promise<void> {
  await tx
    .insert(ibanCounters)
    .values({ bank, branch, nextAccount })
    .onConflictDoUpdate({
      target: [ibanCounters.bank, ibanCounters.branch],
      set: { nextAccount: sql`greatest(iban_counters.next_account, excluded.next_account)` },
    });
}

/** IBANs that more accounts than one have, with their clients, in order of IBAN: « IBAN attribués deux fois » (PAY-5). */
export function sharedIbans(
  db: Db,
): Promise<{ iban: string; accounts: { id: string; displayName: string }[] }[]> {
  return rowsOf(
    db,
    sql`select a.iban, json_agg(json_build_object('id', a.id, 'displayName', p.display_name) order by p.display_name, a.id) as accounts
      from client_accounts a join profiles p on p.user_id = a.user_id
      where a.iban_is_shared group by a.iban order by a.iban limit 100`,
  );
}

/** An IBAN that only one account still has is that account's alone. */
export async function endSharing(tx: Db, iban: string): Promise<void> {
  await tx.execute(sql`update client_accounts set iban_is_shared = false
    where iban = ${iban} and iban_is_shared and (select count(*) from client_accounts o where o.iban = ${iban}) = 1`);
}

/** Gives an account its bank details; false when it already had these. */
export async function setBankDetails(
  tx: Db,
  accountId: string,
  details: { readonly iban: string; readonly bankName: string },
): Promise<boolean> {
  const rows = await tx
    .update(clientAccounts)
    .set({
      ...details,
      // A new one is this account's alone: `isIbanTaken` was asked, and the index is asked again.
      ibanIsShared: sql`${clientAccounts.ibanIsShared} and ${clientAccounts.iban} is not distinct from ${details.iban}::text`,
    })
    .where(
      and(
        eq(clientAccounts.id, accountId),
        sql`(${clientAccounts.iban}, ${clientAccounts.bankName}) is distinct from (${details.iban}::text, ${details.bankName}::text)`,
      ),
    )
    .returning({ id: clientAccounts.id });
  return rows.length > 0;
}

export interface TransactionFilter {
  /** Part of the description or of the reference. */
  readonly q?: string;
  /** First and last day, YYYY-MM-DD by the clocks of the time zone, both included. */
  readonly from?: string;
  readonly to?: string;
  /** French legal time when it is not said. */
  readonly timeZone?: string;
  readonly type?: 'credit' | 'debit';
  /** Bounds of the amount without its sign, in minor units. */
  readonly minMinor?: number;
  readonly maxMinor?: number;
  /** Movements before this number of the account. */
  readonly beforeSequence: number | null;
  readonly limit: number;
}

/** The text as it is, where LIKE would read a pattern. */
function literalPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * One page of an account's movements, the last first, with one row more than asked. In the order of the ledger's own numbers, so that
 * two movements of the same moment never change places. A search reads no more than the one account.
 */
export function transactionsOfAccount(
  db: Db,
  accountId: string,
  filter: TransactionFilter,
): Promise<TransactionRow[]> {
  const { q, from, to, type, minMinor, maxMinor, beforeSequence, limit } = filter;
  const { timeZone = LEGAL_TIME_ZONE } = filter;
  const size = sql`abs(${transactions.amount})`;
  const condition = and(
    eq(transactions.clientAccountId, accountId),
    beforeSequence === null ? undefined : lt(transactions.sequence, beforeSequence),
    q ? or(isCalled(literalPattern(q)), ilike(transactions.referenceNumber, literalPattern(q))) : undefined,
    from ? gte(transactions.createdAt, startOfDayIn(timeZone, from)) : undefined,
    to ? lt(transactions.createdAt, startOfDayIn(timeZone, addDays(to, 1))) : undefined,
    type ? eq(transactions.transactionType, type) : undefined,
    minMinor === undefined ? undefined : gte(size, minMinor),
    maxMinor === undefined ? undefined : lte(size, maxMinor),
  );
  return rowsOfTable(
    db,
    transactions,
    sql`where ${condition} order by ${transactions.sequence} desc ${limitedTo(limit + 1)}`,
  );
}

/**
 * What an account moved on each day since a moment, with its balance now, in one statement so that the two belong together.
 * @param starts the first moment of each day, oldest first: the database needs to know no time zone.
 * @returns the balance now and the sums of the days that had movements, by their place among the starts.
 */
export async function movementsByDay(db: Db, accountId: string, starts: readonly Date[]) {
  const bounds = sql`array[${sql.join(
    starts.map((start) => sql`${start.toISOString()}::timestamptz`),
    sql`, `,
  )}]`;
  const rows = await rowsOf<{ balance: string | number; day: number | null; moved: string | number | null }>(
    db,
    sql`select l.balance, d.day, d.moved
      from client_accounts a
      join ledger_accounts l on l.id = a.ledger_account_id
      left join lateral (
        select width_bucket(t.created_at, ${bounds}) - 1 as day, sum(t.amount) as moved
        from transactions t
        where t.client_account_id = a.id and t.created_at >= (${bounds})[1]
        group by 1
      ) d on true
      where a.id = ${accountId}::uuid`,
  );
  return {
    balanceMinor: readMinor(rows[0]?.balance ?? 0),
    movedMinor: new Map(
      rows.flatMap(({ day, moved }) => (day === null ? [] : [[day, readMinor(moved ?? 0)] as const])),
    ),
  };
}
