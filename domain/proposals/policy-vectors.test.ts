import { expect, test } from 'vitest';
import { isRateString } from '../money/conversion.ts';
import { money } from '../money/money.ts';
import { comparedEurMinor } from './compared-amount.ts';
import { LIVE_POLICIES, type PolicyCondition, slotsOf } from './policy.ts';
import {
  effectOfVote,
  emergencyObstacle,
  expiresAt,
  type ProposalStatus,
  raisedSlots,
  reviewDay,
  unfillableSlots,
} from './proposal.ts';
import { filledCount } from './slots.ts';
import vectors from './vectors/back-office.json' with { type: 'json' };

/** The worked cases of four eyes, computed by an oracle that is no part of the product. Amounts in minor units, instants in UTC. */
// biome-ignore lint/suspicious/noExplicitAny: each case has the fields that it is about.
type Given = any;

/** Names that the cases give to operations, and the product's own. */
const OPERATIONS: Readonly<Record<string, string>> = { 'loans.offer': 'loanOffers.issue' };

const policyOf = (operation: string) => {
  const own = OPERATIONS[operation] ?? operation;
  const found = LIVE_POLICIES.find((one) => one.operation === own);
  if (found) return found;
  // An operation that the product does not have yet is read from the cases' own table.
  const listed = vectors.policies_live.find((one) => one.operation === operation);
  return (
    listed && {
      operation,
      version: 0,
      source: 'product' as const,
      rows: listed.rows,
      isCumulative: listed.cumulative ?? false,
      expiry: listed.expiry as 'days-7' | 'payment-day',
      emergencyUpToEurMinor: listed.emergencyUpTo,
    }
  );
};

const isOwnFile = (given: Given, person: { id: string; relatives?: string[] }) =>
  given.clientUserId !== undefined &&
  (person.id === given.clientUserId || (person.relatives ?? []).includes(given.clientUserId));

/** The slots of a case at some rates, and the amount compared. */
function asked(given: Given, rates: Readonly<Record<string, string>> | undefined) {
  const policy = policyOf(given.operation);
  const currency = given.currency ?? 'EUR';
  const rate = rates?.[currency];
  const eurRate = rate !== undefined && isRateString(rate) ? rate : null;
  const compared =
    given.amountMinor === undefined
      ? undefined
      : comparedEurMinor(
          money(given.amountMinor, currency),
          eurRate,
          policy?.isCumulative
            ? {
                toClientEurMinor: given.sum24hClientEurMinor ?? 0,
                byMakerEurMinor: given.sum24hMakerEurMinor ?? 0,
              }
            : undefined,
        );
  const conditions = (['newPayee', 'highRisk', 'pep'] as const satisfies PolicyCondition[]).filter(
    (condition) => given[condition],
  );
  const isOff = given.mode === 'demo' && !given.fourEyesOn;
  const slots =
    policy && !isOff
      ? slotsOf(policy, {
          comparedEurMinor: compared === undefined ? 0 : compared,
          conditions,
          accountType: given.accountType,
          rateDeviationBps: given.rateDeviationBps,
        })
      : [];
  return { policy, compared, slots };
}

/** Plays a case through the rules, and answers in the words of the cases. */
function played(given: Given) {
  if (isOwnFile(given, given.maker)) return { outcome: 'refused', code: 'staff.own-file' };
  const { policy, compared, slots } = asked(given, given.rates);
  const at = new Date(given.at);
  const facts = { slots, comparedEurMinor: compared };
  if (!policy || slots.length === 0) return { ...facts, outcome: 'executes' };
  if (given.emergency !== undefined) {
    const obstacle = emergencyObstacle(policy, compared ?? 0, given.emergency);
    if (obstacle) return { ...facts, outcome: 'refused', code: obstacle };
    return { ...facts, outcome: 'executes', reviewBy: reviewDay(at) };
  }
  const others = given.staff.filter(
    (person: Given) => person.id !== given.maker.id && !person.suspended && !isOwnFile(given, person),
  );
  if (unfillableSlots(slots, others).length > 0)
    return { ...facts, outcome: 'refused', code: 'proposal.nobody' };
  const ends = expiresAt(policy.expiry, at, given.deadline ? new Date(given.deadline) : null);
  let state = {
    status: 'awaiting' as ProposalStatus,
    operation: given.operation as string,
    makerId: given.maker.id as string,
    notBy: [],
    slots,
    expiresAt: ends,
    approvals: [] as { id: string; roles: string[] }[],
  };
  const votes = (given.votes ?? []).map((vote: Given) => {
    const person = given.staff.find(({ id }: Given) => id === vote.by);
    const effect = effectOfVote(
      state,
      { ...person, isOwnFile: isOwnFile(given, person) },
      vote.decision,
      new Date(vote.at),
    );
    if (effect.kind === 'refused-vote') return effect.code;
    if (effect.kind === 'refuses') {
      state = { ...state, status: 'refused' };
      return 'refused';
    }
    state = { ...state, approvals: [...state.approvals, person] };
    if (effect.kind === 'counts') return 'counted';
    const again = asked(given, given.ratesNow ?? given.rates);
    const raised = raisedSlots(state.slots, again.slots);
    if (raised) {
      state = { ...state, slots: raised };
      facts.comparedEurMinor = again.compared;
      return 'proposal.policy-raised';
    }
    state = { ...state, status: 'executed' };
    return 'executed';
  });
  return {
    ...facts,
    slots: state.slots,
    expiresAt: ends.toISOString(),
    outcome: 'proposal',
    status: state.status,
    votes,
    filled: filledCount(state.slots, state.approvals),
  };
}

const cases = vectors.cases.filter(({ family }) => family === 'policy');

test('there are cases', () => expect(cases.length).toBeGreaterThan(0));

test.each(cases.map((one) => [one.id, one.title, one] as const))('%s %s', (_id, _title, one) => {
  expect(played(one.input)).toMatchObject(one.expected);
});
