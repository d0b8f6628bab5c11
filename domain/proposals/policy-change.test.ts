import { describe, expect, test } from 'vitest';
import { type ApprovalPolicy, GOVERNED_OPERATIONS, type GovernedOperation, LIVE_POLICIES } from './policy.ts';
import { changedPolicy, faultsOfChange, loosens, policyScope } from './policy-change.ts';

const live = (operation: GovernedOperation) =>
  LIVE_POLICIES.find((policy) => policy.operation === operation) as ApprovalPolicy;
const row = { above: -1, approvers: [['compliance']] };
const always = [row];

describe('FOUR-1 a policy names only what its operation has', () => {
  test.each<[GovernedOperation, Parameters<typeof faultsOfChange>[1], string[]]>([
    ['accounts.credit', { rows: [{ above: 0, approvers: [['compliance']] }], emergencyUpToEurMinor: 1 }, []],
    ['staff.changeRoles', { rows: always }, []],
    ['staff.changeRoles', { rows: [{ above: 5_00, approvers: [['compliance']] }] }, ['rows.0.above']],
    ['staff.changeRoles', { rows: always, isCumulative: true }, ['isCumulative']],
    // Never rights, policies, dated data, an IBAN, a deletion (FOUR-24).
    ['policies.change', { rows: always, emergencyUpToEurMinor: 0 }, ['emergencyUpToEurMinor']],
    ['accounts.assignIban', { rows: always, emergencyUpToEurMinor: 1_00 }, ['emergencyUpToEurMinor']],
    [
      'accounts.credit',
      { rows: [...always, { ...always[0], above: -1, approvers: [['payments']], conditions: ['newPayee'] }] },
      ['rows.1.conditions'],
    ],
    [
      'withdrawals.decide.approve',
      { rows: [{ ...always[0], above: -1, approvers: [['payments']], conditions: ['newPayee'] }] },
      [],
    ],
    // What identity will say is of a client, and so is the type of an account.
    [
      'accounts.credit',
      { rows: [{ ...row, conditions: ['highRisk', 'pep'], accountTypes: ['credit'] }] },
      [],
    ],
    ['withdrawalBatches.export', { rows: [{ ...row, conditions: ['pep'] }] }, ['rows.0.conditions']],
    ['parameters.change', { rows: [{ ...row, accountTypes: ['credit'] }] }, ['rows.0.accountTypes']],
    ['rates.change', { rows: [{ ...row, rateDeviationBps: 50 }] }, []],
    ['accounts.credit', { rows: [{ ...row, rateDeviationBps: 50 }] }, ['rows.0.rateDeviationBps']],
  ])('%s %j', (operation, change, faults) => {
    expect(faultsOfChange(live(operation), change).map(({ field }) => field)).toEqual(faults);
  });

  test.each(GOVERNED_OPERATIONS)('the product’s own policy of %s is one', (operation) => {
    expect(faultsOfChange(live(operation), live(operation))).toEqual([]);
    const { hasAmount, hasRate, conditions } = policyScope(operation);
    // Without an amount and a condition there is one thing left to say: who.
    if (!hasAmount && !hasRate && conditions.length === 0)
      expect(live(operation).rows.every(({ above }) => above === -1)).toBe(true);
  });
});

test('FOUR-2 what is left out of a change stays, and what asks for less is found', () => {
  const credit = live('accounts.credit');
  const same = { rows: credit.rows };
  expect(changedPolicy(credit, same)).toEqual(credit);
  expect(changedPolicy(credit, { ...same, emergencyUpToEurMinor: null }).emergencyUpToEurMinor).toBeNull();
  expect([
    loosens(credit, same, credit),
    loosens(credit, { ...same, isCumulative: false }, credit),
    loosens(credit, { ...same, emergencyUpToEurMinor: 10_000_01 }, credit),
    loosens(credit, { ...same, emergencyUpToEurMinor: null }, credit),
    loosens(credit, { ...same, expiry: 'payment-day' }, credit),
    loosens(
      live('withdrawals.decide.approve'),
      { rows: live('withdrawals.decide.approve').rows, expiry: 'days-7' },
      live('withdrawals.decide.approve'),
    ),
  ]).toEqual([false, true, true, false, false, true]);
});
