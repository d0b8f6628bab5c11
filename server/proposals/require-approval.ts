import { Refusal } from '#domain/errors.ts';
import type { Slot } from '#domain/proposals/policy.ts';
import type { Db } from '../db/database.ts';
import { governedActs } from '../db/schema/index.ts';
import type { Approvals, GovernedFacts } from '../work/governed.ts';
import type { Work } from '../work/work.ts';
import { commandOf, GOVERNED } from './governed-operations.ts';
import { type Judgement, judgeCommand } from './judge-command.ts';
import { policyInForce } from './policy-in-force.ts';
import { labelsOfSlots } from './queries.ts';

/** Acts of one transaction are judged one after the other: each counts those before it (FOUR-6). */
const turns = new WeakMap<Db, Promise<unknown>>();

function inTurnOf<T>(tx: Db, judge: () => Promise<T>): Promise<T> {
  const turn = (turns.get(tx) ?? Promise.resolve()).then(judge, judge);
  turns.set(tx, turn);
  return turn;
}

/** Keeps an act that counts with those of the next 24 hours. */
export async function keepCumulativeAct(
  work: Work,
  operation: string,
  facts: GovernedFacts,
  { policy, amountEurMinor }: Judgement,
): Promise<void> {
  if (!policy?.isCumulative) return;
  await work.tx.insert(governedActs).values({
    id: work.newId(),
    operation,
    clientAccountId: facts.clientAccountId,
    makerId: work.actorId,
    amountEur: amountEurMinor,
    at: work.now,
  });
}

/** The refusal of a command that others must approve, with the slots in words. */
export async function approvalRequired(tx: Db, slots: readonly Slot[]): Promise<Refusal> {
  return new Refusal('approval.required', { slots: await labelsOfSlots(tx, slots) });
}

/** Judges calls of the staff by the policies in force (FOUR-4, FOUR-7). */
export const APPROVALS: Approvals = {
  async require(work, operation, input) {
    if (!GOVERNED.has(operation) || !(await policyInForce(work.tx, operation))) return;
    const command = await commandOf(operation, input);
    const facts = await command.governed.facts(work.tx, command.input);
    const judgement = await inTurnOf(work.tx, async () => {
      const judged = await judgeCommand(work.tx, operation, facts, { makerId: work.actorId, now: work.now });
      if (judged.slots.length === 0) await keepCumulativeAct(work, operation, facts, judged);
      return judged;
    });
    if (judgement.slots.length > 0) throw await approvalRequired(work.tx, judgement.slots);
  },
};
