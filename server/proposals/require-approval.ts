import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { type ApprovalPolicy, mostAlone } from '#domain/proposals/policy.ts';
import { endsProposals } from '#domain/proposals/proposal.ts';
import { type AmountLimit, limitFor } from '#domain/staff/limits.ts';
import { bareList, type Db, rowsOf } from '../db/database.ts';
import type { governedActs } from '../db/schema/index.ts';
import { awaitAtCommit } from '../db/transaction-connection.ts';
import { violates } from '../db/violates.ts';
import { announce } from '../notifications/live.ts';
import type { Approvals, GovernedFacts } from '../work/governed.ts';
import { type ClosingWrite, type Work, writeAtEnd } from '../work/work.ts';
import { amountInEuro, passedLimit } from './amount-limits.ts';
import { commandOf, GOVERNED } from './governed-operations.ts';
import { caseOf, countedSince, type Judgement, judgeCommand, lockCumulative } from './judge-command.ts';
import { policyInForce } from './policy-in-force.ts';
import { endProposalsOn, labelsOfSlots } from './queries.ts';
import { tellMaker } from './tell-proposal.ts';

/** Acts of one transaction are judged one after the other: each counts those before it (FOUR-6). */
const turns = new WeakMap<Db, Promise<unknown>>();

function inTurnOf<T>(tx: Db, judge: () => Promise<T>): Promise<T> {
  const turn = (turns.get(tx) ?? Promise.resolve()).then(judge, judge);
  turns.set(tx, turn);
  return turn;
}

/** An act that counts with others. */
interface CountedAct extends Omit<typeof governedActs.$inferInsert, 'place' | 'ofClient' | 'ofMaker'> {
  /** Euro cents that it may amount to with them; null for one that was judged before. */
  readonly most: number | null;
}

/** The statement that keeps acts with the sums up to each (server/db/proposals.sql). */
const keepingOf = (
  acts: readonly CountedAct[],
) => sql`select keep_governed_acts(${bareList(acts.map(({ id }) => id))}::uuid[],
  ${bareList(acts.map(({ operation }) => operation))}::text[], ${bareList(acts.map((act) => act.clientAccountId ?? null))}::uuid[],
  ${bareList(acts.map(({ makerId }) => makerId))}::uuid[], ${bareList(acts.map((act) => act.amountEur ?? null))}::bigint[],
  ${bareList(acts.map(({ at }) => at.toISOString()))}::timestamptz[],
  ${bareList(acts.map(({ at }) => countedSince(at).toISOString()))}::timestamptz[], ${bareList(acts.map(({ most }) => most))}::bigint[])`;

const actOf = (
  work: Work,
  operation: string,
  { clientAccountId }: GovernedFacts,
  amountEur: number | null,
  most: number | null,
): CountedAct => ({
  id: work.newId(),
  operation,
  clientAccountId,
  makerId: work.actorId,
  amountEur,
  at: work.now,
  most,
});

/**
 * Keeps an act that counts with those of the next 24 hours, or towards its maker's limit of the day (STAFF-42). Nobody waits for its answer:
 * the next sum of this transaction is read after it.
 */
export function keepCumulativeAct(
  work: Work,
  operation: string,
  facts: GovernedFacts,
  { policy, amountEurMinor }: Pick<Judgement, 'policy' | 'amountEurMinor'>,
  limit: AmountLimit | null = null,
): void {
  if (!policy?.isCumulative && (limit?.perDayEurMinor ?? null) === null) return;
  const act = actOf(work, operation, facts, amountEurMinor, null);
  awaitAtCommit(work.tx.execute(keepingOf([act])));
}

/** The refusal of a command that others must approve, with the slots in words and the version of the policy that asks for them (FOUR-7). */
async function approvalRequired(
  tx: Db,
  { slots, policy }: Pick<Judgement, 'slots' | 'policy'>,
): Promise<Refusal> {
  return new Refusal('approval.required', {
    slots: await labelsOfSlots(tx, slots),
    policyVersion: policy?.version ?? 0,
  });
}

/**
 * Refuses an act beyond the limit of its maker (STAFF-42).
 * @returns its amount in euro cents; null without a rate.
 * @throws Refusal `staff.above-limit` with the limit in euro cents.
 */
export async function requireWithinLimit(
  work: Work,
  operation: string,
  facts: GovernedFacts,
  limit: AmountLimit,
): Promise<number | null> {
  const { tx, actorId: personId, now } = work;
  if (limit.perDayEurMinor !== null) await lockCumulative(tx, operation);
  const amountEurMinor = await amountInEuro(tx, facts.amount);
  const passed = await passedLimit(tx, limit, { operation, amountEurMinor, personId, now });
  if (passed !== null) throw new Refusal('staff.above-limit', { limitMinor: passed });
  return amountEurMinor;
}

/**
 * Makes what waits for approval on the subject of a protective act stale, and tells its makers (FOUR-10). It comes before the act, because a
 * proposal is locked before its subject (docs/lock-order.md).
 */
async function endWaitingProposals(work: Work, input: unknown): Promise<void> {
  const { id } = input as { readonly id?: unknown };
  if (typeof id !== 'string') return;
  const ended = await endProposalsOn(work.tx, id, work.now);
  for (const proposal of ended) await tellMaker(work, proposal, proposal.status);
  if (ended.length > 0) await announce(work, { staff: true }, ['proposals']);
}

/** The name under which the database refuses acts that pass a threshold together (server/db/proposals.sql). */
const PASSED_TOGETHER = 'governed_sum';

/** Before the books: acts of one operation wait for each other here, and then for the accounts. */
const ACTS: ClosingWrite<CountedAct> = {
  lockStep: 1,
  statement: (items) => keepingOf(items.map(({ item }) => item)),
};

/**
 * Judges an act of a cumulative operation by its amount alone, and leaves its sum with the others to the end of the transaction.
 * @returns whether nobody is asked for the amount alone.
 */
async function leaveToEnd(work: Work, operation: string, policy: ApprovalPolicy, input: unknown) {
  const command = await commandOf(operation, input);
  const facts = await command.governed.facts(work.tx, command.input, work.now, work.actorId);
  const amountEur = await amountInEuro(work.tx, facts.amount);
  const most = mostAlone(policy, await caseOf(work.tx, policy, facts));
  if (amountEur === null || (most !== null && amountEur > most)) return false;
  writeAtEnd(work, ACTS, actOf(work, operation, facts, amountEur, most));
  return true;
}

/** Judges calls of the staff by the limits of their maker and the policies in force (STAFF-3, FOUR-4, FOUR-7). */
export const APPROVALS: Approvals = {
  async require(work, { operation, input, limits }) {
    if (endsProposals(operation)) await endWaitingProposals(work, input);
    if (!GOVERNED.has(operation)) return;
    const limit = limitFor(limits, operation);
    const isGoverned = (await policyInForce(work.tx, operation, work.now)) !== null;
    if (!limit && !isGoverned) return;
    const command = await commandOf(operation, input);
    const facts = await command.governed.facts(work.tx, command.input, work.now, work.actorId);
    const judgement = await inTurnOf(work.tx, async (): Promise<Pick<Judgement, 'slots' | 'policy'>> => {
      const amountEurMinor = limit && (await requireWithinLimit(work, operation, facts, limit));
      const by = { makerId: work.actorId, now: work.now };
      const judged = isGoverned
        ? await judgeCommand(work.tx, operation, facts, by)
        : { policy: null, slots: [], amountEurMinor };
      if (judged.slots.length === 0) keepCumulativeAct(work, operation, facts, judged, limit);
      return judged;
    });
    if (judgement.slots.length > 0) throw await approvalRequired(work.tx, judgement);
  },

  async requireAtEnd(work, call) {
    const { operation, input, limits } = call;
    const isOthers = GOVERNED.has(operation) && !limitFor(limits, operation) && !endsProposals(operation);
    const policy = isOthers ? await policyInForce(work.tx, operation, work.now) : null;
    if (isOthers && !policy) return;
    if (policy?.isCumulative && (await leaveToEnd(work, operation, policy, input))) return;
    await APPROVALS.require(work, call);
  },

  async requireTwoPeople({ tx }) {
    const alone = await rowsOf(tx, sql`select 1 where (select count(*) from access_managers()) < 2`);
    if (alone.length > 0) throw new Refusal('staff.second-person-missing');
  },

  passedMeanwhile: (error) => violates(error, PASSED_TOGETHER),
};
