import type { BulkOperation } from '#domain/desk/bulk.ts';
import { Refusal, type RefusalCode } from '#domain/errors.ts';
import type { DocumentReview } from '#domain/loans/document-review.ts';
import type { DocumentState } from '#domain/loans/documents.ts';
import type { TaskKind } from '#domain/tasks/task.ts';
import { settleFee } from '../../fees/settle-fee.ts';
import { decideLoan, type LoanDecision } from '../../loans/decide-loan.ts';
import { reviewDocument } from '../../loans/file/review-document.ts';
import { lockProposal } from '../../proposals/queries.ts';
import { type VoteOutcome, voteOnProposal } from '../../proposals/vote-on-proposal.ts';
import { assignTask, releaseTask } from '../../tasks/assign-task.ts';
import { decideWithdrawal, type WithdrawalDecision } from '../../withdrawals/decide-withdrawal.ts';
import type { GoverningBank } from '../../work/governed.ts';
import type { Work } from '../../work/work.ts';

/** The input of a row as the route of its operation read it; each use case takes of it what its route takes. */
type Input = Readonly<{ id: string }> & Readonly<Record<string, unknown>>;

/**
 * Does an operation to one row, by the use case of its route.
 * @returns a refusal that was written down, of a vote that ended its proposal otherwise; nothing when it was done.
 * @throws what the use case throws.
 */
type DoToRow = (work: Work, input: Input, bank: GoverningBank) => Promise<RefusalCode | undefined>;

const seenAssigneeOf = (input: Input) => (input.seenAssigneeId ?? null) as string | null;
const subjectOf = (input: Input) => ({ kind: input.kind as TaskKind, id: input.id });

const decideTransfer: DoToRow = async (work, { id, ...input }) => {
  await decideWithdrawal(work, { ...(input as unknown as WithdrawalDecision), withdrawalId: id });
  return undefined;
};

/** The outcomes of a vote that are told as a refusal, once they are written. */
const TOLD: Partial<Record<VoteOutcome, RefusalCode>> = {
  'policy-raised': 'proposal.policy-raised',
  stale: 'proposal.stale',
  'maker-gone': 'proposal.maker-gone',
};

/** FOUR-25: an approval that compliance owes is given one by one. */
const approveProposal: DoToRow = async (work, { id, inputHash }, bank) => {
  const proposal = await lockProposal(work.tx, id);
  if (proposal?.slots.some((slot) => slot.every((role) => role === 'compliance')))
    throw new Refusal('bulk.one-by-one');
  const outcome = await voteOnProposal(work, bank, {
    proposalId: id,
    vote: 'approve',
    reason: null,
    inputHash: String(inputHash),
    voterId: work.actorId,
  });
  return TOLD[outcome];
};

/** What is done to a row, by operation. */
export const DO_TO_ROW: Readonly<Record<BulkOperation, DoToRow>> = {
  'tasks.take': async (work, input) => {
    const assigneeId = work.actorId;
    const seenAssigneeId = seenAssigneeOf(input);
    await assignTask(work, 'tasks.take', { subject: subjectOf(input), assigneeId, seenAssigneeId });
    return undefined;
  },
  'tasks.assign': async (work, input) => {
    const assigneeId = String(input.assigneeId);
    const seenAssigneeId = seenAssigneeOf(input);
    await assignTask(work, 'tasks.assign', { subject: subjectOf(input), assigneeId, seenAssigneeId });
    return undefined;
  },
  'tasks.release': async (work, input) => {
    await releaseTask(work, subjectOf(input));
    return undefined;
  },
  'loans.decide.process': async (work, { id, ...input }, { institution }) => {
    await decideLoan(work, institution, { ...(input as unknown as LoanDecision), loanId: id });
    return undefined;
  },
  'loanFile.reviewDocument': async (work, { id: loanId, documentId, seenState, ...review }) => {
    await reviewDocument(work, {
      loanId,
      documentId: String(documentId),
      seenState: seenState as DocumentState | undefined,
      review: review as unknown as DocumentReview,
    });
    return undefined;
  },
  'withdrawals.decide.process': decideTransfer,
  'withdrawals.decide.approve': decideTransfer,
  'withdrawals.decide.reject': decideTransfer,
  'fees.settle': async (work, { id }) => {
    await settleFee(work, id);
    return undefined;
  },
  'proposals.approve': approveProposal,
};
