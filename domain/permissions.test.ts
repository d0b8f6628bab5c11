import { describe, expect, test } from 'vitest';
import { FIELD_PERMISSIONS, PERMISSIONS } from './operations.ts';
import { type Access, denialOf, needsSecondFactor, permissionsOf, type SignInPolicy } from './permissions.ts';

const staff = { isStaff: true, hasAccount: false };
const client = { isStaff: false, hasAccount: true };
const both = { isStaff: true, hasAccount: true };
const signingUp = { isStaff: false, hasAccount: false };

test.each<[SignInPolicy, { staff: boolean; client: boolean; both: boolean }]>([
  [{ mode: 'demo' }, { staff: false, client: false, both: false }],
  [
    { mode: 'demo', clientSecondFactor: 'required' },
    { staff: false, client: true, both: true },
  ],
  [{ mode: 'live' }, { staff: true, client: false, both: true }],
  [
    { mode: 'live', clientSecondFactor: 'optional' },
    { staff: true, client: false, both: true },
  ],
  [
    { mode: 'live', clientSecondFactor: 'required' },
    { staff: true, client: true, both: true },
  ],
])('%j: who needs a second factor', (policy, expected) => {
  expect({
    staff: needsSecondFactor(policy, staff),
    client: needsSecondFactor(policy, client),
    both: needsSecondFactor(policy, both),
  }).toEqual(expected);
  expect(needsSecondFactor(policy, signingUp)).toBe(false);
});

describe('STAFF-7 roles', () => {
  const reader = { code: 'reader', holdsAll: false, permissions: ['loans.review', 'loans.reviewOne'] };
  const cashier = { code: 'cashier', holdsAll: false, permissions: ['accounts.credit', 'loans.review'] };
  const former = {
    code: 'former',
    holdsAll: false,
    permissions: ['loans.shred', 'loans.request', 'toString'],
  };
  const admin = { code: 'admin', holdsAll: true, permissions: [] };
  const masked = { code: 'masked', holdsAll: false, permissions: [...FIELD_PERMISSIONS] };

  test.each([
    ['none', [], []],
    ['one', [reader], ['loans.review', 'loans.reviewOne']],
    ['two, which add up', [reader, cashier], ['loans.review', 'loans.reviewOne', 'accounts.credit']],
    ['names that are no permission of the staff', [former], []],
    ['of fields', [masked], FIELD_PERMISSIONS],
    ['the one that holds all', [reader, admin], PERMISSIONS],
  ])('%s', (_, roles, expected) => {
    expect(permissionsOf(roles)).toEqual(expected);
  });
});

describe('STAFF-3 who may enter', () => {
  const person = {
    isStaff: false,
    permissions: [],
    hasAccount: false,
    isSuspended: false,
    mustSetUpSecondFactor: false,
  };
  const withAccount = { ...person, hasAccount: true };
  const member = { ...person, isStaff: true, permissions: ['loans.review'] as const };
  const withoutFactor = { ...member, mustSetUpSecondFactor: true };

  test.each<
    [Access, readonly ('loans.review' | 'accounts.credit')[], Parameters<typeof denialOf>[2], string | null]
  >([
    ['anyone', [], null, null],
    ['entering', [], null, 'sign-in-required'],
    ['entering', [], withoutFactor, null],
    ['signed-in', [], person, null],
    ['signed-in', [], withoutFactor, 'second-factor-required'],
    ['client', [], person, 'account-required'],
    ['client', [], withAccount, null],
    ['client', [], member, 'account-required'],
    ['staff', ['loans.review'], null, 'sign-in-required'],
    ['staff', ['loans.review'], withAccount, 'staff-required'],
    ['staff', ['loans.review'], withoutFactor, 'second-factor-required'],
    ['staff', ['loans.review'], member, null],
    ['staff', ['accounts.credit'], member, 'permission-required'],
    ['staff', ['loans.review'], { ...withoutFactor, isSuspended: true }, 'suspended'],
    ['staff', ['loans.review'], { ...withAccount, isSuspended: true }, 'staff-required'],
    ['entering', [], { ...member, isSuspended: true }, 'suspended'],
    ['signed-in', [], { ...member, isSuspended: true }, 'suspended'],
    ['anyone', [], { ...member, isSuspended: true }, null],
    ['staff', ['loans.review', 'accounts.credit'], member, 'permission-required'],
  ])('%s that needs %j, asked by %j: %s', (access, needed, caller, denial) => {
    expect(denialOf(access, needed, caller)).toBe(denial);
  });
});
