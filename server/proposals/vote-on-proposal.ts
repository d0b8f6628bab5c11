import { Refusal } from '#domain/errors.ts';
import { movesMoney, type Operation } from '#domain/operations.ts';
import type { Slot } from '#domain/proposals/policy.ts';
import { effectOfVote, type ProposalStatus, raisedSlots, type Vote } from '#domain/proposals/proposal.ts';
import { audit } from '../audit/audit.ts';
import { announce } from '../notifications/live.ts';
import type { GoverningBank } from '../work/governed.ts';
import { type Work, workBeside } from '../work/work.ts';
import { requireCovered } from './amount-limits.ts';
import { isSame } from './create-proposal.ts';
import { commandOf } from './governed-operations.ts';
import { judgeCommand } from './judge-command.ts';
import {
  approvalsOf,
  insertVote,
  lockProposal,
  mayStill,
  type ProposalRow,
  peopleOfFile,
  rolesOf,
  updateProposal,
} from './queries.ts';
import { keepCumulativeAct } from './require-approval.ts';
import { tellApprovers, tellMaker } from './tell-proposal.ts';

/** What a vote did. The last four are told as refusals of it, after they were written. */
export type VoteOutcome =
  | 'counted'
  | 'executed'
  | 'refused'
  | 'policy-raised'
  | 'stale'
  | 'maker-gone'
  | 'expired';

export interface Ballot {
  readonly proposalId: string;
  readonly vote: Vote;
  /** Of a refusal, for the maker to read. */
  readonly reason: string | null;
  /** The command that the checker read: an approval is of exactly that one. */
  readonly inputHash?: string;
  /** Who votes: what they hold is read when they do (FOUR-15). */
  readonly voterId: string;
}

/** Reference of a proposal as people read it. */
export const referenceOf = ({ number }: Pick<ProposalRow, 'number'>) => `P-${number}`;

async function end(work: Work, proposal: ProposalRow, status: ProposalStatus): Promise<void> {
  await updateProposal(work.tx, proposal.id, { status, endedAt: work.now });
  await tellMaker(work, proposal, status);
}

function tellVote(work: Work, proposal: ProposalRow, vote: Vote, reason: string | null): void {
  audit(work, {
    operation: vote === 'approve' ? 'proposals.approve' : 'proposals.refuse',
    clientAccountId: proposal.clientAccountId,
    subjectId: proposal.subjectId,
    before: null,
    after: { proposed: proposal.operation, proposal: referenceOf(proposal), ...(reason ? { reason } : {}) },
  });
}

/**
 * Executes the command of a proposal as its maker, by the use case of its route (FOUR-15): if its maker still may and what they saw is unchanged
 * (FOUR-16), and the policy asks for no more than it did (FOUR-17).
 * @throws Refusal `proposal.beyond-limit` when the act is beyond the limits that its maker has now and nobody who approved answers for it (STAFF-42), and
 * what the use case throws: the vote is then undone with it, and the proposal waits on.
 */
async function execute(
  work: Work,
  bank: GoverningBank,
  proposal: ProposalRow,
  approvedBy: readonly string[],
): Promise<{ outcome: Exclude<VoteOutcome, 'counted' | 'refused' | 'expired'>; slots?: readonly Slot[] }> {
  const { operation, makerId } = proposal;
  if (!(await mayStill(work.tx, makerId, operation))) return { outcome: 'maker-gone' };
  const { governed, input } = await commandOf(operation, proposal.input);
  const facts = await governed.facts(work.tx, input, work.now, makerId).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (!facts || !isSame(proposal.seen, facts.seen)) return { outcome: 'stale' };
  // Since it was made, it may have become a file of its maker's own (STAFF-40) or an act on their own rights (STAFF-21).
  const barred = [...(await peopleOfFile(work.tx, facts.clientAccountId)), ...(facts.notBy ?? [])];
  if (barred.includes(makerId)) return { outcome: 'maker-gone' };
  const by = { makerId, now: work.now, exceptProposalId: proposal.id };
  const judged = await judgeCommand(work.tx, operation, facts, by);
  const raised = raisedSlots(proposal.slots, judged.slots);
  if (raised) {
    await updateProposal(work.tx, proposal.id, { slots: raised, comparedEur: judged.comparedEurMinor });
    return { outcome: 'policy-raised', slots: raised };
  }
  const limited = await requireCovered(work.tx, {
    operation,
    amount: facts.amount,
    makerId,
    approvedBy,
    wasBeyondLimit: proposal.isBeyondLimit,
    now: work.now,
  });
  if (limited?.isBeyondLimit && !proposal.isBeyondLimit)
    await updateProposal(work.tx, proposal.id, { isBeyondLimit: true });
  const ofMaker = workBeside(work, {
    actor: { kind: 'staff', personId: makerId },
    origin: proposal.makerOrigin,
    movesMoney: movesMoney(operation as Operation),
    proposal: referenceOf(proposal),
    approvedBy: work.actorId,
  });
  await governed.execute(ofMaker, input, bank);
  keepCumulativeAct(
    ofMaker,
    operation,
    facts,
    { ...judged, ...(limited && { amountEurMinor: limited.amountEurMinor }) },
    limited?.limit,
  );
  return { outcome: 'executed' };
}

/**
 * Who may not vote on a proposal beside its maker: those whom it names, and those whom the same command would name now, who were given the role that
 * it changes meanwhile, for example (STAFF-21).
 */
async function barredNow(
  work: Work,
  { operation, input, makerId, notBy }: ProposalRow,
): Promise<readonly string[]> {
  if (input === null) return notBy;
  const command = await commandOf(operation, input);
  const facts = await command.governed
    .facts(work.tx, command.input, work.now, makerId)
    .catch((error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
  return [...notBy, ...(facts?.notBy ?? [])];
}

/**
 * Votes on a proposal; the last approval executes its command in the same transaction.
 * @throws Refusal `not-found`; a refusal of the vote (`effectOfVote`); what the use case of the command throws.
 */
export async function voteOnProposal(work: Work, bank: GoverningBank, ballot: Ballot): Promise<VoteOutcome> {
  const proposal = await lockProposal(work.tx, ballot.proposalId);
  if (!proposal) throw new Refusal('not-found');
  const ofFile = await peopleOfFile(work.tx, proposal.clientAccountId);
  const notBy = await barredNow(work, proposal);
  // Who is tied to the client since their approval, or barred otherwise, fills no slot any more (FOUR-9, STAFF-40).
  const approvals = (await approvalsOf(work.tx, proposal.id)).filter(
    ({ id }) => !ofFile.has(id) && !notBy.includes(id),
  );
  const { vote, reason } = ballot;
  const voter = { id: ballot.voterId, roles: await rolesOf(work.tx, ballot.voterId) };
  const state = { ...proposal, notBy, status: proposal.status as ProposalStatus, approvals };
  const effect = effectOfVote(state, { ...voter, isOwnFile: ofFile.has(voter.id) }, vote, work.now);
  if (effect.kind === 'refused-vote') throw new Refusal(effect.code);
  if (vote === 'approve' && ballot.inputHash !== proposal.inputHash) throw new Refusal('proposal.stale');
  await insertVote(work.tx, {
    proposalId: proposal.id,
    userId: voter.id,
    decision: vote,
    reason,
    at: work.now,
    origin: work.origin,
  });
  tellVote(work, proposal, vote, reason);
  await announce(work, { staff: true }, ['proposals']);
  if (effect.kind === 'refuses') {
    await end(work, proposal, 'refused');
    return 'refused';
  }
  if (effect.kind === 'counts') return 'counted';
  // Who cannot act any more answers for nothing.
  const people = [...approvals.filter(({ roles }) => roles.length > 0).map(({ id }) => id), voter.id];
  const { outcome, slots } = await execute(work, bank, proposal, people);
  if (outcome === 'policy-raised' && slots) await tellApprovers(work, { ...proposal, slots });
  else await end(work, proposal, outcome === 'executed' ? 'executed' : 'stale');
  return outcome;
}
