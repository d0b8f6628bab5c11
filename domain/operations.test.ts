import { describe, expect, test } from 'vitest';
import { isConfirmed, movesMoney, operationOf, PERMISSIONS, permissionsFor } from './operations.ts';

describe('a call', () => {
  const ALL_OF_LOANS = ['loans.decide.approve', 'loans.decide.process', 'loans.decide.reject'];

  test.each<[string, unknown, string | null, readonly string[]]>([
    ['accounts.credit', { id: 'x' }, 'accounts.credit', ['accounts.credit']],
    // The action of a route that does one thing is not looked at.
    ['accounts.credit', { action: 'approve' }, 'accounts.credit', ['accounts.credit']],
    ['loans.decide', { action: 'reject' }, 'loans.decide.reject', ['loans.decide.reject']],
    // Until the action can be read, the call counts as the one that asks for most, and needs every right.
    ['loans.decide', { action: 'forget' }, 'loans.decide.approve', ALL_OF_LOANS],
    ['loans.decide', { action: ['reject'] }, 'loans.decide.approve', ALL_OF_LOANS],
    ['loans.decide', { action: '' }, 'loans.decide.approve', ALL_OF_LOANS],
    ['loans.decide', null, 'loans.decide.approve', ALL_OF_LOANS],
    [
      'withdrawals.decide',
      {},
      'withdrawals.decide.complete',
      PERMISSIONS.filter((name) => name.startsWith('withdrawals.decide.')),
    ],
    ['loans.review', {}, 'loans.review', ['loans.review']],
    // What clients do needs no permission.
    ['loans.request', {}, 'loans.request', []],
    ['profile.save', {}, null, []],
    ['toString', {}, null, []],
    ['', undefined, null, []],
  ])('of %s with %j is %s and needs %j', (route, input, operation, permissions) => {
    expect(operationOf(route, input)).toBe(operation);
    expect(permissionsFor(route, input)).toEqual(permissions);
  });
});

test('what moves money and what is confirmed is read from the table', () => {
  expect([movesMoney('accounts.credit'), movesMoney('rates.change'), movesMoney(null)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([isConfirmed('rates.change'), isConfirmed('loans.request'), isConfirmed(null)]).toEqual([
    true,
    false,
    false,
  ]);
});
