import type { DocumentKind } from '#domain/loans/documents.ts';
import { findTransition, type LoanPhase, propertiesOf } from '#domain/loans/phases.ts';
import { audit } from '../../audit/audit.ts';
import { announce } from '../../notifications/live.ts';
import { notifyClient } from '../../notifications/notify.ts';
import type { Work } from '../../work/work.ts';
import { updateRequest } from '../queries.ts';
import { askKinds, holderOf } from './file-queries.ts';
import { lockFile, wrongPhase } from './own-request.ts';

/**
 * Asks the client for documents, by their kinds (state row 3). A request that nobody has taken is taken in hand by the same act.
 * @throws Refusal `not-found`; `loan.wrong-phase` once the request is decided, or when another phase was seen.
 */
export async function askDocuments(
  work: Work,
  asked: {
    readonly loanId: string;
    readonly kinds: readonly DocumentKind[];
    readonly seenPhase?: LoanPhase | undefined;
  },
): Promise<void> {
  const request = await lockFile(work.tx, asked.loanId, asked.seenPhase);
  const step = findTransition(request.phase, 'ask-documents');
  if (!step) throw wrongPhase(request);
  const kinds = [...new Set(asked.kinds)];
  await askKinds(work.tx, request.id, kinds, { askedBy: work.actorId, askedAt: work.now });
  if (request.phase !== step.to)
    await updateRequest(work.tx, request.id, {
      phase: step.to,
      reviewedBy: work.actorId,
      reviewedAt: work.now,
    });
  const documents = kinds.join(' ');
  audit(work, {
    operation: 'loanFile.askDocuments',
    clientAccountId: request.clientAccountId,
    subjectId: request.id,
    before: { status: request.status },
    after: { status: propertiesOf(step.to).status, documents },
  });
  const userId = await holderOf(work.tx, request.clientAccountId);
  await notifyClient(work, userId, 'loan-documents-asked', { documents });
  await announce(work, { userId, staff: true }, ['loans']);
}
