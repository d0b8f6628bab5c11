import { Refusal } from '#domain/errors.ts';
import type { Permission } from '#domain/operations.ts';
import { fits, LIVE_POLICIES, type PolicyRow, type PolicyRule, type Slot } from '#domain/proposals/policy.ts';
import { expiresAt, unfillableSlots } from '#domain/proposals/proposal.ts';
import type { Approver } from '#domain/proposals/slots.ts';
import { type Limits, limitFor } from '#domain/staff/limits.ts';
import { maskedAnswer } from '#domain/staff/masks.ts';
import { audit } from '../audit/audit.ts';
import type { Db } from '../db/database.ts';
import type { SeenFacts } from '../db/schema/index.ts';
import { violates } from '../db/violates.ts';
import { announce } from '../notifications/live.ts';
import type { GovernedFacts, GoverningBank } from '../work/governed.ts';
import { fingerprintOf } from '../work/idempotency-keys.ts';
import type { Work } from '../work/work.ts';
import { amountInEuro, coversAny, passedLimit, slotBeyondLimit } from './amount-limits.ts';
import { commandOf } from './governed-operations.ts';
import { type Judgement, judgeCommand, lockCumulative } from './judge-command.ts';
import {
  approvers,
  expireProposalsOn,
  hasOpenProposal,
  insertProposal,
  labelsOfSlots,
  peopleOfFile,
} from './queries.ts';
import { tellApprovers, tellMaker } from './tell-proposal.ts';
import { tryCommand } from './try-command.ts';

/** The row of a policy as a proposal keeps it. */
export function ruleOf(rule: PolicyRow | null): PolicyRule | null {
  if (!rule) return null;
  const { approvers: _, ...when } = rule;
  return { conditions: [], ...when };
}

/** Whether what was seen is what is there. */
export function isSame(seen: SeenFacts, now: SeenFacts): boolean {
  const names = new Set([...Object.keys(seen), ...Object.keys(now)]);
  return [...names].every((name) => seen[name] === now[name]);
}

/** What a command needs of others. */
export interface NeededApprovals extends Judgement {
  /** Whether its maker may not do it alone: one of those who approve has to be permitted the amount (STAFF-42). */
  readonly isBeyondLimit: boolean;
}

/**
 * What the policy and the limit of its maker ask of others for a command. Beyond the limit somebody is always asked.
 * @param by.limits how much the maker may do alone.
 */
export async function neededApprovals(
  tx: Db,
  operation: string,
  facts: GovernedFacts,
  by: { readonly makerId: string; readonly now: Date; readonly limits: Limits },
): Promise<NeededApprovals> {
  const judged = await judgeCommand(tx, operation, facts, by);
  const limit = limitFor(by.limits, operation);
  if (!limit) return { ...judged, isBeyondLimit: false };
  if (limit.perDayEurMinor !== null) await lockCumulative(tx, operation);
  const amountEurMinor = await amountInEuro(tx, facts.amount);
  const { makerId: personId, now } = by;
  const passed = await passedLimit(tx, limit, { operation, amountEurMinor, personId, now });
  if (passed === null) return { ...judged, isBeyondLimit: false };
  const slots = judged.slots.length > 0 ? judged.slots : await slotBeyondLimit(tx, operation, amountEurMinor);
  return {
    ...judged,
    slots,
    amountEurMinor,
    comparedEurMinor: judged.comparedEurMinor || amountEurMinor,
    isBeyondLimit: true,
  };
}

/**
 * The slots that these people cannot fill even if all of them approve; all of them when nobody who fits one is permitted an amount beyond its
 * maker's limit (FOUR-19, STAFF-42).
 */
export async function slotsWithoutApprovers(
  tx: Db,
  {
    operation,
    slots,
    isBeyondLimit,
    amountEurMinor,
  }: Pick<NeededApprovals, 'slots' | 'isBeyondLimit' | 'amountEurMinor'> & { readonly operation: string },
  others: readonly Approver[],
): Promise<readonly Slot[]> {
  const fitting = others.filter(({ roles }) => slots.some((slot) => fits(slot, roles)));
  const isCovered =
    !isBeyondLimit ||
    (await coversAny(
      tx,
      fitting.map(({ id }) => id),
      operation,
      amountEurMinor,
    ));
  return isCovered ? unfillableSlots(slots, others) : slots;
}

/** @throws Refusal `staff.own-file`; `proposal.nobody` with the slots that nobody else of the staff can fill (FOUR-19). */
async function requireApprovers(
  tx: Db,
  needed: NeededApprovals,
  { operation, facts, makerId }: { operation: string; facts: GovernedFacts; makerId: string },
) {
  const ofFile = await peopleOfFile(tx, facts.clientAccountId);
  if (ofFile.has(makerId)) throw new Refusal('staff.own-file');
  const barred = new Set([makerId, ...ofFile, ...(facts.notBy ?? [])]);
  const others = (await approvers(tx)).filter(({ id }) => !barred.has(id));
  const missing = await slotsWithoutApprovers(tx, { ...needed, operation }, others);
  if (missing.length > 0) throw new Refusal('proposal.nobody', { slots: await labelsOfSlots(tx, missing) });
}

/**
 * Keeps a command until others approve it (FOUR-7, FOUR-8): its exact input, what its maker saw and the slots that the policy asks for now.
 * Nothing is reserved.
 * @param maker how much they may do alone: beyond it, it is proposed as well (STAFF-42); what they may read: a masked value was seen as such
 * (STAFF-5).
 * @returns the id of the proposal.
 * @throws Refusal `request.invalid` for what the route itself would refuse; `not-found`; `proposal.stale` when what was seen has changed;
 * `approval.not-required`; what the use case would refuse today; `proposal.already-there`; `proposal.nobody`.
 */
export async function createProposal(
  work: Work,
  order: {
    readonly operation: string;
    readonly input: unknown;
    readonly seen: SeenFacts;
    readonly comment?: string | undefined;
  },
  bank: GoverningBank,
  { limits, permissions }: { readonly limits: Limits; readonly permissions: readonly Permission[] },
): Promise<string> {
  const { operation } = order;
  const { governed, input } = await commandOf(operation, order.input);
  const makerId = work.actorId;
  const facts = await governed.facts(work.tx, input, work.now, makerId);
  const shown = maskedAnswer('proposals.requirements', { seen: facts.seen }, permissions);
  if (!isSame(order.seen, (shown as { seen: SeenFacts }).seen)) throw new Refusal('proposal.stale');
  // Before the sums: a proposal is locked first (docs/lock-order.md).
  for (const ended of await expireProposalsOn(work.tx, operation, facts.subjectId, work.now))
    await tellMaker(work, ended, 'expired');
  const judged = await neededApprovals(work.tx, operation, facts, { makerId, now: work.now, limits });
  if (judged.slots.length === 0) throw new Refusal('approval.not-required');
  if (await hasOpenProposal(work.tx, operation, facts.subjectId)) throw new Refusal('proposal.already-there');
  await (governed.requirePossible?.(work, input, bank) ?? tryCommand(work, governed, input, bank));
  await requireApprovers(work.tx, judged, { operation, facts, makerId });
  const policy = judged.policy ?? LIVE_POLICIES.find((one) => one.operation === operation);
  const id = work.newId();
  const { clientAccountId } = facts;
  const number = await insertProposal(work.tx, {
    id,
    operation,
    input,
    inputHash: fingerprintOf(operation, input),
    seen: facts.seen,
    makerId,
    makerOrigin: work.origin,
    madeAt: work.now,
    comment: order.comment || null,
    clientAccountId,
    subjectId: facts.subjectId,
    comparedEur: judged.comparedEurMinor,
    amountEur: judged.amountEurMinor,
    policyVersion: policy?.version ?? 0,
    rule: ruleOf(judged.rule),
    slots: judged.slots,
    notBy: facts.notBy ?? [],
    isBeyondLimit: judged.isBeyondLimit,
    expiresAt: expiresAt(policy?.expiry ?? 'days-7', work.now, facts.deadline),
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
  const notBy = facts.notBy ?? [];
  await tellApprovers(work, { id, number, clientAccountId, slots: judged.slots, makerId, notBy });
  await announce(work, { staff: true }, ['proposals']);
  return id;
}
