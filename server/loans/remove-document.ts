import { Refusal } from '#domain/errors.ts';
import { takesDocuments } from '#domain/loans/documents.ts';
import { announce } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';
import { deleteDocument, documentsOfLoan } from './document-queries.ts';
import { loanOfAccount } from './queries.ts';

/**
 * Takes a document back from one of the client's own loan requests, as long as it is not decided; its file is deleted.
 * @throws Refusal `not-found`; `document.request-decided`; `document.verified` for one that the staff verified: it belongs to the file.
 */
export async function removeDocument(
  work: Work,
  accountId: string,
  { id, documentId }: { readonly id: string; readonly documentId: string },
): Promise<void> {
  const loan = await loanOfAccount(work.tx, accountId, id);
  const [document] = loan ? await documentsOfLoan(work.tx, loan.id, documentId) : [];
  if (!loan || !document) throw new Refusal('not-found');
  if (!takesDocuments(loan.phase)) throw new Refusal('document.request-decided');
  if (document.state === 'verified') throw new Refusal('document.verified');
  await deleteDocument(work.tx, document.id);
  await announce(work, { userId: work.actorId, staff: true }, ['loans']);
}
