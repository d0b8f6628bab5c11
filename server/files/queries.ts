import { and, asc, desc, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm';
import type { KeptType } from '#domain/files/file-type.ts';
import type { Db } from '../db/database.ts';
import { fileChunks, files } from '../db/schema/index.ts';

/** @returns false while the person has another draft. */
export async function insertDraft(
  db: Db,
  draft: { id: string; personId: string | null; sealedKey: string; createdAt: Date },
): Promise<boolean> {
  const begun = await db.insert(files).values(draft).onConflictDoNothing().returning({ id: files.id });
  return begun.length > 0;
}

export async function insertChunk(
  db: Db,
  { fileId, number, content }: { fileId: string; number: number; content: Uint8Array },
): Promise<void> {
  await db.insert(fileChunks).values({ fileId, number, content });
}

export async function deleteDraft(db: Db, id: string): Promise<void> {
  await db.delete(files).where(and(eq(files.id, id), isNull(files.keptAt)));
}

/** Deletes the drafts of everybody that began before a moment. */
export async function deleteAbandonedDrafts(db: Db, before: Date): Promise<void> {
  await db.delete(files).where(and(isNull(files.keptAt), lt(files.createdAt, before)));
}

/** @returns false when there is no such draft any more. */
export async function keepDraft(
  tx: Db,
  {
    id,
    ...whole
  }: {
    id: string;
    mediaType: KeptType;
    sizeBytes: number;
    chunkCount: number;
    sha256: string;
    scan: 'clean' | 'unscanned';
  },
  keptAt: Date,
): Promise<boolean> {
  const kept = await tx
    .update(files)
    .set({ ...whole, keptAt })
    .where(and(eq(files.id, id), isNull(files.keptAt)))
    .returning({ id: files.id });
  return kept.length > 0;
}

/** What a kept file is; null when there is none. */
export async function fileById(db: Db, id: string) {
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), isNotNull(files.keptAt)));
  if (!row) return null;
  const { mediaType, sizeBytes, chunkCount } = row;
  if (mediaType === null || sizeBytes === null || chunkCount === null)
    throw new Error(`the file ${id} was kept without its content`);
  return { ...row, mediaType, sizeBytes, chunkCount };
}

export async function chunkOf(db: Db, fileId: string, number: number): Promise<Uint8Array | null> {
  const [row] = await db
    .select({ content: fileChunks.content })
    .from(fileChunks)
    .where(and(eq(fileChunks.fileId, fileId), eq(fileChunks.number, number)));
  return row?.content ?? null;
}

/** The sealed keys of files in the order of their ids. */
export function sealedKeysAfter(db: Db, after: string | null, limit: number) {
  return db
    .select({ id: files.id, personId: files.personId, sealedKey: files.sealedKey })
    .from(files)
    .where(after === null ? undefined : gt(files.id, after))
    .orderBy(asc(files.id))
    .limit(limit);
}

/** The sealed key of the newest file: ids are ordered by time. Undefined without a file. */
export async function newestSealedKey(db: Db) {
  const [newest] = await db
    .select({ id: files.id, personId: files.personId, sealedKey: files.sealedKey })
    .from(files)
    .orderBy(desc(files.id))
    .limit(1);
  return newest;
}

/** Writes a key that was sealed anew, unless another node was first. */
export async function renewSealedKey(db: Db, id: string, before: string, sealedKey: string): Promise<void> {
  await db
    .update(files)
    .set({ sealedKey })
    .where(and(eq(files.id, id), eq(files.sealedKey, before)));
}
