import { Refusal } from '#domain/errors.ts';
import { type DocumentKind, MAX_LOAN_DOCUMENTS, takesDocuments } from '#domain/loans/documents.ts';
import type { ArrivedFile } from '../files/file-store.ts';
import { announce } from '../notifications/live.ts';
import { dueAt } from '../tasks/due-at.ts';
import type { Work } from '../work/work.ts';
import { type DocumentRow, documentsOfLoan, insertDocument } from './document-queries.ts';
import { loanOfAccount } from './queries.ts';

/**
 * Adds a file to one of the client's own loan requests, as long as it is not decided (LC-20). One upload of a person is under way at a time
 * on all nodes (`files_draft`), so that the number of documents needs no lock of its own.
 * @throws Refusal `not-found`; `document.request-decided`; `document.too-many` with the limit; `document.already-added` with the name under which the
 * same file stands there as the same kind.
 */
export async function addDocument(
  work: Work,
  accountId: string,
  {
    id,
    name,
    kind,
  }: { readonly id: string; readonly name: string; readonly kind?: DocumentKind | undefined },
  file: ArrivedFile,
): Promise<DocumentRow> {
  const loan = await loanOfAccount(work.tx, accountId, id);
  if (!loan) throw new Refusal('not-found');
  if (!takesDocuments(loan.phase)) throw new Refusal('document.request-decided');
  const before = await documentsOfLoan(work.tx, loan.id);
  if (before.length >= MAX_LOAN_DOCUMENTS)
    throw new Refusal('document.too-many', { max: MAX_LOAN_DOCUMENTS });
  // One that the staff refused may be asked for again.
  const same = before.find(
    (one) => one.sha256 === file.sha256 && one.kind === (kind ?? null) && one.state !== 'rejected',
  );
  if (same) throw new Refusal('document.already-added', { name: same.name });
  const document = {
    id: work.newId(),
    fileId: file.id,
    name,
    kind: kind ?? null,
    state: 'received' as const,
    createdAt: work.now,
  };
  await insertDocument(work.tx, {
    ...document,
    loanRequestId: loan.id,
    dueAt: await dueAt(work, 'document'),
  });
  await announce(work, { userId: work.actorId, staff: true }, ['loans']);
  const { mediaType, sizeBytes, sha256, scan } = file;
  const unreviewed = { holder: null, issuedOn: null, expiresOn: null, rejection: null, reviewedAt: null };
  return { ...document, mediaType, sizeBytes, sha256, scan, ...unreviewed };
}
