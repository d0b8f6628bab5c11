import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { FileFaultCode } from '#domain/statements/file-fault.ts';
import type { ReadHeader, ReadReport } from '#domain/statements/read-message.ts';
import type { AppliedAnswer } from '#domain/withdrawals/bank-answer.ts';
import type { Db } from '../../db/database.ts';
import { nameOfPerson } from '../../db/name-of-person.ts';
import { bankAccounts, bankFiles, bankLines, bankStatements } from '../../db/schema/index.ts';

export type BankFileRow = typeof bankFiles.$inferSelect;
export type BankAccountRow = typeof bankAccounts.$inferSelect;

/** Adds a file; false when the same bytes are there already. */
export async function insertBankFile(tx: Db, row: typeof bankFiles.$inferInsert): Promise<boolean> {
  const added = await tx
    .insert(bankFiles)
    .values(row)
    .onConflictDoNothing({ target: bankFiles.sha256 })
    .returning({ id: bankFiles.id });
  return added.length > 0;
}

export async function bankFileBySha256(db: Db, sha256: string): Promise<BankFileRow | null> {
  const [row] = await db.select().from(bankFiles).where(eq(bankFiles.sha256, sha256));
  return row ?? null;
}

export async function bankFileById(db: Db, id: string): Promise<BankFileRow | null> {
  const [row] = await db.select().from(bankFiles).where(eq(bankFiles.id, id));
  return row ?? null;
}

/** Lets a file be read again that was refused for its version. @returns whether it was one. */
export async function readAgain(tx: Db, id: string): Promise<boolean> {
  const rows = await tx
    .update(bankFiles)
    .set({ state: 'received', code: null, detail: null, endedAt: null })
    .where(and(eq(bankFiles.id, id), eq(bankFiles.state, 'refused'), eq(bankFiles.code, 'file.version')))
    .returning({ id: bankFiles.id });
  return rows.length > 0;
}

/** A file that this run reads. */
export interface FileClaim {
  readonly bankFileId: string;
  readonly id: string;
}

/** How long a run holds a file without a sign of life; each part that it has read renews this. */
const LEASE = sql`clock_timestamp() + interval '30 seconds'`;

/** Takes a file for this run: one that is not read, or whose run has given no sign of life. Null when another run holds it. */
export async function claimFile(db: Db, claim: FileClaim): Promise<BankFileRow | null> {
  const [row] = await db
    .update(bankFiles)
    .set({ claim: claim.id, claimedUntil: LEASE, readBytes: 0, entryCount: 0 })
    .where(
      and(
        eq(bankFiles.id, claim.bankFileId),
        eq(bankFiles.state, 'received'),
        sql`coalesce(${bankFiles.claimedUntil} <= clock_timestamp(), true)`,
      ),
    )
    .returning();
  return row ?? null;
}

/** Another run reads the file, because this one gave no sign of life in time. */
export class FileClaimLost extends Error {
  constructor({ bankFileId }: FileClaim) {
    super(`the file ${bankFileId} is read by another run`);
    this.name = 'FileClaimLost';
  }
}

/** Renews the claim, in the transaction that writes what was read. @throws FileClaimLost */
export async function keepFileClaim(
  tx: Db,
  claim: FileClaim,
  progress: { readonly bytes: number; readonly entries: number },
): Promise<void> {
  const kept = await tx
    .update(bankFiles)
    .set({
      claimedUntil: LEASE,
      readBytes: sql`${bankFiles.readBytes} + ${progress.bytes}`,
      entryCount: sql`${bankFiles.entryCount} + ${progress.entries}`,
    })
    .where(and(eq(bankFiles.id, claim.bankFileId), eq(bankFiles.claim, claim.id)))
    .returning({ id: bankFiles.id });
  if (kept.length === 0) throw new FileClaimLost(claim);
}

/** Lets another run take the file at once. */
export async function releaseFileClaim(db: Db, claim: FileClaim): Promise<void> {
  await db
    .update(bankFiles)
    .set({ claim: null, claimedUntil: null })
    .where(
      and(eq(bankFiles.id, claim.bankFileId), eq(bankFiles.claim, claim.id), eq(bankFiles.state, 'received')),
    );
}

/** Writes that the file is read to its end. */
export async function markRead(
  tx: Db,
  { bankFileId }: FileClaim,
  header: ReadHeader & { readonly report: ReadReport | null; readonly answer: AppliedAnswer | null },
  now: Date,
): Promise<void> {
  await tx
    .update(bankFiles)
    .set({ ...header, state: 'read', claim: null, claimedUntil: null, endedAt: now })
    .where(eq(bankFiles.id, bankFileId));
  await tx
    .update(bankStatements)
    .set({ state: 'received' })
    .where(and(eq(bankStatements.bankFileId, bankFileId), eq(bankStatements.state, 'reading')));
}

/** Writes why the file is refused whole; what is known of it by then stands. */
export async function markFileRefused(
  tx: Db,
  { bankFileId }: FileClaim,
  refusal: {
    readonly code: FileFaultCode;
    readonly detail: string;
    readonly header: ReadHeader | null;
  },
  now: Date,
): Promise<void> {
  const { code, detail, header } = refusal;
  await tx
    .update(bankFiles)
    .set({ ...header, state: 'refused', code, detail, claim: null, claimedUntil: null, endedAt: now })
    .where(eq(bankFiles.id, bankFileId));
}

const readOf = (db: Db, bankFileId: string) =>
  db
    .select({ id: bankStatements.id })
    .from(bankStatements)
    .where(and(eq(bankStatements.bankFileId, bankFileId), eq(bankStatements.state, 'reading')));

/** Deletes what was read of a file that is not read to its end. */
export async function discardRead(tx: Db, bankFileId: string): Promise<void> {
  await tx.delete(bankLines).where(inArray(bankLines.statementId, readOf(tx, bankFileId)));
  await tx
    .delete(bankStatements)
    .where(and(eq(bankStatements.bankFileId, bankFileId), eq(bankStatements.state, 'reading')));
}

/** The places, in their file, of the statements that were read of it before and are decided or waiting: they are not read again. */
export async function placesRead(db: Db, bankFileId: string): Promise<ReadonlySet<number>> {
  const rows = await db
    .select({ position: bankStatements.position })
    .from(bankStatements)
    .where(and(eq(bankStatements.bankFileId, bankFileId), ne(bankStatements.state, 'reading')));
  return new Set(rows.map(({ position }) => position));
}

/** The house's accounts at banks. */
export function houseAccounts(db: Db): Promise<BankAccountRow[]> {
  return db.select().from(bankAccounts);
}

/** The files that no run reads: what a killed process left, and what arrived while none ran. In the order in which they came. */
export async function unreadFiles(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: bankFiles.id })
    .from(bankFiles)
    .where(
      and(
        eq(bankFiles.state, 'received'),
        sql`coalesce(${bankFiles.claimedUntil} <= clock_timestamp(), true)`,
      ),
    )
    .orderBy(bankFiles.receivedAt, bankFiles.id);
  return rows.map(({ id }) => id);
}

const withSender = { file: bankFiles, sender: nameOfPerson(bankFiles.senderId) };

/** A file with the name of who sent it; null when there is none. */
export async function fileWithSender(db: Db, id: string) {
  const [row] = await db.select(withSender).from(bankFiles).where(eq(bankFiles.id, id));
  return row ?? null;
}

/** The newest files with who sent them, before a place in the list. */
export function newestFiles(
  db: Db,
  before: { readonly at: Date; readonly id: string } | null,
  limit: number,
) {
  return db
    .select(withSender)
    .from(bankFiles)
    .where(
      before
        ? sql`(${bankFiles.receivedAt}, ${bankFiles.id}) < (${before.at.toISOString()}::timestamptz, ${before.id}::uuid)`
        : undefined,
    )
    .orderBy(desc(bankFiles.receivedAt), desc(bankFiles.id))
    .limit(limit);
}
