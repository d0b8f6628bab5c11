import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { OPEN_WITHDRAWAL_STATUSES, type WithdrawalStatus } from '#domain/withdrawals/status.ts';
import { type Db, rowsOf } from '../db/database.ts';
import {
  clientAccounts,
  ledgerAccounts,
  profiles,
  users,
  withdrawalBatches,
  withdrawalBatchLines,
  withdrawalRequests,
} from '../db/schema/index.ts';
import type { Cursor } from '../http/cursor.ts';

export type WithdrawalRow = typeof withdrawalRequests.$inferSelect;
export type NewWithdrawalRow = typeof withdrawalRequests.$inferInsert;

/** Rows that a client sees at most; older ones remain in the account's statement as movements. */
const MAX_OWN_ROWS = 200;

/** Written out, not bound, so that the index of held amounts is known to answer. */
const HELD_STATUSES = sql.raw(OPEN_WITHDRAWAL_STATUSES.map((status) => `'${status}'`).join(', '));

/** The account a withdrawal is made from. */
export async function accountForWithdrawal(db: Db, accountId: string) {
  const [row] = await db
    .select({
      id: clientAccounts.id,
      userId: clientAccounts.userId,
      ledgerAccountId: clientAccounts.ledgerAccountId,
      currency: clientAccounts.currency,
      balanceMinor: ledgerAccounts.balance,
    })
    .from(clientAccounts)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, clientAccounts.ledgerAccountId))
    .where(eq(clientAccounts.id, accountId));
  return row ?? null;
}

/** The sum of the account's open withdrawals, in minor units. */
export async function heldMinor(db: Db, accountId: string): Promise<number> {
  const rows = await rowsOf<{ held: string | number }>(
    db,
    sql`select coalesce(sum(amount), 0)::bigint as held from withdrawal_requests
      where client_account_id = ${accountId}::uuid and status in (${HELD_STATUSES})`,
  );
  return Number(rows[0]?.held ?? 0);
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

/** Locks a request until the transaction ends: two people cannot both decide it. */
export async function lockWithdrawal(tx: Db, withdrawalId: string): Promise<WithdrawalRow | null> {
  const [row] = await tx
    .select()
    .from(withdrawalRequests)
    .where(eq(withdrawalRequests.id, withdrawalId))
    .for('update');
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

/** A request with its client's situation. The sub-select is bounded by the client's own open withdrawals. */
function reviewSelection(db: Db) {
  return db
    .select({
      withdrawal: withdrawalRequests,
      account: {
        id: clientAccounts.id,
        userId: clientAccounts.userId,
        currency: clientAccounts.currency,
        ledgerAccountId: clientAccounts.ledgerAccountId,
        balanceMinor: ledgerAccounts.balance,
      },
      displayName: profiles.displayName,
      email: users.email,
      heldMinor: sql<number>`(
        select coalesce(sum(o.amount), 0)::bigint from withdrawal_requests o
        where o.client_account_id = ${clientAccounts.id} and o.status in (${HELD_STATUSES}))`.mapWith(Number),
      batch: {
        id: withdrawalBatches.id,
        messageId: withdrawalBatches.messageId,
        status: withdrawalBatches.status,
      },
      processor: sql<string | null>`coalesce(
        (select p.display_name from profiles p where p.user_id = ${withdrawalRequests.processedBy}),
        (select u.name from users u where u.id = ${withdrawalRequests.processedBy}))`,
    })
    .from(withdrawalRequests)
    .innerJoin(clientAccounts, eq(clientAccounts.id, withdrawalRequests.clientAccountId))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, clientAccounts.ledgerAccountId))
    .innerJoin(profiles, eq(profiles.userId, clientAccounts.userId))
    .innerJoin(users, eq(users.id, clientAccounts.userId))
    .leftJoin(
      withdrawalBatchLines,
      and(
        eq(withdrawalBatchLines.withdrawalId, withdrawalRequests.id),
        eq(withdrawalBatchLines.isReleased, false),
      ),
    )
    .leftJoin(withdrawalBatches, eq(withdrawalBatches.id, withdrawalBatchLines.batchId));
}

export type WithdrawalReviewRow = Awaited<ReturnType<typeof withdrawalForReview>> & object;

export async function withdrawalForReview(db: Db, withdrawalId: string) {
  const [row] = await reviewSelection(db).where(eq(withdrawalRequests.id, withdrawalId));
  return row ?? null;
}

/** One page of requests, newest first, one row more than asked so that the caller knows whether there is a next page. */
export function withdrawalsForReview(
  db: Db,
  filter: { status?: WithdrawalStatus; accountIds?: readonly string[]; after: Cursor | null; limit: number },
) {
  const { status, accountIds, after, limit } = filter;
  return reviewSelection(db)
    .where(
      and(
        status ? eq(withdrawalRequests.status, status) : undefined,
        accountIds ? inArray(withdrawalRequests.clientAccountId, [...accountIds]) : undefined,
        after
          ? sql`(${withdrawalRequests.createdAt}, ${withdrawalRequests.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(withdrawalRequests.createdAt), desc(withdrawalRequests.id))
    .limit(limit + 1);
}
