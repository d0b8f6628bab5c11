import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { FileType } from '#domain/files/file-type.ts';
import type { DocumentKind, DocumentRejection, DocumentState } from '#domain/loans/documents.ts';
import type { Db } from '../db/database.ts';
import { files, loanDocuments, loanRequests } from '../db/schema/index.ts';

/** A document with what is known of its file. */
export interface DocumentRow {
  readonly id: string;
  readonly fileId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly mediaType: FileType;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly scan: 'clean' | 'unscanned';
  readonly kind: DocumentKind | null;
  readonly state: DocumentState;
  readonly holder: string | null;
  readonly issuedOn: string | null;
  readonly expiresOn: string | null;
  readonly rejection: DocumentRejection | null;
  readonly reviewedAt: Date | null;
}

const OF_DOCUMENT = {
  id: loanDocuments.id,
  fileId: loanDocuments.fileId,
  name: loanDocuments.name,
  createdAt: loanDocuments.createdAt,
  mediaType: files.mediaType,
  sizeBytes: files.sizeBytes,
  sha256: files.sha256,
  scan: files.scan,
  kind: loanDocuments.kind,
  state: loanDocuments.state,
  holder: loanDocuments.holder,
  issuedOn: loanDocuments.issuedOn,
  expiresOn: loanDocuments.expiresOn,
  rejection: loanDocuments.rejection,
  reviewedAt: loanDocuments.reviewedAt,
};

/** The documents of a request, oldest first; only that one where it is named. */
export async function documentsOfLoan(db: Db, loanId: string, documentId?: string): Promise<DocumentRow[]> {
  const rows = await db
    .select(OF_DOCUMENT)
    .from(loanDocuments)
    .innerJoin(files, and(eq(files.id, loanDocuments.fileId), isNotNull(files.keptAt)))
    .where(
      and(
        eq(loanDocuments.loanRequestId, loanId),
        documentId === undefined ? undefined : eq(loanDocuments.id, documentId),
      ),
    )
    .orderBy(asc(loanDocuments.createdAt), asc(loanDocuments.id));
  // The database keeps no file without these (files_kept_whole).
  return rows as DocumentRow[];
}

export async function insertDocument(tx: Db, row: typeof loanDocuments.$inferInsert): Promise<void> {
  await tx.insert(loanDocuments).values(row);
}

/** Deletes a document; its file goes with it (server/db/files.sql). */
export async function deleteDocument(tx: Db, documentId: string): Promise<void> {
  await tx.delete(loanDocuments).where(eq(loanDocuments.id, documentId));
}

/** The account that made a request; null when there is no such request. */
export async function accountOfLoan(db: Db, loanId: string): Promise<string | null> {
  const [row] = await db
    .select({ accountId: loanRequests.clientAccountId })
    .from(loanRequests)
    .where(eq(loanRequests.id, loanId));
  return row?.accountId ?? null;
}
