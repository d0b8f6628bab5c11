import { describe, expect, test } from 'vitest';
import { isLooser } from './looser.ts';
import { faultsOfPolicies, loosenedPolicies, type PolicyOfFile, policiesOf } from './policies-of-file.ts';
import { type ApprovalPolicy, LIVE_POLICIES } from './policy.ts';

const live = (operation: string): ApprovalPolicy => {
  const found = LIVE_POLICIES.find((policy) => policy.operation === operation);
  if (!found) throw new Error(`no policy of ${operation}`);
  return found;
};
const credit = live('accounts.credit');
const accountant = ['accountant', 'payments'];

describe('FOUR-2 a policy asks for less than another', () => {
  test.each<[string, Partial<ApprovalPolicy>, boolean]>([
    ['the same', {}, false],
    ['a lower threshold', { rows: [...credit.rows, { above: 500_00, approvers: [accountant] }] }, false],
    [
      'a greater threshold',
      { rows: credit.rows.map((row) => (row.above === 100_000 ? { ...row, above: 100_001 } : row)) },
      true,
    ],
    ['one approval fewer', { rows: credit.rows.filter(({ above }) => above !== 1_000_000) }, true],
    [
      'a condition that no longer counts',
      { rows: credit.rows.filter(({ conditions }) => !conditions) },
      true,
    ],
    [
      'fewer roles in a slot',
      {
        rows: credit.rows.map((row) => ({
          ...row,
          approvers: row.approvers.map((slot) => slot.slice(0, 1)),
        })),
      },
      false,
    ],
    [
      'another role in a slot',
      {
        rows: credit.rows.map((row) => ({
          ...row,
          approvers: row.approvers.map((slot) => [...slot, 'adviser']),
        })),
      },
      true,
    ],
    [
      'one approval more',
      { rows: credit.rows.map((row) => ({ ...row, approvers: [...row.approvers, ['compliance']] })) },
      false,
    ],
    [
      'one type of account only',
      { rows: credit.rows.map((row) => ({ ...row, accountTypes: ['epargne'] as const })) },
      true,
    ],
    [
      'a further row for a type of account',
      { rows: [...credit.rows, { above: 0, accountTypes: ['credit'], approvers: [['payments']] }] },
      false,
    ],
    [
      'only clients at risk',
      { rows: credit.rows.map((row) => ({ ...row, conditions: ['highRisk'] as const })) },
      true,
    ],
    ['acts that do not count together', { isCumulative: false }, true],
    ['more in an emergency', { emergencyUpToEurMinor: 1_000_001 }, true],
    ['no emergency', { emergencyUpToEurMinor: null }, false],
  ])('%s', (_, change, looser) => {
    expect(isLooser({ ...credit, ...change }, credit)).toBe(looser);
  });

  test('seven days in the place of a payment day', () => {
    const approval = live('withdrawals.decide.approve');
    expect(isLooser({ ...approval, expiry: 'days-7' }, approval)).toBe(true);
    expect(isLooser({ ...credit, expiry: 'payment-day' }, credit)).toBe(false);
  });
});

describe('FOUR-1 the policies of the institution’s file', () => {
  const roles = ['accountant', 'payments', 'compliance'];
  const rows = [{ above: 200_00, approvers: [accountant] }];
  const looser = [{ above: 2_000_00, approvers: [accountant] }];
  const because = 'Deux personnes tiennent la caisse ensemble, décision du 3 mars.';
  const faults = (policies: PolicyOfFile[], isLive = true) => faultsOfPolicies(policies, { roles, isLive });

  test.each<[string, PolicyOfFile[], string | null]>([
    [
      'stricter',
      [
        {
          operation: 'corrections.create',
          rows: [{ above: -1, approvers: [['accountant'], ['compliance']] }],
        },
      ],
      null,
    ],
    ['looser with its reason', [{ operation: 'accounts.credit', rows: looser, because }], null],
    ['looser without a reason', [{ operation: 'accounts.credit', rows: looser }], 'it asks for less'],
    [
      'looser with 39 characters',
      [{ operation: 'accounts.credit', rows: looser, because: 'x'.repeat(39) }],
      'it asks for less',
    ],
    ['an operation that is none', [{ operation: 'accounts.crédit', rows }], 'no operation'],
    ['an operation that asks nobody', [{ operation: 'clients.list', rows }], 'no operation'],
    [
      'one operation twice',
      [
        { operation: 'accounts.credit', rows: looser, because },
        { operation: 'accounts.credit', rows: looser, because },
      ],
      'defined twice',
    ],
    ['no rows', [{ operation: 'accounts.credit', rows: [] }], 'one to ten rows'],
    [
      'a row without approvers',
      [{ operation: 'accounts.credit', rows: [{ above: 0, approvers: [] }] }],
      'one to ten rows',
    ],
    [
      'an amount as text',
      [{ operation: 'accounts.credit', rows: [{ above: '0', approvers: [accountant] }] }],
      'one to ten rows',
    ],
    ['an expiry that is none', [{ operation: 'accounts.credit', rows, expiry: 'never' }], 'one to ten rows'],
    [
      'a role that is none',
      [{ operation: 'accounts.credit', rows: [{ above: 0, approvers: [['cashier']] }], because }],
      '"cashier" is no role',
    ],
    [
      'a type of account and what identity will say',
      [
        {
          operation: 'accounts.credit',
          rows: [
            ...credit.rows,
            { above: 0, accountTypes: ['credit'], conditions: ['highRisk'], approvers: [['payments']] },
          ],
        },
      ],
      null,
    ],
    [
      'no type of account',
      [{ operation: 'accounts.credit', rows: [{ above: 0, accountTypes: [], approvers: [accountant] }] }],
      'one to ten rows',
    ],
    [
      'a type of account that is none',
      [
        {
          operation: 'accounts.credit',
          rows: [{ above: 0, accountTypes: ['livret'], approvers: [accountant] }],
        },
      ],
      'one to ten rows',
    ],
    [
      'rates asked from a smaller distance',
      [
        {
          operation: 'rates.change',
          rows: [{ above: -1, rateDeviationBps: 100, approvers: [['accountant']] }],
        },
      ],
      null,
    ],
    [
      'rates asked from a greater distance',
      [
        {
          operation: 'rates.change',
          rows: [{ above: -1, rateDeviationBps: 201, approvers: [['accountant']] }],
        },
      ],
      'it asks for less',
    ],
    [
      'a distance that is none',
      [
        {
          operation: 'rates.change',
          rows: [{ above: -1, rateDeviationBps: 0.5, approvers: [['accountant']] }],
        },
      ],
      'one to ten rows',
    ],
    [
      'a condition that the operation does not have',
      [
        {
          operation: 'accounts.credit',
          rows: [{ above: 0, conditions: ['newPayee'], approvers: [accountant] }],
          because,
        },
      ],
      '"rows.0.conditions" names what the operation does not have',
    ],
    [
      'an emergency where FOUR-24 has none',
      [
        {
          operation: 'accounts.assignIban',
          rows: [{ above: -1, approvers: [['payments']] }],
          emergencyUpToEurMinor: 1,
          because,
        },
      ],
      '"emergencyUpToEurMinor" names what',
    ],
    [
      'an amount that the operation does not have',
      [{ operation: 'staff.changeRoles', rows: [{ above: 1, approvers: [['compliance']] }], because }],
      '"rows.0.above" names what',
    ],
  ])('%s', (_, policies, fault) => {
    expect(faults(policies)).toEqual(fault === null ? [] : [expect.stringContaining(fault)]);
  });

  test('a demonstration needs no reason, and a live start says each', () => {
    const file = [{ operation: 'accounts.credit', rows: looser, because }];
    expect(faults([{ operation: 'accounts.credit', rows: looser }], false)).toEqual([]);
    expect(loosenedPolicies(file)).toEqual([{ operation: 'accounts.credit', because }]);
    expect(
      loosenedPolicies([
        {
          operation: 'corrections.create',
          rows: [{ above: -1, approvers: [['accountant'], ['compliance']] }],
        },
      ]),
    ).toEqual([]);
  });

  test('stand in the place of the product’s; what they leave out is the product’s', () => {
    const policies = policiesOf([{ operation: 'accounts.credit', rows, emergencyUpToEurMinor: null }]);
    expect(policies.find(({ operation }) => operation === 'accounts.credit')).toEqual({
      ...credit,
      source: 'file',
      rows,
      emergencyUpToEurMinor: null,
    });
    expect(policies.filter(({ source }) => source === 'product')).toEqual(
      LIVE_POLICIES.filter(({ operation }) => operation !== 'accounts.credit'),
    );
  });
});
