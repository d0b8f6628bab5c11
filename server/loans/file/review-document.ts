import { Refusal } from '#domain/errors.ts';
import type { DocumentReview } from '#domain/loans/document-review.ts';
import type { DocumentState } from '#domain/loans/documents.ts';
import { audit } from '../../audit/audit.ts';
import { announce } from '../../notifications/live.ts';
import { notifyClient } from '../../notifications/notify.ts';
import type { Work } from '../../work/work.ts';
import { documentsOfLoan } from '../document-queries.ts';
import { holderOf, updateDocument } from './file-queries.ts';
import { lockFile, requireWorkable } from './own-request.ts';

/** The review as columns of the document: a rejected one keeps the kind that the client gave. */
function stateOf({ outcome, kind, holder, issuedOn, expiresOn, rejection }: DocumentReview) {
  const nothing = { holder: null, issuedOn: null, expiresOn: null };
  if (outcome === 'rejected') return { state: outcome, ...nothing, rejection: rejection ?? null };
  return {
    state: outcome,
    kind: kind ?? null,
    holder: holder ?? null,
    issuedOn: issuedOn || null,
    expiresOn: expiresOn || null,
    rejection: null,
  };
}

/**
 * Writes what an agent found in a document (LC-20): verified, with its kind, whose name it bears and its day; or rejected, with a reason
 * that the client reads. A later review replaces an earlier one; the audit trail keeps both.
 * @param seenState the state that was shown to the agent, where the call names it.
 * @throws Refusal `not-found`; `document.already-reviewed` when it has another state by then; `loan.wrong-phase` once the loan is paid out or the request has ended.
 */
export async function reviewDocument(
  work: Work,
  {
    loanId,
    documentId,
    seenState,
    review,
  }: { loanId: string; documentId: string; seenState?: DocumentState | undefined; review: DocumentReview },
): Promise<void> {
  const request = await lockFile(work.tx, loanId);
  const [document] = await documentsOfLoan(work.tx, loanId, documentId);
  if (!document) throw new Refusal('not-found');
  requireWorkable(request);
  if (seenState !== undefined && document.state !== seenState) throw new Refusal('document.already-reviewed');
  const found = stateOf(review);
  await updateDocument(work.tx, documentId, { ...found, reviewedBy: work.actorId, reviewedAt: work.now });
  audit(work, {
    operation: 'loanFile.reviewDocument',
    clientAccountId: request.clientAccountId,
    subjectId: loanId,
    before: { state: document.state, kind: document.kind },
    after: {
      documentId,
      state: review.outcome,
      ...(found.rejection ? { rejection: found.rejection } : { kind: review.kind ?? null }),
    },
  });
  const userId = await holderOf(work.tx, request.clientAccountId);
  if (found.rejection)
    await notifyClient(work, userId, 'loan-document-rejected', {
      name: document.name,
      rejection: found.rejection,
    });
  await announce(work, { userId, staff: true }, ['loans']);
}
