import { and, desc, eq, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../db/database.ts';
import { readMinor } from '../../db/read-minor.ts';
import { clientAccounts, profiles, transferRecalls, withdrawalRequests } from '../../db/schema/index.ts';
import type { Cursor } from '../../http/cursor.ts';

export type RecallRow = typeof transferRecalls.$inferSelect;

/** Demands that a client sees at most. */
const MAX_OWN_ROWS = 100;

export function recallsOfAccount(db: Db, accountId: string): Promise<RecallRow[]> {
  return db
    .select()
    .from(transferRecalls)
    .where(eq(transferRecalls.clientAccountId, accountId))
    .orderBy(desc(transferRecalls.createdAt), desc(transferRecalls.id))
    .limit(MAX_OWN_ROWS);
}

/** Whether a demand is of this account, read as the caller: the database shows a client their own only. */
export async function isRecallOf(db: Db, accountId: string, id: string): Promise<boolean> {
  const found = await db
    .select({ id: transferRecalls.id })
    .from(transferRecalls)
    .where(and(eq(transferRecalls.id, id), eq(transferRecalls.clientAccountId, accountId)));
  return found.length > 0;
}

/** Whether a transfer is of this account, read as the caller. */
export async function isTransferOf(db: Db, accountId: string, id: string): Promise<boolean> {
  const found = await db
    .select({ id: withdrawalRequests.id })
    .from(withdrawalRequests)
    .where(and(eq(withdrawalRequests.id, id), eq(withdrawalRequests.clientAccountId, accountId)));
  return found.length > 0;
}

/** Whether a transfer gives back what another bank asked for (PAY-42). */
export async function answersRecall(db: Db, transferId: string): Promise<boolean> {
  const found = await db
    .select({ id: transferRecalls.id })
    .from(transferRecalls)
    .where(and(eq(transferRecalls.withdrawalId, transferId), eq(transferRecalls.kind, 'received')));
  return found.length > 0;
}

/** Writes a demand; null when there is one for its transfer or receipt already. */
export async function insertRecall(
  tx: Db,
  row: typeof transferRecalls.$inferInsert,
): Promise<RecallRow | null> {
  const [inserted] = await tx.insert(transferRecalls).values(row).onConflictDoNothing().returning();
  return inserted ?? null;
}

/** Locks a demand until the transaction ends. @param accountId of a client's own call: those of others are not found. */
export async function lockRecall(tx: Db, id: string, accountId?: string): Promise<RecallRow | null> {
  const [row] = await tx
    .select()
    .from(transferRecalls)
    .where(
      and(
        eq(transferRecalls.id, id),
        accountId === undefined ? undefined : eq(transferRecalls.clientAccountId, accountId),
      ),
    )
    .for('update');
  return row ?? null;
}

export async function updateRecall(
  tx: Db,
  id: string,
  change: Partial<typeof transferRecalls.$inferInsert>,
): Promise<RecallRow> {
  const [row] = await tx.update(transferRecalls).set(change).where(eq(transferRecalls.id, id)).returning();
  if (!row) throw new Error('the demand was not changed');
  return row;
}

function reviewed(db: Db) {
  return db
    .select({ recall: transferRecalls, displayName: profiles.displayName })
    .from(transferRecalls)
    .innerJoin(clientAccounts, eq(clientAccounts.id, transferRecalls.clientAccountId))
    .innerJoin(profiles, eq(profiles.userId, clientAccounts.userId));
}

export type ReviewedRecallRow = Awaited<ReturnType<typeof recallsForReview>>[number];

/** One page of demands, newest first, one row more than asked. */
export function recallsForReview(
  db: Db,
  { after, limit }: { readonly after: Cursor | null; readonly limit: number },
) {
  return reviewed(db)
    .where(
      after
        ? sql`(${transferRecalls.createdAt}, ${transferRecalls.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
        : undefined,
    )
    .orderBy(desc(transferRecalls.createdAt), desc(transferRecalls.id))
    .limit(limit + 1);
}

export async function recallForReview(db: Db, id: string): Promise<ReviewedRecallRow> {
  const [row] = await reviewed(db).where(eq(transferRecalls.id, id));
  if (!row) throw new Error('the demand that was worked on cannot be read');
  return row;
}

/** What a client received, with who paid it: as our bank's line says, or another client of the house. */
export interface ReceivedMovement {
  readonly transactionId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly payerName: string | null;
  readonly payerIban: string | null;
}

/**
 * The receipt of a reference; null when neither a line of our bank nor a transfer of another client brought it, or it was taken back from the
 * client since.
 */
export async function receivedMovement(db: Db, referenceNumber: string): Promise<ReceivedMovement | null> {
  const [row] = await rowsOf<Omit<ReceivedMovement, 'amountMinor'> & { amount: string | number }>(
    db,
    sql`select t.id as "transactionId", a.id as "accountId", a.user_id as "userId", t.amount, a.currency,
        coalesce(l.counterparty_name, p.display_name) as "payerName", coalesce(l.counterparty_iban, payer.iban) as "payerIban"
      from transactions t join client_accounts a on a.id = t.client_account_id
      join ledger_transactions posting on posting.id = t.ledger_transaction_id
      left join bank_lines l on t.event in ('receipt-matched', 'suspense-allocation')
        -- Of a transfer that came back the counterparty is its payee, who paid nothing (PAY-18).
        and not l.is_return and not l.is_reversal and l.return_reason is null and l.id = (posting.document ->> 'lineId')::uuid
      left join withdrawal_requests w on t.event = 'internal-transfer' and w.id = posting.cause_id
      left join client_accounts payer on payer.id = w.client_account_id
      left join profiles p on p.user_id = payer.user_id
      where t.reference_number = ${referenceNumber} and t.amount > 0 and (l.id is not null or w.id is not null)
        and not exists (select from ledger_transactions r where r.reverses = posting.id)
        and not exists (select from receipt_corrections c where c.posting_id = posting.id) limit 1`,
  );
  if (!row) return null;
  const { amount, ...rest } = row;
  return { ...rest, amountMinor: readMinor(amount) };
}
