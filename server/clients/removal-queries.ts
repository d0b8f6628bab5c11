import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { LoanInBooksOfClient, OpenMatters } from '#domain/clients/removal.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { hasLegalBlock } from '../db/has-legal-block.ts';
import { readMinor } from '../db/read-minor.ts';
import {
  clientAccounts,
  enquiries,
  fees,
  idempotencyKeys,
  loanRequests,
  newsletterSubscriptions,
  notifications,
  outbox,
  profiles,
  sessions,
  transactions,
  userRoles,
  users,
  withdrawalBatches,
  withdrawalBatchLines,
  withdrawalRequests,
} from '../db/schema/index.ts';
import { HELD_PHASES } from '../db/schema/transfer-phase.ts';
import { openItemsOfAccount } from '../ledger/open-items.ts';

/** A loan that was paid out, with what the books hold of it. */
interface OwedLoan extends LoanInBooksOfClient {
  readonly isDoubtful: boolean;
  /** What was set aside for it (LC-84). */
  readonly provisionMinor: number;
}

/** The balances of a loan's accounts as the database adds them up. */
interface OwedLoanRow {
  readonly id: string;
  readonly receivable: number;
  readonly doubtful: number;
  readonly interest: number;
  readonly provision: number;
}

/** What a client's removal has to know and hold. */
export async function accountToRemove(tx: Db, accountId: string) {
  const [row] = await tx
    .select({
      id: clientAccounts.id,
      userId: clientAccounts.userId,
      ledgerAccountId: clientAccounts.ledgerAccountId,
      currency: clientAccounts.currency,
    })
    .from(clientAccounts)
    .where(eq(clientAccounts.id, accountId));
  return row ?? null;
}

/**
 * Locks the roles of who may manage access, so that two of them who remove each other do not both succeed, and returns the ids of those who may
 * now (STAFF-20).
 */
export async function lockManagers(tx: Db): Promise<string[]> {
  await tx.execute(
    sql`select 1 from user_roles h where manages_access(h.role) order by h.user_id, h.role for update`,
  );
  const rows = await rowsOf<{ id: string }>(tx, sql`select id from access_managers() as id`);
  return rows.map(({ id }) => id);
}

/** A file that the bank holds and that pays a withdrawal of the account not executed yet, or null. */
export async function openBatchOfAccount(tx: Db, accountId: string): Promise<{ messageId: string } | null> {
  const [row] = await tx
    .select({ messageId: withdrawalBatches.messageId })
    .from(withdrawalBatchLines)
    .innerJoin(withdrawalBatches, eq(withdrawalBatches.id, withdrawalBatchLines.batchId))
    .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, withdrawalBatchLines.withdrawalId))
    .where(
      and(
        eq(withdrawalRequests.clientAccountId, accountId),
        eq(withdrawalRequests.status, 'approved'),
        eq(withdrawalBatches.status, 'exported'),
      ),
    )
    .limit(1);
  return row ?? null;
}

type OpenMattersRow = Readonly<{
  loan_requests: number;
  unpaid_fees: number;
  withdrawals: number;
  payments: number;
  items_in_books: number;
  is_frozen: boolean;
  loans: number;
  owed: readonly OwedLoanRow[];
}>;

/**
 * What is open on an account, and what the books hold of each loan, the oldest first. Locked rows are read as they are.
 * @param today YYYY-MM-DD in French legal time: an unanswered demand of another bank is open until its last day.
 */
export async function openMattersOf(
  db: Db,
  accountId: string,
  today: string,
): Promise<OpenMatters & { readonly batch: { messageId: string } | null; readonly owed: OwedLoan[] }> {
  const [batch, rows] = await Promise.all([
    openBatchOfAccount(db, accountId),
    rowsOf<OpenMattersRow>(
      db,
      sql`select
          (select count(*)::int from loan_requests o where o.client_account_id = a.id and o.stage = 'request') as loan_requests,
          (select count(*)::int from fees f where f.client_account_id = a.id and f.status <> 'paid') as unpaid_fees,
          (select count(*)::int from withdrawal_requests w
            where w.client_account_id = a.id and w.phase in (${HELD_PHASES})) as withdrawals,
          (select count(*)::int from withdrawal_requests w join ledger_transactions t on t.id = w.ledger_transaction_id
              where w.client_account_id = a.id and w.phase = 'sent' and t.event = 'transfer-sent')
            + (select count(*)::int from mandates m where m.client_account_id = a.id and m.state in ('active', 'suspended'))
            + (select count(*)::int from direct_debits d where d.client_account_id = a.id and d.state in ('announced', 'exported'))
            + (select count(*)::int from bank_lines b where b.own_iban = a.iban and b.open_amount > 0)
            + (select count(*)::int from transfer_recalls r where r.client_account_id = a.id
                and (r.answer is null and (r.answer_by is null or r.answer_by >= ${today}::date)
                  or r.information_asked_at is not null and r.information_at is null))
            + (select count(*)::int from receipt_corrections c where c.client_account_id = a.id and c.lost_at is null and c.collected < c.receivable)
            + (select count(*)::int from transaction_disputes d where d.client_account_id = a.id and d.state = 'open') as payments,
          ${openItemsOfAccount(sql`a.id`)} as items_in_books,
          ${hasLegalBlock(sql`a.id`)} as is_frozen,
          (select count(*)::int from loan_requests o
            where o.client_account_id = a.id and o.stage in ('contract', 'loan')) as loans,
          (select coalesce(json_agg(json_build_object(
              'id', l.id, 'receivable', b.receivable, 'doubtful', b.doubtful, 'interest', b.interest, 'provision', b.provision
            ) order by l.paid_out_at, l.id), '[]')
            from loans l join loan_requests o on o.id = l.id
            cross join lateral (
              select coalesce(-sum(balance) filter (where chart_code = 'loans-receivable'), 0) as receivable,
                coalesce(-sum(balance) filter (where chart_code = 'loans-doubtful'), 0) as doubtful,
                coalesce(-sum(balance) filter (where chart_code = 'interest-receivable'), 0) as interest,
                coalesce(sum(balance) filter (where chart_code = 'loan-provisions'), 0) as provision
              from ledger_accounts where holder_id = l.id and holder_kind = 'loan'
            ) b
            where l.client_account_id = a.id and o.stage = 'loan') as owed
        from client_accounts a where a.id = ${accountId}::uuid`,
    ),
  ]);
  const row = rows[0];
  const owed = (row?.owed ?? []).map((loan) => ({
    id: loan.id,
    capitalMinor: readMinor(loan.receivable) + readMinor(loan.doubtful),
    accruedInterestMinor: readMinor(loan.interest),
    isDoubtful: readMinor(loan.doubtful) > 0,
    provisionMinor: readMinor(loan.provision),
  }));
  return {
    loans: row?.loans ?? 0,
    loanRequests: row?.loan_requests ?? 0,
    unpaidFees: row?.unpaid_fees ?? 0,
    withdrawals: row?.withdrawals ?? 0,
    payments: row?.payments ?? 0,
    itemsInBooks: row?.items_in_books ?? 0,
    isInBatch: batch !== null,
    isFrozen: row?.is_frozen ?? false,
    batch,
    owed,
  };
}

/**
 * Withdraws what waits for approval about a client who is being removed, and blanks what all proposals about them say of them (FOUR-20).
 * Proposals are locked before what they are about (docs/lock-order.md).
 * @param exceptReference the proposal whose execution this is, « P-12 », which ends by itself; null without one.
 * @returns the makers of those that waited, each with the number of the proposal.
 */
export function forgetProposals(tx: Db, accountId: string, now: Date, exceptReference: string | null) {
  return rowsOf<{ makerId: string; number: number }>(
    tx,
    sql`with about as (select id, status = 'awaiting' and 'P-' || number is distinct from ${exceptReference}::text as ends
          from proposals where client_account_id = ${accountId}::uuid
            or operation in ('bankLines.allocate', 'corrections.create') and lower(input::text) like ${`%${accountId}%`}
          order by id for update),
        forgotten as (update proposals p set input = null, seen = '{}', comment = null,
            status = case when a.ends then 'withdrawn' else p.status end,
            ended_at = case when a.ends then ${now.toISOString()}::timestamptz else p.ended_at end
          from about a where a.id = p.id returning p.maker_id, p.number, a.ends)
      select maker_id as "makerId", number from forgotten where ends order by number`,
  );
}

/** Locks the client's requests and fees, as a decision on one of them does first, and returns their ids. */
export async function lockRequests(tx: Db, accountId: string): Promise<string[]> {
  const ids: string[] = [];
  for (const table of [withdrawalRequests, loanRequests, fees]) {
    const rows = await tx
      .select({ id: table.id })
      .from(table)
      .where(eq(table.clientAccountId, accountId))
      .orderBy(asc(table.id))
      .for('update');
    ids.push(...rows.map((row) => row.id));
  }
  return ids;
}

/** Locks the account against everything that refers to it, until it is gone. False when it already is. */
export async function lockAccountForRemoval(tx: Db, accountId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: clientAccounts.id })
    .from(clientAccounts)
    .where(eq(clientAccounts.id, accountId))
    .for('update');
  return rows.length > 0;
}

/**
 * Deletes a client's rows in a fixed order (docs/rules.md, Deleting a client), then the sign-in with its sessions and
 * whatever else speaks of the person: notifications, mails, and recorded answers, theirs or an administrator's about them.
 */
export async function deleteClientRows(
  tx: Db,
  account: { id: string; userId: string },
  requestIds: readonly string[],
): Promise<void> {
  const { id, userId } = account;
  await tx.delete(transactions).where(eq(transactions.clientAccountId, id));
  await tx.delete(fees).where(eq(fees.clientAccountId, id));
  // A file names its debtors: it is kept no longer than all of them are, and known by debits that go with their loans.
  await tx.execute(sql`update direct_debit_batches set file = null
    where id in (select batch_id from direct_debits where client_account_id = ${id}::uuid)`);
  await tx.delete(loanRequests).where(eq(loanRequests.clientAccountId, id));
  // A SEPA file names its payees: it is kept no longer than all of them are.
  await tx
    .update(withdrawalBatches)
    .set({ file: null })
    .where(
      inArray(
        withdrawalBatches.id,
        tx
          .select({ id: withdrawalBatchLines.batchId })
          .from(withdrawalBatchLines)
          .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, withdrawalBatchLines.withdrawalId))
          .where(eq(withdrawalRequests.clientAccountId, id)),
      ),
    );
  await tx.delete(withdrawalRequests).where(eq(withdrawalRequests.clientAccountId, id));
  await tx.delete(clientAccounts).where(eq(clientAccounts.id, id));
  await tx.execute(sql`select payee_checks_forget(${id}::uuid)`);
  await tx.delete(profiles).where(eq(profiles.userId, userId));
  await tx.delete(userRoles).where(eq(userRoles.userId, userId));
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.actorId, userId));
  await tx.delete(idempotencyKeys).where(inArray(idempotencyKeys.subjectId, [id, ...requestIds]));
  await tx.delete(notifications).where(eq(notifications.userId, userId));
  await tx.delete(outbox).where(eq(outbox.userId, userId));
  // The newsletter knows addresses and no accounts: what went to this person's address goes with them.
  const ownAddress = tx
    .select({ email: sql<string>`lower(${users.email})` })
    .from(users)
    .where(eq(users.id, userId));
  await tx.delete(newsletterSubscriptions).where(inArray(newsletterSubscriptions.email, ownAddress));
  await tx.delete(enquiries).where(inArray(enquiries.email, ownAddress));
  await tx.delete(outbox).where(inArray(outbox.recipient, ownAddress));
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await tx.delete(users).where(eq(users.id, userId));
  // The audit trail keeps its lines; what they said of this person goes, which its triggers allow once the person is gone.
  await tx.execute(sql`select audit_forget(array[${id}, ${userId}]::uuid[])`);
}
