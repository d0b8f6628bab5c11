import { Refusal } from '#domain/errors.ts';
import { audit } from '../audit/audit.ts';
import { announce } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';
import { lockProposal, updateProposal } from './queries.ts';
import { referenceOf } from './vote-on-proposal.ts';

/**
 * Withdraws a proposal while it waits; its text is kept (FOUR-20).
 * @throws Refusal `not-found` for another's; `proposal.expired` from its end on (FOUR-18); `proposal.already-decided`.
 */
export async function withdrawProposal(work: Work, proposalId: string): Promise<void> {
  const proposal = await lockProposal(work.tx, proposalId);
  if (!proposal || proposal.makerId !== work.actorId) throw new Refusal('not-found');
  const isOver = proposal.status === 'awaiting' && work.now >= proposal.expiresAt;
  if (isOver || proposal.status === 'expired') throw new Refusal('proposal.expired');
  if (proposal.status !== 'awaiting') throw new Refusal('proposal.already-decided');
  await updateProposal(work.tx, proposal.id, { status: 'withdrawn', endedAt: work.now });
  audit(work, {
    operation: 'proposals.withdraw',
    clientAccountId: proposal.clientAccountId,
    subjectId: proposal.subjectId,
    before: null,
    after: { proposed: proposal.operation, proposal: referenceOf(proposal) },
  });
  await announce(work, { staff: true }, ['proposals']);
}
