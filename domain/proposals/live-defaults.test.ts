import { describe, expect, test } from 'vitest';
import { GOVERNED_OPERATIONS, type GovernedOperation, LIVE_POLICIES, type PolicyRow } from './policy.ts';

/** FOUR-22 said a second time, by hand: what a live institution begins with. A default that is changed by mistake differs from it. */

const PAYS = ['payments'];
const BOOKS = ['accountant'];
const BOOKS_OR_PAYS = ['accountant', 'payments'];
const CONTROL = ['compliance'];
const CREDIT = ['credit-manager'];

/** Euro above which others are asked, or always, and who they are; with what must hold beside. */
type Said = readonly [
  euro: number | 'always',
  approvers: readonly (readonly string[])[],
  only?: Partial<PolicyRow>,
];
interface Expected {
  readonly rows: readonly Said[];
  readonly expiry?: 'days-7' | 'payment-day';
  readonly isCumulative?: true;
  readonly emergencyUpToEuro?: number;
}

const always = (...approvers: string[][]): Expected => ({ rows: [['always', approvers]] });
const OF_RATES: Expected = { rows: [['always', [BOOKS], { rateDeviationBps: 200 }]] };
const OF_BOOKS: Expected = {
  rows: [
    ['always', [BOOKS]],
    [10_000, [BOOKS, CONTROL]],
  ],
};
const OF_OFFERS: Expected = {
  rows: [
    [10_000, [CREDIT]],
    [50_000, [CREDIT, CONTROL]],
  ],
};
const ON_REMISSION: Expected = { rows: [['always', [CREDIT], { conditions: ['remission'] }]] };

const EXPECTED: Readonly<Record<GovernedOperation, Expected>> = {
  'accounts.credit': {
    rows: [
      [1_000, [BOOKS_OR_PAYS]],
      [10_000, [BOOKS_OR_PAYS, CONTROL]],
      // PAY-51.
      ['always', [BOOKS_OR_PAYS], { conditions: ['largeGesture'] }],
    ],
    isCumulative: true,
    emergencyUpToEuro: 10_000,
  },
  'accounts.activate': { rows: [[0, [['compliance', 'payments']]]] },
  'accounts.assignIban': always(['compliance', 'payments']),
  'loanOffers.issue': OF_OFFERS,
  'loans.decide.approve': OF_OFFERS,
  'loanOffers.decideAgreement.agree': { rows: [[50_000, [CREDIT]]] },
  'loanRepayments.measure.propose': ON_REMISSION,
  'loanRepayments.measure.impose': ON_REMISSION,
  'loanRecovery.accelerate': always(CREDIT),
  'loanRecovery.provide': always(BOOKS),
  'loanRecovery.writeOff': always(CREDIT, BOOKS),
  'loanRecovery.forfeitInterest': always(CONTROL),
  // LC-75.
  'loanRecovery.taxCosts': always(CREDIT),
  'withdrawals.decide.approve': {
    rows: [
      [5_000, [PAYS]],
      [50_000, [PAYS, CONTROL]],
      [1_000, [PAYS], { conditions: ['newPayee'] }],
      // PAY-42.
      ['always', [BOOKS_OR_PAYS], { conditions: ['recalled'] }],
    ],
    expiry: 'payment-day',
    isCumulative: true,
    emergencyUpToEuro: 5_000,
  },
  'withdrawalBatches.export': {
    rows: [
      ['always', [BOOKS_OR_PAYS]],
      [100_000, [PAYS, CONTROL]],
    ],
    expiry: 'payment-day',
  },
  'corrections.reverse': OF_BOOKS,
  'corrections.create': OF_BOOKS,
  'corrections.decideDispute.bear': OF_BOOKS,
  'corrections.giveUp': OF_BOOKS,
  'corrections.decideDispute.refund': {
    rows: [[1_000, [BOOKS_OR_PAYS]]],
    expiry: 'payment-day',
    isCumulative: true,
    emergencyUpToEuro: 10_000,
  },
  // PAY-19, PAY-22, PAY-30, PAY-31, PAY-33.
  'bankLines.allocate': { rows: [['always', [BOOKS_OR_PAYS], { conditions: ['beyondOnePerson'] }]] },
  'bankLines.return': always(BOOKS_OR_PAYS),
  'bankAccounts.adopt': always(BOOKS_OR_PAYS),
  'statements.release': always(BOOKS_OR_PAYS),
  'reconciliation.explain': always(BOOKS_OR_PAYS),
  'clients.remove': always(CONTROL),
  'staff.invite': always(CONTROL),
  'staff.changeRoles': always(CONTROL),
  'staff.changeLimits': always(CONTROL),
  'staff.resume': always(CONTROL),
  'roles.define': always(CONTROL),
  'policies.change': always(CONTROL),
  'parameters.change': always(CONTROL),
  'rates.change': OF_RATES,
  'rates.import': OF_RATES,
  'lists.export': { rows: [['always', [CONTROL], { conditions: ['manyPeople'] }]] },
};

/** A row as text, so that the order of rows and of the roles of a slot says nothing. */
const inOrder = ({ approvers, conditions, ...row }: PolicyRow) =>
  JSON.stringify({
    ...row,
    conditions: [...(conditions ?? [])].sort(),
    approvers: approvers.map((slot) => [...slot].sort()),
  });

const rowOf = ([euro, approvers, only = {}]: Said): PolicyRow => ({
  above: euro === 'always' ? -1 : euro * 100,
  ...only,
  approvers,
});

describe('FOUR-22 a live institution begins with', () => {
  test.each(LIVE_POLICIES.map((policy) => [policy.operation, policy] as const))('%s', (operation, policy) => {
    const { rows, expiry, isCumulative, emergencyUpToEuro } = EXPECTED[operation as GovernedOperation];
    expect(policy.rows.map(inOrder).sort()).toEqual(rows.map(rowOf).map(inOrder).sort());
    expect(policy).toMatchObject({
      expiry: expiry ?? 'days-7',
      isCumulative: isCumulative ?? false,
      emergencyUpToEurMinor: emergencyUpToEuro === undefined ? null : emergencyUpToEuro * 100,
    });
  });

  test('every operation of the table, and none beside', () => {
    expect([...GOVERNED_OPERATIONS].sort()).toEqual(Object.keys(EXPECTED).sort());
  });

  test('FOUR-24 no emergency for rights, rules, dated data, an IBAN or a deletion', () => {
    const possible = LIVE_POLICIES.filter(({ emergencyUpToEurMinor }) => emergencyUpToEurMinor !== null);
    expect(possible.map(({ operation }) => operation).sort()).toEqual([
      'accounts.credit',
      'corrections.decideDispute.refund',
      'withdrawals.decide.approve',
    ]);
  });
});
