import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { DAYS_IN_RETURNS, type RequestSort, type WithdrawalFilter } from '#domain/desk/request-list.ts';
import { legalDay } from '#domain/time/days.ts';
import { SEPA_COUNTRIES } from '#domain/withdrawals/sepa.ts';
import type { WithdrawalStatus } from '#domain/withdrawals/status.ts';
import { type Db, listed, rowsOf } from '../db/database.ts';
import { hasLegalBlock } from '../db/has-legal-block.ts';
import { heldAmount } from '../db/held-amount.ts';
import { nameOfPerson } from '../db/name-of-person.ts';
import { inOrder, pageOfRequests, type RequestPage } from '../db/page-of-list.ts';
import { peopleOfAccounts } from '../db/people-of-accounts.ts';
import { readMinor } from '../db/read-minor.ts';
import { conditionsOf, type ListReader, ofMany } from '../db/request-filter.ts';
import { wholeRows } from '../db/rows-of-table.ts';
import {
  clientAccounts,
  ledgerAccounts,
  profiles,
  type withdrawalBatches,
  withdrawalRequests,
} from '../db/schema/index.ts';
import { type AskedApproval, approvalsOn } from '../tasks/approval-since.ts';
import { FOLLOWED_BY, type FollowedBy, followerOf } from '../tasks/assigned-to.ts';

export type WithdrawalRow = typeof withdrawalRequests.$inferSelect;
export type NewWithdrawalRow = typeof withdrawalRequests.$inferInsert;

/** Rows that a client sees at most; older ones remain in the account's statement as movements. */
const MAX_OWN_ROWS = 200;

/** The account a withdrawal is made from. */
export async function accountForWithdrawal(db: Db, accountId: string) {
  const [row] = await db
    .select({
      id: clientAccounts.id,
      userId: clientAccounts.userId,
      ledgerAccountId: clientAccounts.ledgerAccountId,
      currency: clientAccounts.currency,
      iban: clientAccounts.iban,
      balanceMinor: ledgerAccounts.balance,
      displayName: profiles.displayName,
      isBlocked: hasLegalBlock(clientAccounts.id),
    })
    .from(clientAccounts)
    .innerJoin(profiles, eq(profiles.userId, clientAccounts.userId))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, clientAccounts.ledgerAccountId))
    .where(eq(clientAccounts.id, accountId));
  return row ?? null;
}

/** The account that has an IBAN, with its holder; null when there is none. Only the house finds other people's. */
export async function accountOfIban(db: Db, iban: string) {
  const [row] = await db
    .select({
      id: clientAccounts.id,
      userId: clientAccounts.userId,
      ledgerAccountId: clientAccounts.ledgerAccountId,
      currency: clientAccounts.currency,
      isActivated: clientAccounts.isActivated,
      isBlocked: hasLegalBlock(clientAccounts.id),
    })
    .from(clientAccounts)
    .where(eq(clientAccounts.iban, iban))
    .limit(1);
  return row ?? null;
}

/** The people whose own file the account of a transfer's payee is, where that is another client of the house (STAFF-40). */
export async function peopleOfPayee(
  db: Db,
  { clientIban, clientAccountId }: Pick<WithdrawalRow, 'clientIban' | 'clientAccountId'>,
): Promise<readonly string[]> {
  const [payee] = await db
    .select({ id: clientAccounts.id })
    .from(clientAccounts)
    .where(eq(clientAccounts.iban, clientIban));
  return payee && payee.id !== clientAccountId ? peopleOfAccounts(db, [payee.id]) : [];
}

/** Says whether two accounts were given an IBAN before an IBAN belonged to one: then nothing is decided by it (PAY-5). */
export async function isSharedIban(db: Db, iban: string): Promise<boolean> {
  const [row] = await db
    .select({ isShared: clientAccounts.ibanIsShared })
    .from(clientAccounts)
    .where(eq(clientAccounts.iban, iban))
    .limit(1);
  return row?.isShared ?? false;
}

export async function insertWithdrawal(tx: Db, row: NewWithdrawalRow): Promise<WithdrawalRow> {
  const [inserted] = await tx.insert(withdrawalRequests).values(row).returning();
  if (!inserted) throw new Error('the withdrawal request was not written');
  return inserted;
}

export function withdrawalsOfAccount(db: Db, accountId: string): Promise<WithdrawalRow[]> {
  return db
    .select()
    .from(withdrawalRequests)
    .where(eq(withdrawalRequests.clientAccountId, accountId))
    .orderBy(desc(withdrawalRequests.createdAt), desc(withdrawalRequests.id))
    .limit(MAX_OWN_ROWS);
}

/** A request of an account; null when it is not one of it. */
export async function withdrawalOfAccount(
  db: Db,
  accountId: string,
  withdrawalId: string,
): Promise<WithdrawalRow | null> {
  const [row] = await db
    .select()
    .from(withdrawalRequests)
    .where(and(eq(withdrawalRequests.id, withdrawalId), eq(withdrawalRequests.clientAccountId, accountId)));
  return row ?? null;
}

/** Locks a request until the transaction ends: two people cannot both decide it. */
export async function lockWithdrawal(tx: Db, withdrawalId: string): Promise<WithdrawalRow | null> {
  const [row] = await tx
    .select()
    .from(withdrawalRequests)
    .where(eq(withdrawalRequests.id, withdrawalId))
    .for('update');
  return row ?? null;
}

/**
 * The oldest request that is in the hands of the house: not decided, or validated and in no file; null without one. The payout of a loan (LC-6) is the house's
 * own order, which it does not refuse.
 */
export async function oldestUndecided(db: Db): Promise<{ id: string; createdAt: Date } | null> {
  const [row] = await db
    .select({ id: withdrawalRequests.id, createdAt: withdrawalRequests.createdAt })
    .from(withdrawalRequests)
    .where(
      and(
        inArray(withdrawalRequests.status, ['pending', 'processing', 'approved']),
        inArray(withdrawalRequests.phase, ['requested', 'in-hand', 'validated']),
        isNull(withdrawalRequests.payoutLoanId),
        // One under a check ends with its check, taken in hand or not (PAY-61).
        sql`not exists (select from withdrawal_holds h where h.withdrawal_id = ${withdrawalRequests.id} and h.outcome is null)`,
      ),
    )
    .orderBy(asc(withdrawalRequests.createdAt), asc(withdrawalRequests.id))
    .limit(1);
  return row ?? null;
}

export async function updateWithdrawal(
  tx: Db,
  withdrawalId: string,
  change: Partial<NewWithdrawalRow>,
): Promise<WithdrawalRow> {
  const [row] = await tx
    .update(withdrawalRequests)
    .set(change)
    .where(eq(withdrawalRequests.id, withdrawalId))
    .returning();
  if (!row) throw new Error('the withdrawal request was not changed');
  return row;
}

/** Accounts that withdrawals of the client went or will go to, the last used first; refused and cancelled ones teach nothing. */
export async function payeesOfAccount(db: Db, accountId: string) {
  const rows = await rowsOf<{ iban: string; bank_name: string; last_used_at: string | Date }>(
    db,
    sql`select * from (
      select distinct on (client_iban) client_iban as iban, client_bank_name as bank_name, created_at as last_used_at
      from (
        select client_iban, client_bank_name, created_at from withdrawal_requests
        where client_account_id = ${accountId}::uuid and iban_valid and status not in ('rejected', 'cancelled')
        order by created_at desc limit ${MAX_OWN_ROWS}
      ) recent
      order by client_iban, created_at desc
    ) payees order by last_used_at desc limit 20`,
  );
  return rows.map((row) => ({
    iban: row.iban,
    bankName: row.bank_name,
    lastUsedAt: new Date(row.last_used_at).toISOString(),
  }));
}

/** Whether a transfer of the client to an IBAN was executed before (FOUR-22). */
export async function wasPaidBefore(db: Db, accountId: string, iban: string): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 from withdrawal_requests where client_account_id = ${accountId}::uuid and client_iban = ${iban}
      and status = 'completed' limit 1`,
  );
  return rows.length > 0;
}

const WHOLE_REVIEW = wholeRows({ withdrawal: withdrawalRequests, account: clientAccounts });

/**
 * Requests with their clients' situation, in the order of the list. The sub-select is bounded by the client's own open withdrawals.
 * @param tail what is asked of `withdrawal_requests`, of one page at most: nothing is joined before the page is known.
 */
async function reviewed(db: Db, tail: SQL, sort: RequestSort = 'newest') {
  const rows = await rowsOf<
    Readonly<Record<string, unknown>> & {
      balance: string | number;
      display_name: string;
      email: string;
      held: string | number;
      batch_id: string | null;
      batch_message_id: string;
      batch_created_at: string | Date;
      batch_status: (typeof withdrawalBatches.$inferSelect)['status'];
      processor: string | null;
      followed_by: FollowedBy | null;
      approvals: AskedApproval[];
    }
  >(
    db,
    sql`select ${WHOLE_REVIEW.columns}, l.balance, p.display_name, u.email, b.id as batch_id, b.message_id as batch_message_id,
        b.status as batch_status, b.created_at as batch_created_at, ${nameOfPerson(sql`withdrawal_requests.processed_by`)} as processor,
        ${heldAmount(sql`client_accounts.id`)} as held, ${FOLLOWED_BY},
        ${approvalsOn(sql`withdrawal_requests.id`)}
      from (select * from withdrawal_requests ${tail}) withdrawal_requests
      join client_accounts on client_accounts.id = withdrawal_requests.client_account_id
      join ledger_accounts l on l.id = client_accounts.ledger_account_id
      join profiles p on p.user_id = client_accounts.user_id
      join users u on u.id = client_accounts.user_id
      left join withdrawal_batch_lines bl on bl.withdrawal_id = withdrawal_requests.id and not bl.is_released
      left join withdrawal_batches b on b.id = bl.batch_id
      ${followerOf('withdrawal', sql`withdrawal_requests.id`)}
      ${inOrder(sort, 'withdrawal_requests')}`,
  );
  return rows.map((row) => {
    const { withdrawal, account } = WHOLE_REVIEW.read(row);
    return {
      withdrawal,
      account: { ...account, balanceMinor: readMinor(row.balance) },
      displayName: row.display_name,
      email: row.email,
      heldMinor: readMinor(row.held),
      batch:
        row.batch_id === null
          ? null
          : {
              id: row.batch_id,
              messageId: row.batch_message_id,
              status: row.batch_status,
              exportedAt: new Date(row.batch_created_at).toISOString(),
            },
      processor: row.processor,
      followedBy: row.followed_by,
      approvals: row.approvals,
    };
  });
}

export type WithdrawalReviewRow = Awaited<ReturnType<typeof reviewed>>[number];

export async function withdrawalForReview(db: Db, withdrawalId: string): Promise<WithdrawalReviewRow | null> {
  const [row] = await reviewed(db, sql`where id = ${withdrawalId}::uuid`);
  return row ?? null;
}

/** One page of requests, newest first unless asked otherwise, one row more than asked so that the caller knows whether there is a next page. */
export function withdrawalsForReview(
  db: Db,
  page: RequestPage & { readonly status?: WithdrawalStatus },
): Promise<WithdrawalReviewRow[]> {
  return reviewed(db, pageOfRequests('withdrawal_requests', page), page.sort);
}

/** The condition that a transfer stands in no file for the bank. */
export const IN_NO_FILE = sql`not exists (
  select from withdrawal_batch_lines bl where bl.withdrawal_id = withdrawal_requests.id and not bl.is_released)`;

/** The condition that our bank has a transfer and has not said for good what becomes of it (PAY-36). Looked up by its index. */
export const AWAITS_BANK = sql`withdrawal_requests.id in (select asked.id from withdrawal_requests asked
  where asked.phase in ('exported', 'accepted'))`;

/** The condition that a bank refused a transfer, or gave it back, in the last days. Looked up by its index. @param today YYYY-MM-DD in French legal time. */
export const isBack = (today: string): SQL =>
  sql`withdrawal_requests.id in (select back.id from withdrawal_requests back
    where back.phase in ('bank-refused', 'returned') and back.returned_on > ${today}::date - ${DAYS_IN_RETURNS}::int)`;

/** The conditions of the filters of the list of transfers (Q-6). */
export function withdrawalConditions(
  filter: WithdrawalFilter,
  reader: ListReader,
): readonly (SQL | undefined)[] {
  const unless = (isNot: boolean, condition: SQL) => (isNot ? sql`not (${condition})` : condition);
  const row = sql`withdrawal_requests`;
  return [
    ...conditionsOf('withdrawal', filter, reader),
    filter.iban ? unless(filter.iban === 'invalid', sql`${row}.iban_valid`) : undefined,
    filter.sepa
      ? unless(
          filter.sepa === 'no',
          ofMany(
            sql`${row}.iban_valid and left(${row}.client_iban, 2) = any (${listed([...SEPA_COUNTRIES], 'text')})`,
          ),
        )
      : undefined,
    filter.payee
      ? unless(
          filter.payee === 'new',
          sql`exists (select from withdrawal_requests paid where paid.client_account_id = ${row}.client_account_id
            and paid.client_iban = ${row}.client_iban and paid.status = 'completed' and paid.id <> ${row}.id)`,
        )
      : undefined,
    filter.balance
      ? unless(
          filter.balance === 'short',
          sql`(select l.balance from client_accounts a join ledger_accounts l on l.id = a.ledger_account_id
            where a.id = ${row}.client_account_id) >= ${row}.amount`,
        )
      : undefined,
    filter.file ? IN_NO_FILE : undefined,
    filter.bank === 'awaited' ? AWAITS_BANK : undefined,
    filter.bank === 'back' ? isBack(legalDay(reader.now)) : undefined,
  ];
}
