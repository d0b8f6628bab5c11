import { Refusal } from '#domain/errors.ts';
import { movesMoney, type Operation } from '#domain/operations.ts';
import {
  ALERTED_EMERGENCIES,
  type EmergencyCategory,
  emergencyObstacle,
  reviewDay,
} from '#domain/proposals/proposal.ts';
import { type Limits, limitFor } from '#domain/staff/limits.ts';
import { audit } from '../audit/audit.ts';
import { announce } from '../notifications/live.ts';
import type { GoverningBank } from '../work/governed.ts';
import { fingerprintOf } from '../work/idempotency-keys.ts';
import { type Work, workBeside } from '../work/work.ts';
import { ruleOf } from './create-proposal.ts';
import { commandOf } from './governed-operations.ts';
import { judgeCommand } from './judge-command.ts';
import {
  emergenciesOf,
  expireProposalsOn,
  hasOpenProposal,
  insertProposal,
  insertVote,
  lockProposal,
  peopleOfFile,
  updateProposal,
} from './queries.ts';
import { keepCumulativeAct, requireWithinLimit } from './require-approval.ts';
import { alertCompliance, tellApprovers, tellMaker } from './tell-proposal.ts';
import { referenceOf } from './vote-on-proposal.ts';

const DAY_MS = 86_400_000;

/**
 * The rule that nothing of the kind waits for others: it could be approved as well, and be done twice (FOUR-10).
 * @throws Refusal `proposal.already-there`.
 */
async function requireNoneWaiting(work: Work, operation: string, subjectId: string): Promise<void> {
  const { tx, now } = work;
  for (const ended of await expireProposalsOn(tx, operation, subjectId, now))
    await tellMaker(work, ended, 'expired');
  if (await hasOpenProposal(tx, operation, subjectId)) throw new Refusal('proposal.already-there');
}

/**
 * Executes a governed command without a second approval (FOUR-24): an operation and an amount that its policy allows, with a category and a
 * reason. It is reviewed by another person by the end of the next working day.
 * @param limits how much the person may do alone: an emergency widens nothing of it (STAFF-42).
 * @returns the id of what is to be reviewed.
 * @throws Refusal `staff.above-limit`; `approval.not-required`; `proposal.no-emergency`, `proposal.above-emergency`, `proposal.reason-too-short`;
 * `proposal.already-there`; `staff.own-file`; what the use case throws.
 */
export async function actInEmergency(
  work: Work,
  bank: GoverningBank,
  order: {
    readonly operation: string;
    readonly input: unknown;
    readonly category: EmergencyCategory;
    readonly reason: string;
  },
  limits: Limits,
): Promise<string> {
  const { operation, category, reason } = order;
  const { governed, input } = await commandOf(operation, order.input);
  const facts = await governed.facts(work.tx, input, work.now, work.actorId);
  if ((await peopleOfFile(work.tx, facts.clientAccountId)).has(work.actorId))
    throw new Refusal('staff.own-file');
  const limit = limitFor(limits, operation);
  if (limit) await requireWithinLimit(work, operation, facts, limit);
  const judged = await judgeCommand(work.tx, operation, facts, { makerId: work.actorId, now: work.now });
  if (!judged.policy || judged.slots.length === 0) throw new Refusal('approval.not-required');
  const obstacle = emergencyObstacle(judged.policy, judged.comparedEurMinor, reason);
  if (obstacle) throw new Refusal(obstacle);
  await requireNoneWaiting(work, operation, facts.subjectId);
  const id = work.newId();
  await insertProposal(work.tx, {
    id,
    operation,
    input,
    inputHash: fingerprintOf(operation, input),
    seen: facts.seen,
    makerId: work.actorId,
    makerOrigin: work.origin,
    madeAt: work.now,
    comment: null,
    clientAccountId: facts.clientAccountId,
    subjectId: facts.subjectId,
    comparedEur: judged.comparedEurMinor,
    amountEur: judged.amountEurMinor,
    policyVersion: judged.policy.version,
    rule: ruleOf(judged.rule),
    slots: judged.slots,
    expiresAt: work.now,
    status: 'emergency',
    emergency: { category, reason, reviewBy: reviewDay(work.now) },
  });
  const proposal = await lockProposal(work.tx, id);
  if (!proposal) throw new Error('the emergency was not written');
  const done = workBeside(work, {
    actor: work.actor,
    origin: work.origin,
    movesMoney: movesMoney(operation as Operation),
    proposal: referenceOf(proposal),
    approvedBy: null,
  });
  await governed.execute(done, input, bank);
  keepCumulativeAct(done, operation, facts, judged, limit);
  audit(work, {
    operation: 'proposals.emergency',
    clientAccountId: facts.clientAccountId,
    subjectId: facts.subjectId,
    before: null,
    after: { proposed: operation, proposal: referenceOf(proposal), category, reason },
  });
  await tellApprovers(work, { ...proposal, slots: judged.slots }, 'emergency-to-review');
  const since = new Date(work.now.getTime() - ALERTED_EMERGENCIES.days * DAY_MS);
  if ((await emergenciesOf(work.tx, work.actorId, since)) >= ALERTED_EMERGENCIES.count)
    await alertCompliance(work, proposal, 'emergencies-repeated');
  await announce(work, { staff: true }, ['proposals']);
  return id;
}

/**
 * Ratifies what was done in an emergency, or contests it with a reason; never by the person who did it (FOUR-24).
 * @throws Refusal `not-found`; `proposal.own`; `proposal.already-decided`.
 */
export async function reviewEmergency(
  work: Work,
  review: {
    readonly proposalId: string;
    readonly outcome: 'ratify' | 'contest';
    readonly reason?: string | undefined;
  },
): Promise<void> {
  const proposal = await lockProposal(work.tx, review.proposalId);
  if (!proposal) throw new Refusal('not-found');
  if (proposal.makerId === work.actorId) throw new Refusal('proposal.own');
  if (proposal.status !== 'emergency') throw new Refusal('proposal.already-decided');
  const { outcome: decision } = review;
  const reason = review.reason || null;
  await insertVote(work.tx, {
    proposalId: proposal.id,
    userId: work.actorId,
    decision,
    reason,
    at: work.now,
    origin: work.origin,
  });
  const status = decision === 'ratify' ? 'ratified' : 'contested';
  await updateProposal(work.tx, proposal.id, { status, endedAt: work.now });
  if (status === 'contested') await alertCompliance(work, proposal, 'emergency-contested');
  audit(work, {
    operation: 'proposals.review',
    clientAccountId: proposal.clientAccountId,
    subjectId: proposal.subjectId,
    before: null,
    after: {
      proposed: proposal.operation,
      proposal: referenceOf(proposal),
      outcome: status,
      ...(reason ? { reason } : {}),
    },
  });
  await announce(work, { staff: true }, ['proposals']);
}
