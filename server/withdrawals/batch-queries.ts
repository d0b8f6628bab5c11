import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { MAX_PER_BATCH, sepaObstacle } from '#domain/withdrawals/sepa.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { hasLegalBlock } from '../db/has-legal-block.ts';
import { nameOfPerson } from '../db/name-of-person.ts';
import {
  clientAccounts,
  profiles,
  withdrawalBatches,
  withdrawalBatchLines,
  withdrawalRequests,
} from '../db/schema/index.ts';
import type { Cursor } from '../http/cursor.ts';
import { hasTransit } from '../transfers/late-files.ts';

export type BatchRow = typeof withdrawalBatches.$inferSelect;

/** Key of the advisory lock of exports, the same on every node. */
const EXPORT_LOCK = 7_236_002;

/** Lets one export after the other happen: two at once would both take the same withdrawals. */
export async function lockExport(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${EXPORT_LOCK})`);
}

/** A validated withdrawal that stands in no file. */
const waitsForFile = and(
  eq(withdrawalRequests.phase, 'validated'),
  sql`not exists (
    select 1 from withdrawal_batch_lines l where l.withdrawal_id = withdrawal_requests.id and not l.is_released)`,
);

/**
 * The chosen withdrawals with whom they go to, in the order in which they were asked for, held against any decision until the transaction
 * ends, unless somebody only looks at them. One that is not validated any more, or stands in a file, is not among them.
 */
export async function withdrawalsForFile(tx: Db, ids: readonly string[], { isReading = false } = {}) {
  const chosen = inArray(withdrawalRequests.id, [...ids]);
  // In order of id, as everyone who locks several requests does.
  if (!isReading)
    await tx
      .select({ id: withdrawalRequests.id })
      .from(withdrawalRequests)
      .where(chosen)
      .orderBy(asc(withdrawalRequests.id))
      .for('update');
  return tx
    .select({
      id: withdrawalRequests.id,
      clientAccountId: withdrawalRequests.clientAccountId,
      amountMinor: withdrawalRequests.amount,
      currency: withdrawalRequests.currency,
      ibanValid: withdrawalRequests.ibanValid,
      clientIban: withdrawalRequests.clientIban,
      recipientName: withdrawalRequests.recipientName,
      isOwnAccount: withdrawalRequests.isOwnAccount,
      recipientAddress: withdrawalRequests.recipientAddress,
      remittance: withdrawalRequests.remittance,
      isInstant: withdrawalRequests.isInstant,
      isBlocked: hasLegalBlock(withdrawalRequests.clientAccountId),
      clientName: profiles.displayName,
      street: profiles.address,
      postalCode: profiles.postalCode,
      city: profiles.city,
      countryCode: profiles.country,
    })
    .from(withdrawalRequests)
    .innerJoin(clientAccounts, eq(clientAccounts.id, withdrawalRequests.clientAccountId))
    .innerJoin(profiles, eq(profiles.userId, clientAccounts.userId))
    .where(and(chosen, waitsForFile))
    .orderBy(asc(withdrawalRequests.createdAt), asc(withdrawalRequests.id));
}

/**
 * What the next file can hold, the oldest first. Whether an IBAN is one of SEPA is a rule of the domain, so the rows are read first.
 * @param isInside whether transfers to an IBAN stay inside the house: they leave by no file (PAY-34).
 */
export async function exportableWithdrawals(db: Db, isInside: (iban: string) => boolean) {
  const rows = await db
    .select({
      withdrawalId: withdrawalRequests.id,
      amountMinor: withdrawalRequests.amount,
      currency: withdrawalRequests.currency,
      ibanValid: withdrawalRequests.ibanValid,
      clientIban: withdrawalRequests.clientIban,
    })
    .from(withdrawalRequests)
    .where(
      and(
        waitsForFile,
        eq(withdrawalRequests.currency, 'EUR'),
        eq(withdrawalRequests.ibanValid, true),
        // The bank sends instant ones by itself (PAY-43).
        eq(withdrawalRequests.isInstant, false),
        sql`not ${hasLegalBlock(withdrawalRequests.clientAccountId)}`,
      ),
    )
    .orderBy(asc(withdrawalRequests.createdAt), asc(withdrawalRequests.id));
  return rows
    .filter((row) => sepaObstacle(row) === null && !isInside(row.clientIban))
    .slice(0, MAX_PER_BATCH)
    .map(({ withdrawalId, amountMinor }) => ({ withdrawalId, amountMinor }));
}

export async function insertBatch(
  tx: Db,
  batch: typeof withdrawalBatches.$inferInsert,
  withdrawalIds: readonly string[],
): Promise<void> {
  await tx.insert(withdrawalBatches).values(batch);
  if (withdrawalIds.length === 0) return;
  await tx
    .insert(withdrawalBatchLines)
    .values(withdrawalIds.map((withdrawalId) => ({ batchId: batch.id, withdrawalId })));
  await tx
    .update(withdrawalRequests)
    .set({ phase: 'exported', leavesOn: batch.executionDate })
    .where(inArray(withdrawalRequests.id, [...withdrawalIds]));
}

/** Locks a batch until the transaction ends: it is closed once. */
export async function lockBatch(tx: Db, batchId: string): Promise<BatchRow | null> {
  const [row] = await tx
    .select()
    .from(withdrawalBatches)
    .where(eq(withdrawalBatches.id, batchId))
    .for('update');
  return row ?? null;
}

export async function closeBatch(
  tx: Db,
  batchId: string,
  change: { status: 'executed' | 'cancelled'; closedBy: string; closedAt: Date },
): Promise<void> {
  await tx.update(withdrawalBatches).set(change).where(eq(withdrawalBatches.id, batchId));
}

/** Whether our bank has accepted a transfer of a batch (PAY-36): it may debit it at any moment. */
export async function isAcceptedByBank(tx: Db, batchId: string): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`select 1 from withdrawal_batch_lines l join withdrawal_requests w on w.id = l.withdrawal_id
      where l.batch_id = ${batchId}::uuid and not l.is_released and w.phase = 'accepted' limit 1`,
  );
  return rows.length > 0;
}

/** Lets the batch's withdrawals stand in another file, but for those that are executed or that the bank refused. */
export async function releaseLines(tx: Db, batchId: string): Promise<void> {
  const ofBatch = sql`select w.id from withdrawal_batch_lines l join withdrawal_requests w on w.id = l.withdrawal_id
    where l.batch_id = ${batchId}::uuid and not l.is_released and w.phase = 'exported'`;
  await tx.execute(sql`select 1 from withdrawal_requests where id in (${ofBatch}) order by id for update`);
  await tx.execute(sql`with released as (
      update withdrawal_batch_lines set is_released = true
      where batch_id = ${batchId}::uuid and withdrawal_id in (${ofBatch}) returning withdrawal_id)
    update withdrawal_requests set phase = 'validated', leaves_on = null where id in (select withdrawal_id from released)`);
}

/** The file that a withdrawal stands in and that is not closed, or null. */
export async function openBatchOf(db: Db, withdrawalId: string): Promise<{ messageId: string } | null> {
  const [row] = await db
    .select({ messageId: withdrawalBatches.messageId })
    .from(withdrawalBatchLines)
    .innerJoin(withdrawalBatches, eq(withdrawalBatches.id, withdrawalBatchLines.batchId))
    .where(
      and(
        eq(withdrawalBatchLines.withdrawalId, withdrawalId),
        eq(withdrawalBatchLines.isReleased, false),
        eq(withdrawalBatches.status, 'exported'),
      ),
    );
  return row ?? null;
}

/** Locks the file that a withdrawal stands in and that is not closed, until the transaction ends; null without one. */
export async function lockOpenBatchOf(tx: Db, withdrawalId: string): Promise<string | null> {
  const [row] = await rowsOf<{ id: string }>(
    tx,
    sql`select b.id from withdrawal_batches b where b.status = 'exported' and exists (select 1 from withdrawal_batch_lines l
        where l.batch_id = b.id and l.withdrawal_id = ${withdrawalId}::uuid and not l.is_released) for update`,
  );
  return row?.id ?? null;
}

/** The withdrawals of a batch, in the order of its file. */
export function linesOfBatch(db: Db, batchId: string) {
  return db
    .select({
      withdrawalId: withdrawalRequests.id,
      accountId: clientAccounts.id,
      displayName: profiles.displayName,
      amountMinor: withdrawalRequests.amount,
      clientIban: withdrawalRequests.clientIban,
      recipientName: withdrawalRequests.recipientName,
      status: withdrawalRequests.status,
      phase: withdrawalRequests.phase,
      bankReason: withdrawalRequests.bankReason,
    })
    .from(withdrawalBatchLines)
    .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, withdrawalBatchLines.withdrawalId))
    .innerJoin(clientAccounts, eq(clientAccounts.id, withdrawalRequests.clientAccountId))
    .innerJoin(profiles, eq(profiles.userId, clientAccounts.userId))
    .where(eq(withdrawalBatchLines.batchId, batchId))
    .orderBy(asc(withdrawalRequests.createdAt), asc(withdrawalRequests.id));
}

/** How many withdrawals of a batch are as a condition says. */
const countOfLines = (condition: SQL) =>
  sql<number>`(select count(*)::int from withdrawal_batch_lines l join withdrawal_requests w on w.id = l.withdrawal_id
    where l.batch_id = withdrawal_batches.id and ${condition})`.mapWith(Number);

function batchSelection(db: Db) {
  return db
    .select({
      batch: {
        id: withdrawalBatches.id,
        messageId: withdrawalBatches.messageId,
        status: withdrawalBatches.status,
        withdrawalCount: withdrawalBatches.withdrawalCount,
        total: withdrawalBatches.total,
        executionDate: withdrawalBatches.executionDate,
        createdAt: withdrawalBatches.createdAt,
        closedAt: withdrawalBatches.closedAt,
      },
      hasFile: sql<boolean>`${withdrawalBatches.file} is not null`,
      executedCount: countOfLines(sql`w.sent_at is not null`),
      acceptedCount: countOfLines(sql`w.phase = 'accepted'`),
      refusedCount: countOfLines(sql`w.phase = 'bank-refused'`),
      hasTransit: hasTransit(sql`withdrawal_batches.id`),
      settledCount: countOfLines(sql`w.settled_on is not null`),
      creator: nameOfPerson(withdrawalBatches.createdBy),
      closer: nameOfPerson(withdrawalBatches.closedBy),
    })
    .from(withdrawalBatches);
}

export type BatchReviewRow = Awaited<ReturnType<typeof batchForReview>> & object;

export async function batchForReview(db: Db, batchId: string) {
  const [row] = await batchSelection(db).where(eq(withdrawalBatches.id, batchId));
  return row ?? null;
}

/** The batch of a number, as the bank repeats it. */
export async function batchNumbered(db: Db, messageId: string) {
  const [row] = await batchSelection(db).where(eq(withdrawalBatches.messageId, messageId));
  return row ?? null;
}

/** One page of batches, newest first, one row more than asked. */
export function batchesForReview(db: Db, { after, limit }: { after: Cursor | null; limit: number }) {
  return batchSelection(db)
    .where(
      after
        ? sql`(${withdrawalBatches.createdAt}, ${withdrawalBatches.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
        : undefined,
    )
    .orderBy(desc(withdrawalBatches.createdAt), desc(withdrawalBatches.id))
    .limit(limit + 1);
}

export async function fileOfBatch(
  db: Db,
  batchId: string,
): Promise<{ messageId: string; file: string | null } | null> {
  const rows = await rowsOf<{ message_id: string; file: string | null }>(
    db,
    sql`select message_id, file from withdrawal_batches where id = ${batchId}::uuid`,
  );
  const row = rows[0];
  return row ? { messageId: row.message_id, file: row.file } : null;
}
