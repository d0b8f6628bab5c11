import { describe, expect, test } from 'vitest';
import * as fees from './fees/status.ts';
import { loanStatus } from './loans/phases.ts';
import { missingOfReason } from './status-table.ts';
import * as withdrawals from './withdrawals/status.ts';

/** Every pair of state and action, so that a transition added by mistake fails as surely as one removed. */
function table<Status extends string, Action extends string>(
  statuses: readonly Status[],
  actions: readonly Action[],
  transition: (from: Status, action: Action) => Status | null,
): Record<string, string> {
  const allowed: Record<string, string> = {};
  for (const from of statuses) {
    for (const action of actions) {
      const to = transition(from, action);
      if (to !== null) allowed[`${from} ${action}`] = to;
    }
  }
  return allowed;
}

describe('withdrawals', () => {
  test('allowed transitions', () => {
    expect(
      table(withdrawals.WITHDRAWAL_STATUSES, withdrawals.WITHDRAWAL_ACTIONS, withdrawals.transition),
    ).toEqual({
      'pending approve': 'approved',
      'pending process': 'processing',
      'pending reject': 'rejected',
      'pending cancel': 'cancelled',
      'processing approve': 'approved',
      'processing reject': 'rejected',
      'approved complete': 'completed',
      'approved reject': 'rejected',
    });
  });

  test('a client may only cancel, and only what is not yet in review', () => {
    const mine = withdrawals.WITHDRAWAL_STATUSES.map((status) => withdrawals.actionsFrom(status, 'client'));
    expect(mine).toEqual([['cancel'], [], [], [], [], []]);
    expect(withdrawals.actionsFrom('approved', 'staff')).toEqual(['complete', 'reject']);
    expect(withdrawals.WITHDRAWAL_DECISIONS).not.toContain('cancel');
  });

  test('every rejection says why', () => {
    const rejections = withdrawals.WITHDRAWAL_TRANSITIONS.filter((row) => row.to === 'rejected');
    expect(rejections).toHaveLength(3);
    expect(rejections.every((row) => row.reasonRequired)).toBe(true);
  });

  test('what holds its amount', () => {
    expect(withdrawals.WITHDRAWAL_STATUSES.filter(withdrawals.isOpenWithdrawalStatus)).toEqual([
      'pending',
      'processing',
      'approved',
    ]);
  });
});

describe('fees', () => {
  test('allowed transitions and who may', () => {
    expect(table(fees.FEE_STATUSES, fees.FEE_ACTIONS, fees.transition)).toEqual({
      'unpaid declare-paid': 'pending_validation',
      'unpaid mark-paid': 'paid',
      'pending_validation validate': 'paid',
    });
    expect(fees.actionsFrom('unpaid', 'client')).toEqual(['declare-paid']);
    expect(fees.actionsFrom('unpaid', 'staff')).toEqual(['mark-paid']);
    expect(fees.actionsFrom('pending_validation', 'staff')).toEqual(['validate']);
    expect(fees.actionsFrom('paid', 'staff')).toEqual([]);
    expect(fees.INITIAL_FEE_STATUS).toBe('unpaid');
  });
});

test.each([
  [{}, 'reasonCode'],
  [{ reasonNote: 'Doublon.' }, 'reasonCode'],
  [{ reasonCode: 'other' }, 'reasonNote'],
  [{ reasonCode: 'other', reasonNote: '  ' }, 'reasonNote'],
  [{ reasonCode: 'other', reasonNote: 'Doublon.' }, null],
  [{ reasonCode: 'invalid-iban' }, null],
])('of the reason %j is missing: %s', (reason, missing) => {
  expect(missingOfReason(reason)).toBe(missing);
});

test('the schemas of stored states refuse anything else', () => {
  expect(loanStatus.safeParse('completed').success).toBe(false);
  expect(withdrawals.withdrawalStatus.safeParse('completed').success).toBe(true);
  expect(fees.feeStatus.safeParse('pending').success).toBe(false);
});
