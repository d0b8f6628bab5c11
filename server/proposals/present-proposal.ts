import { Refusal } from '#domain/errors.ts';
import type { GovernedOperation, PolicyRule, Slot } from '#domain/proposals/policy.ts';
import { effectOfVote } from '#domain/proposals/proposal.ts';
import { type Approver, fillSlots } from '#domain/proposals/slots.ts';
import type { Db } from '../db/database.ts';
import type { SeenFacts } from '../db/schema/index.ts';
import type { GovernedFacts } from '../work/governed.ts';
import { memberNamed } from './client-named.ts';
import { slotsWithoutApprovers } from './create-proposal.ts';
import { commandOf } from './governed-operations.ts';
import { labelsOfRoles, peopleOfFile, type ShownProposal } from './queries.ts';
import { referenceOf } from './vote-on-proposal.ts';

/** The person who reads: what they may do with a proposal depends on it. */
export interface Reader {
  readonly userId: string;
  readonly roles: readonly string[];
  readonly now: Date;
  /** The active staff, for a reader who manages access: they see which proposals have no approver left (FOUR-19). Null for the others. */
  readonly staff: readonly Approver[] | null;
}

/** The names of what is no longer as it was seen. */
export const changedFacts = (seen: SeenFacts, now: SeenFacts): string[] =>
  Object.keys({ ...seen, ...now }).filter((name) => seen[name] !== now[name]);

/** Slots with the labels of their roles. */
export async function slotsInWords(db: Db, slots: readonly Slot[]) {
  const labels = await labelsOfRoles(db, slots.flat());
  return slots.map((slot) => ({ roles: [...slot], labels: slot.map((role) => labels.get(role) ?? role) }));
}

/**
 * The currency of amounts in a command: its own, what was seen, the account's, else euro.
 * @param ofClient the currency of the account of the client whom it concerns.
 */
export function currencyOf(
  input: Readonly<Record<string, unknown>> | null,
  { seen, amount }: Pick<GovernedFacts, 'seen'> & Partial<Pick<GovernedFacts, 'amount'>>,
  ofClient: string | null = null,
): string {
  const [named, asSeen] = [input?.currency, seen.currency];
  if (typeof named === 'string') return named;
  return typeof asSeen === 'string' ? asSeen : (amount?.currency ?? ofClient ?? 'EUR');
}

/** What a command depends on as it is now; null when its subject is gone or its input is blanked. */
async function factsNow(
  db: Db,
  { operation, input, makerId }: ShownProposal['proposal'],
  now: Date,
): Promise<GovernedFacts | null> {
  if (input === null) return null;
  try {
    const command = await commandOf(operation, input);
    return await command.governed.facts(db, command.input, now, makerId, true);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Whether nobody is left who could fill what a waiting proposal still needs, for a reader who manages access (FOUR-19). */
async function isBeyondEverybody(
  db: Db,
  { proposal, votes }: ShownProposal,
  { staff, ofFile }: { readonly staff: Reader['staff']; readonly ofFile: ReadonlySet<string> },
): Promise<boolean> {
  if (!staff || proposal.status !== 'awaiting') return false;
  const others = votes.filter(({ userId }) => !ofFile.has(userId));
  const approvers = new Map(others.map(({ userId, roles }) => [userId, { id: userId, roles }]));
  for (const one of staff)
    if (![proposal.makerId, ...proposal.notBy, ...ofFile].includes(one.id)) approvers.set(one.id, one);
  const needed = { ...proposal, amountEurMinor: proposal.amountEur };
  return (await slotsWithoutApprovers(db, needed, [...approvers.values()])).length > 0;
}

/** When a row of a policy holds, as it is shown. */
export const presentRule = ({ above, conditions, accountTypes, rateDeviationBps }: PolicyRule) => ({
  above,
  conditions: [...(conditions ?? [])],
  accountTypes: [...(accountTypes ?? [])],
  rateDeviationBps: rateDeviationBps ?? null,
});

/** A proposal for a reader: what was seen beside what is, who approved, and what they may do with it (FOUR-14). */
export async function presentProposal(db: Db, shown: ShownProposal, reader: Reader) {
  const { proposal, votes } = shown;
  const isWaiting = proposal.status === 'awaiting';
  const { userId: id, roles, now } = reader;
  const ofFile = await peopleOfFile(db, proposal.clientAccountId);
  const approvals = votes
    .filter(({ decision, userId }) => decision === 'approve' && !(isWaiting && ofFile.has(userId)))
    .map(({ userId, roles: held }) => ({ id: userId, roles: held }));
  const filledBy = fillSlots(proposal.slots, approvals);
  const nameOf = new Map(votes.map(({ userId, name }) => [userId, name]));
  const slots = await slotsInWords(db, proposal.slots);
  const isOwnFile = ofFile.has(id);
  const factsOfToday = isWaiting ? await factsNow(db, proposal, now) : null;
  const notBy = [...proposal.notBy, ...(factsOfToday?.notBy ?? [])];
  const effect = effectOfVote({ ...proposal, notBy, approvals }, { id, roles, isOwnFile }, 'approve', now);
  return {
    id: proposal.id,
    reference: referenceOf(proposal),
    operation: proposal.operation as GovernedOperation,
    input: proposal.input,
    inputHash: proposal.inputHash,
    seen: proposal.seen,
    now: factsOfToday?.seen ?? null,
    changed: factsOfToday ? changedFacts(proposal.seen, factsOfToday.seen) : [],
    shown: factsOfToday?.shown ?? {},
    transfers: [...(factsOfToday?.transfers ?? [])],
    currency: currencyOf(proposal.input, factsOfToday ?? proposal, shown.clientCurrency),
    status: isWaiting && proposal.expiresAt <= now ? ('expired' as const) : proposal.status,
    maker: { id: proposal.makerId, name: shown.makerName },
    madeAt: proposal.madeAt.toISOString(),
    comment: proposal.comment,
    client:
      proposal.clientAccountId && shown.clientName !== null
        ? { accountId: proposal.clientAccountId, displayName: shown.clientName }
        : null,
    memberName: await memberNamed(db, proposal.operation, proposal.subjectId),
    subjectId: proposal.subjectId,
    comparedEurMinor: proposal.comparedEur,
    rule: proposal.rule && presentRule(proposal.rule),
    policyVersion: proposal.policyVersion,
    isUnfillable: await isBeyondEverybody(db, shown, { staff: reader.staff, ofFile }),
    slots: slots.map((slot, index) => ({ ...slot, filledBy: nameOf.get(filledBy[index] ?? '') ?? null })),
    expiresAt: proposal.expiresAt.toISOString(),
    endedAt: proposal.endedAt?.toISOString() ?? null,
    votes: votes.map(({ name: by, decision, reason, at }) => ({
      by,
      decision,
      reason,
      at: new Date(at).toISOString(),
    })),
    emergency: proposal.emergency,
    refusalCode: proposal.refusalCode,
    canVote: effect.kind !== 'refused-vote',
    isOwn: proposal.makerId === id,
  };
}
