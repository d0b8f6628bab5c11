import { Refusal } from '#domain/errors.ts';
import type { Slot } from '#domain/proposals/policy.ts';
import { expiresAt, unfillableSlots } from '#domain/proposals/proposal.ts';
import { audit } from '../audit/audit.ts';
import type { Db } from '../db/database.ts';
import type { SeenFacts } from '../db/schema/index.ts';
import { violates } from '../db/violates.ts';
import { announce } from '../notifications/live.ts';
import type { GovernedFacts } from '../work/governed.ts';
import { fingerprintOf } from '../work/idempotency-keys.ts';
import type { Work } from '../work/work.ts';
import { commandOf } from './governed-operations.ts';
import { judgeCommand } from './judge-command.ts';
import { activeStaff, hasOpenProposal, insertProposal, labelsOfSlots, ownerOf } from './queries.ts';
import { tellApprovers } from './tell-proposal.ts';

/** Whether what was seen is what is there. */
export function isSame(seen: SeenFacts, now: SeenFacts): boolean {
  const names = new Set([...Object.keys(seen), ...Object.keys(now)]);
  return [...names].every((name) => seen[name] === now[name]);
}

/** @throws Refusal `proposal.nobody` with the slots that nobody else of the staff can fill (FOUR-19). */
async function requireApprovers(tx: Db, slots: readonly Slot[], facts: GovernedFacts, makerId: string) {
  const owner = await ownerOf(tx, facts.clientAccountId);
  const others = (await activeStaff(tx)).filter(({ id }) => id !== makerId && id !== owner);
  const missing = unfillableSlots(slots, others);
  if (missing.length > 0) throw new Refusal('proposal.nobody', { slots: await labelsOfSlots(tx, missing) });
}

/**
 * Keeps a command until others approve it (FOUR-7, FOUR-8): its exact input, what its maker saw and the slots that the policy asks for now.
 * Nothing is reserved.
 * @returns the id of the proposal.
 * @throws Refusal `request.invalid` for what the route itself would refuse; `not-found`; `proposal.stale` when what was seen has changed;
 * `approval.not-required`; `proposal.already-there`; `proposal.nobody`.
 */
export async function createProposal(
  work: Work,
  order: {
    readonly operation: string;
    readonly input: unknown;
    readonly seen: SeenFacts;
    readonly comment?: string | undefined;
  },
): Promise<string> {
  const { operation } = order;
  const { governed, input } = await commandOf(operation, order.input);
  const facts = await governed.facts(work.tx, input);
  if (!isSame(order.seen, facts.seen)) throw new Refusal('proposal.stale');
  const makerId = work.actorId;
  const judged = await judgeCommand(work.tx, operation, facts, { makerId, now: work.now });
  if (!judged.policy || judged.slots.length === 0) throw new Refusal('approval.not-required');
  if (await hasOpenProposal(work.tx, operation, facts.subjectId)) throw new Refusal('proposal.already-there');
  await requireApprovers(work.tx, judged.slots, facts, makerId);
  const id = work.newId();
  await insertProposal(work.tx, {
    id,
    operation,
    input,
    inputHash: fingerprintOf(operation, input),
    seen: facts.seen,
    makerId,
    makerOrigin: work.origin,
    madeAt: work.now,
    comment: order.comment || null,
    clientAccountId: facts.clientAccountId,
    subjectId: facts.subjectId,
    comparedEur: judged.comparedEurMinor,
    amountEur: judged.amountEurMinor,
    policyVersion: judged.policy.version,
    slots: judged.slots,
    expiresAt: expiresAt(judged.policy.expiry, work.now, facts.deadline),
    status: 'awaiting',
  }).catch((error: unknown) => {
    // Two people who propose it at one moment: the index lets the first do it.
    throw violates(error, 'proposals_open') ? new Refusal('proposal.already-there') : error;
  });
  audit(work, {
    operation: 'proposals.create',
    clientAccountId: facts.clientAccountId,
    subjectId: facts.subjectId,
    before: null,
    after: { proposed: operation, proposalId: id },
  });
  await tellApprovers(work, { slots: judged.slots, makerId });
  await announce(work, { staff: true }, ['proposals']);
  return id;
}
