import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { money } from '../money/money.ts';
import { comparedEurMinor } from './compared-amount.ts';
import {
  LIVE_POLICIES,
  mostAlone,
  POLICY_CONDITIONS,
  type PolicyCase,
  type PolicyRow,
  rowOf,
  type Slot,
  slotsOf,
} from './policy.ts';
import { conditionsOf } from './policy-change.ts';
import { effectOfVote, emergencyObstacle, expiresAt, type ProposalState, reviewDay } from './proposal.ts';
import { type Approver, filledCount, fillSlots, openSlots } from './slots.ts';

const policy = (operation: string) => {
  const found = LIVE_POLICIES.find((one) => one.operation === operation);
  if (!found) throw new Error(operation);
  return found;
};

describe('FOUR-1 the row that applies', () => {
  test.each([
    ['accounts.credit', 100_000, [], 0],
    ['accounts.credit', 100_001, [], 1],
    ['accounts.credit', 1_000_000, [], 1],
    ['accounts.credit', 1_000_001, [], 2],
    ['accounts.activate', 0, [], 0],
    ['accounts.activate', 1, [], 1],
    ['accounts.assignIban', 0, [], 1],
    ['withdrawals.decide.approve', 100_001, [], 0],
    ['withdrawals.decide.approve', 100_000, ['newPayee'], 0],
    ['withdrawals.decide.approve', 100_001, ['newPayee'], 1],
    ['withdrawals.decide.approve', 5_000_001, ['newPayee'], 2],
    ['withdrawalBatches.export', 10_000_000, [], 1],
    ['withdrawalBatches.export', 10_000_001, [], 2],
  ] as const)('%s of %i with %j asks for %i', (operation, comparedEurMinorValue, conditions, slots) => {
    expect(slotsOf(policy(operation), { comparedEurMinor: comparedEurMinorValue, conditions })).toHaveLength(
      slots,
    );
  });

  const one = [['compliance']];
  test.each<[string, Omit<PolicyRow, 'approvers'>, Partial<PolicyCase>, boolean]>([
    [
      'a type of account that it names',
      { above: 0, accountTypes: ['epargne', 'credit'] },
      { accountType: 'credit' },
      true,
    ],
    [
      'another type of account',
      { above: 0, accountTypes: ['epargne', 'credit'] },
      { accountType: 'courant' },
      false,
    ],
    ['an account of an unknown type', { above: 0, accountTypes: ['epargne'] }, { accountType: null }, true],
    ['no client at all', { above: 0, accountTypes: ['epargne'] }, {}, true],
    [
      'exactly the distance of its rate',
      { above: -1, rateDeviationBps: 200 },
      { rateDeviationBps: 200 },
      false,
    ],
    [
      'a rate further than its distance',
      { above: -1, rateDeviationBps: 200 },
      { rateDeviationBps: 201 },
      true,
    ],
    [
      'a first rate, without one before',
      { above: -1, rateDeviationBps: 200 },
      { rateDeviationBps: null },
      true,
    ],
    [
      'all but one of its conditions',
      { above: 0, conditions: ['pep', 'highRisk'] },
      { conditions: ['pep'] },
      false,
    ],
    [
      'all of its conditions',
      { above: 0, conditions: ['pep', 'highRisk'] },
      { conditions: ['highRisk', 'pep'] },
      true,
    ],
    [
      'its conditions, and not its type of account',
      { above: 0, conditions: ['pep'], accountTypes: ['credit'] },
      { conditions: ['pep'], accountType: 'courant' },
      false,
    ],
    [
      'its type of account, and not its amount',
      { above: 100, accountTypes: ['credit'] },
      { accountType: 'credit' },
      false,
    ],
  ])('all must hold: %s', (_, row, asked, holds) => {
    const rows = [{ ...row, approvers: one }];
    const found = { comparedEurMinor: 100, conditions: [], ...asked };
    expect(slotsOf({ rows }, found)).toEqual(holds ? one : []);
    const most = mostAlone({ rows }, found);
    expect(most !== null && 100 > most).toBe(holds);
  });

  test('FOUR-6 what nothing is known of holds: of a client without identity each is at risk and exposed', () => {
    const conditions = conditionsOf('accounts.credit', []);
    for (const unknown of ['highRisk', 'pep', 'newPayee'] as const)
      expect(
        slotsOf(
          { rows: [{ above: 0, conditions: [unknown], approvers: one }] },
          { comparedEurMinor: 1, conditions },
        ),
      ).toEqual(one);
    // What the facts of an operation answer holds when they say so.
    expect(conditions).not.toContain('largeGesture');
    expect(conditionsOf('accounts.credit', ['largeGesture'])).toContain('largeGesture');
    expect(conditionsOf('withdrawals.decide.approve', [])).not.toContain('newPayee');
  });

  test('FOUR-6 no rate asks for the strictest row', () => {
    for (const one of LIVE_POLICIES) {
      const most = Math.max(...one.rows.map(({ approvers }) => approvers.length));
      expect(slotsOf(one, { comparedEurMinor: null, conditions: POLICY_CONDITIONS })).toHaveLength(most);
    }
    expect(comparedEurMinor(money(1, 'USD'), null)).toBeNull();
    expect(comparedEurMinor(money(1, 'EUR'), null)).toBe(1);
    expect(
      comparedEurMinor(money(1, 'EUR'), null, { toClientEurMinor: null, byMakerEurMinor: 0 }),
    ).toBeNull();
  });

  test('FOUR-6 the greater of the two sums of 24 hours counts', () => {
    expect(comparedEurMinor(money(100, 'EUR'), null, { toClientEurMinor: 900, byMakerEurMinor: 1_100 })).toBe(
      1_200,
    );
  });

  test('FOUR-6 nobody is asked up to the amount that one may do alone, and somebody above it', () => {
    const ofCredits = policy('accounts.credit');
    expect(mostAlone(ofCredits, { conditions: [] })).toBe(100_000);
    expect(mostAlone(ofCredits, { conditions: ['largeGesture'] })).toBe(-1);
    expect(mostAlone(policy('withdrawals.decide.approve'), { conditions: ['newPayee'] })).toBe(100_000);
    expect(mostAlone({ rows: [{ above: 5, approvers: [] }] }, { conditions: [] })).toBeNull();
    fc.assert(
      fc.property(
        fc.constantFrom(...LIVE_POLICIES),
        fc.nat(20_000_000),
        fc.subarray([...POLICY_CONDITIONS]),
        (one, amount, conditions) => {
          const most = mostAlone(one, { conditions });
          const isAsked = slotsOf(one, { comparedEurMinor: amount, conditions }).length > 0;
          expect(isAsked).toBe(most !== null && amount > most);
        },
      ),
    );
  });

  test('the requirement never falls when the amount rises', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LIVE_POLICIES),
        fc.nat(20_000_000),
        fc.nat(20_000_000),
        fc.subarray(['newPayee', 'highRisk', 'pep'] as const),
        (one, lower, more, conditions) => {
          const count = (amount: number) => slotsOf(one, { comparedEurMinor: amount, conditions }).length;
          expect(count(lower + more)).toBeGreaterThanOrEqual(count(lower));
        },
      ),
    );
  });

  test.each([
    'corrections.reverse',
    'corrections.create',
    'corrections.decideDispute.bear',
    'corrections.giveUp',
  ])('FOUR-22 %s asks an accountant, above 10,000.00 € compliance too', (operation) => {
    const policy = LIVE_POLICIES.find((one) => one.operation === operation);
    const slotsAt = (comparedEurMinor: number | null) =>
      slotsOf(policy ?? { rows: [] }, { comparedEurMinor, conditions: [] });
    expect(slotsAt(1_000_000)).toEqual([['accountant']]);
    expect(slotsAt(1_000_001)).toEqual([['accountant'], ['compliance']]);
    expect(slotsAt(null)).toEqual([['accountant'], ['compliance']]);
  });

  test('of rows with as many slots the one above the greater amount applies', () => {
    const rows = [
      { above: 1_000, approvers: [['payments']] },
      { above: 500, approvers: [['compliance']] },
    ];
    expect(rowOf({ rows }, { comparedEurMinor: 2_000, conditions: [] })?.above).toBe(1_000);
  });
});

describe('FOUR-12 slots are filled by distinct people', () => {
  const roles = ['a', 'b', 'c', 'admin'] as const;
  const slot = fc.subarray(['a', 'b', 'c'], { minLength: 1 });
  const people = fc
    .array(fc.subarray([...roles]), { maxLength: 6 })
    .map((all) => all.map((held, index): Approver => ({ id: `p${index}`, roles: held })));

  /** The most slots that can be filled, by trying every person in every slot. */
  const bruteForce = (slots: readonly Slot[], left: readonly Approver[]): number => {
    const [first, ...rest] = slots;
    if (!first) return 0;
    const skipped = bruteForce(rest, left);
    return left.reduce((best, person) => {
      const isFit = person.roles.some((role) => role === 'admin' || first.includes(role));
      const others = left.filter(({ id }) => id !== person.id);
      return isFit ? Math.max(best, 1 + bruteForce(rest, others)) : best;
    }, skipped);
  };

  test('as many as brute force finds, for 4 slots and 6 people', () => {
    fc.assert(
      fc.property(fc.array(slot, { maxLength: 4 }), people, (slots, staff) => {
        const filled = fillSlots(slots, staff).filter((id) => id !== null);
        expect(new Set(filled).size).toBe(filled.length);
        expect(filled.length).toBe(bruteForce(slots, staff));
      }),
    );
  });

  test('who holds both roles leaves the other slot to somebody else', () => {
    const slots = [['credit-manager'], ['compliance']];
    const both = { id: 'denis', roles: ['credit-manager', 'compliance'] };
    const manager = { id: 'elsa', roles: ['credit-manager'] };
    expect(fillSlots(slots, [both, manager])).toEqual(['elsa', 'denis']);
    expect(fillSlots(slots, [manager, both])).toEqual(['elsa', 'denis']);
    expect(openSlots(slots, [manager])).toEqual([['compliance']]);
    expect(filledCount(slots, [])).toBe(0);
  });
});

describe('a vote', () => {
  const at = new Date('2026-12-02T10:00:00Z');
  const proposal: ProposalState = {
    operation: 'accounts.credit',
    status: 'awaiting',
    makerId: 'anne',
    notBy: [],
    slots: [['payments'], ['compliance']],
    expiresAt: new Date('2026-12-09T23:00:00Z'),
    approvals: [{ id: 'bruno', roles: ['payments'] }],
  };
  const voter = (id: string, ...roles: string[]) => ({ id, roles, isOwnFile: false });

  test.each([
    ['FOUR-9 of its maker, even with every right', {}, voter('anne', 'admin'), at, 'proposal.own'],
    ['FOUR-13 a second one', {}, voter('bruno', 'payments'), at, 'proposal.already-voted'],
    ['of a role that no slot names', {}, voter('elsa', 'adviser'), at, 'proposal.not-approver'],
    ['FOUR-12 for a filled slot', {}, voter('farid', 'payments'), at, 'proposal.slot-filled'],
    [
      'STAFF-40 on a relative',
      {},
      { ...voter('chloe', 'compliance'), isOwnFile: true },
      at,
      'staff.own-file',
    ],
    [
      'FOUR-18 at the instant of its end',
      {},
      voter('chloe', 'compliance'),
      new Date('2026-12-09T23:00:00Z'),
      'proposal.expired',
    ],
    [
      'FOUR-13 after its end',
      { status: 'executed' },
      voter('chloe', 'compliance'),
      at,
      'proposal.already-decided',
    ],
  ] as const)('%s is refused', (_, change, person, now, code) => {
    expect(effectOfVote({ ...proposal, ...change }, person, 'approve', now)).toEqual({
      kind: 'refused-vote',
      code,
    });
  });

  test('the last one completes, one before counts, and a refusal ends it', () => {
    const chloe = voter('chloe', 'compliance');
    const last = new Date('2026-12-09T22:59:59.999Z');
    expect(effectOfVote(proposal, chloe, 'approve', last)).toEqual({ kind: 'completes' });
    expect(effectOfVote({ ...proposal, approvals: [] }, chloe, 'approve', at)).toEqual({
      kind: 'counts',
      missing: [['payments']],
    });
    expect(effectOfVote(proposal, chloe, 'refuse', at)).toEqual({ kind: 'refuses' });
  });
});

test.each([
  ['payment-day', '2026-12-24T15:30:00Z', '2026-12-28T23:00:00.000Z'],
  ['payment-day', '2026-12-04T23:30:00Z', '2026-12-07T23:00:00.000Z'],
  ['days-7', '2026-12-02T09:00:00Z', '2026-12-09T23:00:00.000Z'],
  ['days-7', '2027-03-22T09:00:00Z', '2027-03-29T22:00:00.000Z'],
] as const)('FOUR-18 %s from %s ends at %s', (expiry, madeAt, end) => {
  expect(expiresAt(expiry, new Date(madeAt)).toISOString()).toBe(end);
});

test('FOUR-18 never later than the deadline of its subject', () => {
  const deadline = new Date('2026-12-05T23:00:00Z');
  expect(expiresAt('days-7', new Date('2026-12-02T09:00:00Z'), deadline)).toEqual(deadline);
});

test.each([
  ['accounts.credit', 1_000_000, 'x'.repeat(40), null],
  ['accounts.credit', 1_000_001, 'x'.repeat(40), 'proposal.above-emergency'],
  ['accounts.credit', null, 'x'.repeat(40), 'proposal.above-emergency'],
  ['accounts.credit', 1, `  ${'x'.repeat(39)}  `, 'proposal.reason-too-short'],
  ['accounts.assignIban', 0, 'x'.repeat(40), 'proposal.no-emergency'],
] as const)('FOUR-24 %s of %s in an emergency: %s %s', (operation, amount, reason, obstacle) => {
  expect(emergencyObstacle(policy(operation), amount, reason)).toBe(obstacle);
});

test('FOUR-24 is reviewed by the next working day', () => {
  expect(reviewDay(new Date('2026-12-24T17:00:00Z'))).toBe('2026-12-28');
});
