import { Refusal } from '#domain/errors.ts';
import type { GovernedOperation, Slot } from '#domain/proposals/policy.ts';
import { effectOfVote } from '#domain/proposals/proposal.ts';
import { fillSlots } from '#domain/proposals/slots.ts';
import type { Db } from '../db/database.ts';
import type { SeenFacts } from '../db/schema/index.ts';
import { commandOf } from './governed-operations.ts';
import { labelsOfRoles, peopleOfFile, type ShownProposal } from './queries.ts';
import { referenceOf } from './vote-on-proposal.ts';

/** The person who reads: what they may do with a proposal depends on it. */
export interface Reader {
  readonly userId: string;
  readonly roles: readonly string[];
  readonly now: Date;
}

/** Slots with the labels of their roles. */
export async function slotsInWords(db: Db, slots: readonly Slot[]) {
  const labels = await labelsOfRoles(db, slots.flat());
  return slots.map((slot) => ({ roles: [...slot], labels: slot.map((role) => labels.get(role) ?? role) }));
}

/** What a command depends on as it is now; null when its subject is gone or its input is blanked. */
async function factsNow(
  db: Db,
  { operation, input, makerId }: ShownProposal['proposal'],
  now: Date,
): Promise<SeenFacts | null> {
  if (input === null) return null;
  try {
    const command = await commandOf(operation, input);
    return (await command.governed.facts(db, command.input, now, makerId)).seen;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** A proposal for a reader: what was seen beside what is, who approved, and what they may do with it (FOUR-14). */
export async function presentProposal(db: Db, shown: ShownProposal, reader: Reader) {
  const { proposal, votes } = shown;
  const isWaiting = proposal.status === 'awaiting';
  const approvals = votes
    .filter(({ decision }) => decision === 'approve')
    .map(({ userId: id, roles }) => ({ id, roles }));
  const filledBy = fillSlots(proposal.slots, approvals);
  const nameOf = new Map(votes.map(({ userId, name }) => [userId, name]));
  const slots = await slotsInWords(db, proposal.slots);
  const { userId: id, roles, now } = reader;
  const isOwnFile = (await peopleOfFile(db, proposal.clientAccountId)).has(id);
  const effect = effectOfVote({ ...proposal, approvals }, { id, roles, isOwnFile }, 'approve', now);
  return {
    id: proposal.id,
    reference: referenceOf(proposal),
    operation: proposal.operation as GovernedOperation,
    input: proposal.input,
    inputHash: proposal.inputHash,
    seen: proposal.seen,
    now: isWaiting ? await factsNow(db, proposal, now) : null,
    status: isWaiting && proposal.expiresAt <= now ? ('expired' as const) : proposal.status,
    maker: { id: proposal.makerId, name: shown.makerName },
    madeAt: proposal.madeAt.toISOString(),
    comment: proposal.comment,
    client:
      proposal.clientAccountId && shown.clientName !== null
        ? { accountId: proposal.clientAccountId, displayName: shown.clientName }
        : null,
    subjectId: proposal.subjectId,
    comparedEurMinor: proposal.comparedEur,
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
