import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { DocumentKind, VerifiedDocument } from '#domain/loans/documents.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import { nameOfPerson } from '../../db/name-of-person.ts';
import {
  clientAccounts,
  dialogueSheets,
  ficpConsultations,
  ficpProofs,
  loanDecisions,
  loanDocumentRequests,
  loanDocuments,
  loanRequests,
  profiles,
} from '../../db/schema/index.ts';

export type SheetRow = typeof dialogueSheets.$inferSelect;
export type DecisionRow = typeof loanDecisions.$inferSelect;

/** The versions of a request's sheet, newest first. */
export function sheetsOf(db: Db, loanId: string): Promise<SheetRow[]> {
  return db
    .select()
    .from(dialogueSheets)
    .where(eq(dialogueSheets.loanRequestId, loanId))
    .orderBy(desc(dialogueSheets.version));
}

export async function insertSheet(tx: Db, row: typeof dialogueSheets.$inferInsert): Promise<void> {
  await tx.insert(dialogueSheets).values(row);
}

/** Writes over a draft or confirms it. The database refuses it of a confirmed version. */
export async function updateSheet(
  tx: Db,
  { loanRequestId, version }: Pick<SheetRow, 'loanRequestId' | 'version'>,
  change: Partial<Pick<SheetRow, 'content' | 'knownLoans' | 'sha256' | 'savedAt' | 'confirmedAt'>>,
): Promise<void> {
  await tx
    .update(dialogueSheets)
    .set(change)
    .where(and(eq(dialogueSheets.loanRequestId, loanRequestId), eq(dialogueSheets.version, version)));
}

/** Whether a member of the staff follows a request now. */
export async function followsLoan(db: Db, loanId: string, personId: string): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 from assignments where subject_kind = 'loan' and subject_id = ${loanId}::uuid
      and assignee_id = ${personId}::uuid and ended_at is null`,
  );
  return rows.length > 0;
}

/** A kind of document that the staff asked for, and whether it is still missing. */
export interface AskedKind {
  readonly kind: DocumentKind;
  readonly askedAt: Date;
  readonly isMissing: boolean;
}

/** Whether a row of `loan_document_requests` named `q` still waits for its document. */
export const STILL_MISSING = sql`not exists (
  select from loan_documents d where d.loan_request_id = q.loan_request_id and d.kind = q.kind and d.state <> 'rejected')`;

/**
 * The condition that a request waits for a consultation of the FICP: its sheet is confirmed, and no consultation is still valid. None does where the
 * house does not lend: an intermediary may not ask the file (LC-6, L751-2).
 * @param day the legal day of asking.
 */
export const lacksFicp = (request: SQL, day: string): SQL =>
  sql`${request}.stage = 'request'
    and exists (select from dialogue_sheets s where s.loan_request_id = ${request}.id and s.confirmed_at is not null)
    and not exists (select from ficp_consultations c where c.loan_request_id = ${request}.id
      and (c.consulted_at at time zone 'Europe/Paris')::date >= ${day}::date - (select value::text::int from legal_parameters
        where key = 'ficp.validDays' and "from" <= ${day}::date order by "from" desc limit 1))
    and not exists (select from bank_mode where not may_lend)`;

/** The kinds that were asked for, in the order of asking. */
export async function askedKindsOf(db: Db, loanId: string): Promise<AskedKind[]> {
  const rows = await rowsOf<{ kind: DocumentKind; asked_at: string | Date; is_missing: boolean }>(
    db,
    sql`select q.kind, q.asked_at, ${STILL_MISSING} as is_missing from loan_document_requests q
      where q.loan_request_id = ${loanId}::uuid order by q.asked_at, q.kind`,
  );
  return rows.map((row) => ({
    kind: row.kind,
    askedAt: new Date(row.asked_at),
    isMissing: row.is_missing,
  }));
}

/** Writes that kinds of document are asked for; one that was asked for before is asked for anew. */
export async function askKinds(
  tx: Db,
  loanId: string,
  kinds: readonly DocumentKind[],
  { askedBy, askedAt }: { readonly askedBy: string; readonly askedAt: Date },
): Promise<void> {
  await tx
    .insert(loanDocumentRequests)
    .values(kinds.map((kind) => ({ loanRequestId: loanId, kind, askedBy, askedAt })))
    .onConflictDoUpdate({
      target: [loanDocumentRequests.loanRequestId, loanDocumentRequests.kind],
      set: { askedBy, askedAt },
    });
}

const VERIFIED = {
  kind: sql<DocumentKind>`${loanDocuments.kind}`,
  issuedOn: loanDocuments.issuedOn,
  expiresOn: loanDocuments.expiresOn,
};

/** The verified documents of a request. */
export function verifiedDocumentsOf(db: Db, loanId: string): Promise<VerifiedDocument[]> {
  return db
    .select(VERIFIED)
    .from(loanDocuments)
    .where(and(eq(loanDocuments.loanRequestId, loanId), eq(loanDocuments.state, 'verified')));
}

/** The verified identity documents of an account's holder, in all their requests. */
export function verifiedIdentitiesOf(db: Db, accountId: string): Promise<VerifiedDocument[]> {
  return db
    .select(VERIFIED)
    .from(loanDocuments)
    .innerJoin(loanRequests, eq(loanRequests.id, loanDocuments.loanRequestId))
    .where(
      and(
        eq(loanRequests.clientAccountId, accountId),
        eq(loanDocuments.state, 'verified'),
        eq(loanDocuments.kind, 'identity'),
      ),
    );
}

/** Writes what the staff found in a document. */
export async function updateDocument(
  tx: Db,
  documentId: string,
  change: Partial<typeof loanDocuments.$inferInsert>,
): Promise<void> {
  await tx.update(loanDocuments).set(change).where(eq(loanDocuments.id, documentId));
}

const CONSULTATION = {
  id: ficpConsultations.id,
  loanRequestId: ficpConsultations.loanRequestId,
  consultedAt: ficpConsultations.consultedAt,
  agentId: ficpConsultations.agentId,
  agent: nameOfPerson(sql`${ficpConsultations.agentId}`),
  legalBasis: ficpConsultations.legalBasis,
  searchKey: ficpConsultations.searchKey,
  reference: ficpConsultations.reference,
  outcome: ficpConsultations.outcome,
  provider: ficpConsultations.provider,
  proofName: ficpProofs.name,
  proofSha256: ficpProofs.sha256,
  proofFileId: ficpProofs.fileId,
};

/** The consultations of the FICP in a request, newest first, with their proofs. For the house: a client's role may not read them. */
export async function consultationsOf(db: Db, loanId: string) {
  const rows = await db
    .select(CONSULTATION)
    .from(ficpConsultations)
    .leftJoin(ficpProofs, eq(ficpProofs.consultationId, ficpConsultations.id))
    .where(eq(ficpConsultations.loanRequestId, loanId))
    .orderBy(desc(ficpConsultations.consultedAt), desc(ficpConsultations.id));
  return rows.map((row) => ({ ...row, agent: row.agent as string | null }));
}
export type ConsultationRow = Awaited<ReturnType<typeof consultationsOf>>[number];

/** The moment of the last consultation in a request, without what it said; null when there was none. */
export async function lastConsultedAt(db: Db, loanId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: ficpConsultations.consultedAt })
    .from(ficpConsultations)
    .where(eq(ficpConsultations.loanRequestId, loanId))
    .orderBy(desc(ficpConsultations.consultedAt))
    .limit(1);
  return row?.at ?? null;
}

export async function insertConsultation(tx: Db, row: typeof ficpConsultations.$inferInsert): Promise<void> {
  await tx.insert(ficpConsultations).values(row);
}

export async function insertProof(tx: Db, row: typeof ficpProofs.$inferInsert): Promise<void> {
  await tx.insert(ficpProofs).values(row);
}

/** What decisions of people on a request were based on, oldest first, with who took them. */
export async function decisionsOf(db: Db, loanId: string) {
  const rows = await db
    .select({ decision: loanDecisions, by: nameOfPerson(sql`${loanDecisions.decidedBy}`) })
    .from(loanDecisions)
    .where(eq(loanDecisions.loanRequestId, loanId))
    .orderBy(asc(loanDecisions.decidedAt), asc(loanDecisions.id));
  return rows.map(({ decision, by }) => ({ ...decision, by: by as string | null }));
}

export async function insertDecision(tx: Db, row: typeof loanDecisions.$inferInsert): Promise<void> {
  await tx.insert(loanDecisions).values(row);
}

/** What a file asks of the person who asks for the loan, as they gave it. */
export async function personOf(
  db: Db,
  accountId: string,
): Promise<{
  readonly dateOfBirth: string | null;
  readonly country: string;
  readonly postalCode: string | null;
}> {
  const { dateOfBirth, country, postalCode } = profiles;
  const [row] = await db
    .select({ dateOfBirth, country, postalCode })
    .from(clientAccounts)
    .innerJoin(profiles, eq(profiles.userId, clientAccounts.userId))
    .where(eq(clientAccounts.id, accountId));
  if (!row) throw new Error('the account of a loan has no client');
  return row;
}

/** The holder of an account: the person who is told. */
export async function holderOf(db: Db, accountId: string): Promise<string> {
  const [row] = await db
    .select({ userId: clientAccounts.userId })
    .from(clientAccounts)
    .where(eq(clientAccounts.id, accountId));
  if (!row) throw new Error('the account of a loan request is gone');
  return row.userId;
}
