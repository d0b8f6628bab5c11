import { isGovernedWith } from '#domain/desk/house-parts.ts';
import { Refusal } from '#domain/errors.ts';
import { GOVERNED_OPERATIONS, type GovernedOperation, type PolicyRow } from '#domain/proposals/policy.ts';
import { unfillableSlots } from '#domain/proposals/proposal.ts';
import { subjectOfProposed } from '../audit/earlier-act.ts';
import type { Db } from '../db/database.ts';
import { partsOfHouse } from '../db/parts-of-house.ts';
import { type GuardedContext, os, run, runOnce, signedIn } from '../http/context.ts';
import { DEFAULT_PAGE, decodeCursor, pageOf } from '../http/cursor.ts';
import { requirePermission } from '../http/require-permission.ts';
import type { GoverningBank } from '../work/governed.ts';
import { actInEmergency, reviewEmergency } from './act-in-emergency.ts';
import { changePolicy, toggleFourEyes } from './change-policy.ts';
import { clientNamed, memberNamed } from './client-named.ts';
import { createProposal, neededApprovals } from './create-proposal.ts';
import { commandOf } from './governed-operations.ts';
import { isFourEyesOn, policiesNow } from './policy-in-force.ts';
import { currencyOf, presentProposal, presentRule, type Reader, slotsInWords } from './present-proposal.ts';
import {
  activeStaff,
  approvers,
  countProposals,
  holdersOf,
  isQueued,
  type ProposalFilter,
  type ShownProposal,
  shownProposals,
  updateProposal,
  waitingFor,
} from './queries.ts';
import { referenceOf, type VoteOutcome, voteOnProposal } from './vote-on-proposal.ts';
import { withdrawProposal } from './withdraw-proposal.ts';

function voterOf(context: GuardedContext) {
  const { userId, roles } = signedIn(context);
  return { userId, roles: roles.map(({ code }) => code), now: context.bank.surroundings.now() };
}

/** Who reads proposals; who manages access also learns which ones nobody can approve any more (FOUR-19). */
async function readerOf(context: GuardedContext): Promise<Reader> {
  const isManager = signedIn(context).permissions.includes('staff.changeRoles');
  return { ...voterOf(context), staff: isManager ? await approvers(context.db) : null };
}

function bankOf({ bank }: GuardedContext): GoverningBank {
  return { institution: bank.institution, publicUrl: bank.config.publicUrl };
}

async function answered(context: GuardedContext, id: string) {
  const [shown] = await shownProposals(context.db, { kind: 'one', id });
  if (!shown) throw new Refusal('not-found');
  const presented = await presentProposal(context.db, shown, await readerOf(context));
  return { proposal: { ...presented, batchId: await batchMadeBy(context.db, shown.proposal) } };
}

/** The file for our bank that an executed proposal made; null for every other. */
async function batchMadeBy(db: Db, proposal: ShownProposal['proposal']): Promise<string | null> {
  const { operation, status, endedAt } = proposal;
  if (operation !== 'withdrawalBatches.export' || status !== 'executed' || !endedAt) return null;
  return subjectOfProposed(db, operation, referenceOf(proposal), endedAt);
}

/** The outcomes of a vote that are told as a refusal, once they are written. */
const TOLD: Partial<
  Record<VoteOutcome, 'proposal.policy-raised' | 'proposal.stale' | 'proposal.maker-gone'>
> = {
  'policy-raised': 'proposal.policy-raised',
  stale: 'proposal.stale',
  'maker-gone': 'proposal.maker-gone',
};

/** Refusals of the vote or of the call; any other is the command's own. */
const OF_THE_VOTE =
  /^(approval|proposal|idempotency|auth|service|request)\.|^staff\.(own-file|own-access|above-limit)$|^not-found$/;

/**
 * Runs what executes a command. A refusal of the command is kept on its proposal, which waits on, and told with its name.
 * @throws Refusal `proposal.not-executed`.
 */
async function executing<T>(
  context: GuardedContext,
  proposalId: string | null,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal) || OF_THE_VOTE.test(error.code)) throw error;
    if (proposalId) await updateProposal(context.db, proposalId, { refusalCode: error.code });
    throw new Refusal('proposal.not-executed', { reason: error.code });
  }
}

function filterOf(
  db: Db,
  list: 'to-approve' | 'mine' | 'all' | 'emergencies',
  { userId, roles, now }: Reader,
): ProposalFilter | Promise<ProposalFilter> {
  if (list === 'to-approve') return waitingFor(db, { userId, roles, now });
  if (list === 'mine') return { kind: 'of-maker', makerId: userId };
  return list === 'emergencies' ? { kind: list, userId } : { kind: list };
}

export const proposalRoutes = {
  requirements: os.proposals.requirements.handler(async ({ input, context }) => {
    // They propose only what they could do (FOUR-7).
    await requirePermission(context, input.operation);
    const { db } = context;
    const { userId: makerId, now } = voterOf(context);
    const { limits } = signedIn(context);
    // Under a transaction: the sums of a cumulative operation are read under its lock.
    return db.transaction(async (tx) => {
      const { governed, input: command } = await commandOf(input.operation, input.input);
      const facts = await governed.facts(tx, command, now, makerId);
      const judged = await neededApprovals(tx, input.operation, facts, { makerId, now, limits });
      return {
        isOn: judged.policy !== null,
        isBeyondLimit: judged.isBeyondLimit,
        client: await clientNamed(tx, facts.clientAccountId),
        memberName: await memberNamed(tx, input.operation, facts.subjectId),
        slots: await slotsInWords(tx, judged.slots),
        policyVersion: judged.policy?.version ?? null,
        seen: facts.seen,
        shown: facts.shown ?? {},
        currency: currencyOf(input.input, facts),
        comparedEurMinor: judged.comparedEurMinor,
        emergencyUpToEurMinor: judged.policy?.emergencyUpToEurMinor ?? null,
      };
    });
  }),

  list: os.proposals.list.handler(async ({ input, context }) => {
    const limit = input.limit ?? DEFAULT_PAGE;
    const reader = await readerOf(context);
    const filter = await filterOf(context.db, input.list, reader);
    const [rows, count] = await Promise.all([
      shownProposals(context.db, filter, { after: decodeCursor(input.cursor), limit }),
      countProposals(context.db, filter),
    ]);
    const { page, nextCursor } = pageOf(rows, limit, ({ proposal }) => ({
      at: isQueued(filter) ? proposal.expiresAt : proposal.madeAt,
      id: proposal.id,
    }));
    const proposals = await Promise.all(page.map((row) => presentProposal(context.db, row, reader)));
    // The transfers of a file, and the file itself, are read with the one that is opened.
    const rowsShown = proposals.map((one) => ({ ...one, transfers: [], batchId: null }));
    return { proposals: rowsShown, nextCursor, count };
  }),

  show: os.proposals.show.handler(({ input, context }) => answered(context, input.id)),

  create: os.proposals.create.handler(async ({ input, context }) => {
    await requirePermission(context, input.operation);
    const id = await runOnce(context, input, (work) =>
      createProposal(work, input, bankOf(context), signedIn(context)),
    );
    return answered(context, id);
  }),

  approve: os.proposals.approve.handler(async ({ input, context }) => {
    const ballot = {
      proposalId: input.id,
      vote: 'approve',
      reason: null,
      inputHash: input.inputHash,
    } as const;
    const outcome = await executing(context, input.id, () =>
      runOnce(context, input, (work) =>
        voteOnProposal(work, bankOf(context), { ...ballot, voterId: work.actorId }),
      ),
    );
    const told = TOLD[outcome];
    if (told) throw new Refusal(told);
    return answered(context, input.id);
  }),

  refuse: os.proposals.refuse.handler(async ({ input, context }) => {
    await runOnce(context, input, (work) =>
      voteOnProposal(work, bankOf(context), {
        proposalId: input.id,
        vote: 'refuse',
        reason: input.reason,
        voterId: work.actorId,
      }),
    );
    return answered(context, input.id);
  }),

  withdraw: os.proposals.withdraw.handler(async ({ input, context }) => {
    await runOnce(context, input, (work) => withdrawProposal(work, input.id));
    return answered(context, input.id);
  }),

  emergency: os.proposals.emergency.handler(async ({ input, context }) => {
    await requirePermission(context, input.operation);
    const id = await executing(context, null, () =>
      runOnce(context, input, (work) =>
        actInEmergency(work, bankOf(context), input, signedIn(context).limits),
      ),
    );
    return answered(context, id);
  }),

  review: os.proposals.review.handler(async ({ input, context }) => {
    await runOnce(context, input, (work) => reviewEmergency(work, { ...input, proposalId: input.id }));
    return answered(context, input.id);
  }),

  toggle: os.proposals.toggle.handler(({ input, context }) =>
    run(context, (work) => toggleFourEyes(work, input.isOn)),
  ),
};

/** Rows of a policy with the labels of their roles. */
const rowsInWords = (db: Db, rows: readonly PolicyRow[]) =>
  Promise.all(
    rows.map(async ({ approvers, ...rule }) => ({
      ...presentRule(rule),
      approvers: await slotsInWords(db, approvers),
    })),
  );

export const policyRoutes = {
  list: os.policies.list.handler(async ({ context }) => {
    const { db } = context;
    const { userId, now } = voterOf(context);
    const [isOn, policies, staff, holders, parts] = await Promise.all([
      isFourEyesOn(db),
      policiesNow(db, now),
      activeStaff(db),
      holdersOf(db, GOVERNED_OPERATIONS),
      partsOfHouse(db, context.bank.institution),
    ]);
    const ofHouse = policies.filter(({ operation }) => isGovernedWith(operation as GovernedOperation, parts));
    const others = staff.filter(({ mayApprove }) => mayApprove);
    const isLive = context.bank.institution.mode === 'live';
    return {
      isOn,
      canTurnOff: !isLive,
      hasOthers: staff.some(({ id }) => id !== userId),
      policies: await Promise.all(
        ofHouse.map(async ({ rows, planned, ...policy }) => ({
          ...policy,
          operation: policy.operation as never,
          rows: await rowsInWords(db, rows),
          planned: planned && {
            version: planned.version,
            from: planned.from,
            rows: await rowsInWords(db, planned.rows),
          },
          // One person makes it who may do it, so as many others as slots are needed.
          isUnfillable: rows.some((row) =>
            (holders.get(policy.operation) ?? []).some(
              (makerId) =>
                unfillableSlots(
                  row.approvers,
                  others.filter(({ id }) => id !== makerId),
                ).length > 0,
            ),
          ),
        })),
      ),
    };
  }),

  change: os.policies.change.handler(({ input, context }) =>
    run(context, (work) => changePolicy(work, context.bank.institution, input)),
  ),
};
