import { describe, expect, test } from 'vitest';
import type { Permission } from '../operations.ts';
import { conflictsOf } from './conflicts.ts';
import { invitationInput, plainEmail } from './member.ts';
import { DEFAULT_ROLE_CODES, permissionsOfDefault } from './permission-table.ts';
import { MEMBER_EVENTS, MEMBER_STATUSES, memberAfter } from './status.ts';

describe('STAFF-10 roles that conflict', () => {
  const roles = [
    ...DEFAULT_ROLE_CODES.map((code) => ({
      code: code as string,
      holdsAll: false,
      permissions: permissionsOfDefault(code),
    })),
    { code: 'admin', holdsAll: true, permissions: [] as Permission[] },
    { code: 'reader', holdsAll: false, permissions: ['loans.review'] as Permission[] },
  ];
  const held = (codes: string) => roles.filter(({ code }) => codes.split(' ').includes(code));

  test.each([
    ['adviser payments', [], []],
    ['auditor reader', [], []],
    ['auditor adviser', ['refuse auditor adviser'], ['refuse auditor adviser']],
    ['technical-admin payments', ['warn technical-admin payments'], ['refuse technical-admin payments']],
    ['technical-admin reader', [], []],
    ['accountant payments', ['warn accountant payments'], ['warn accountant payments']],
    [
      'compliance adviser credit-analyst',
      ['warn compliance adviser', 'warn compliance credit-analyst'],
      ['warn compliance adviser', 'warn compliance credit-analyst'],
    ],
    ['admin auditor', [], []],
    ['admin payments accountant', ['warn accountant payments'], ['warn accountant payments']],
  ])('%s', (codes, demo, live) => {
    const said = (mode: 'demo' | 'live') =>
      conflictsOf(held(codes), mode).map(({ a, b, severity }) => `${severity} ${a} ${b}`);
    expect(said('demo')).toEqual(demo);
    expect(said('live')).toEqual(live);
  });
});

test('STAFF-16 the table of states', () => {
  const possible = MEMBER_STATUSES.flatMap((from) =>
    MEMBER_EVENTS.flatMap((event) => {
      const to = memberAfter(from, event);
      return to ? [`${from} ${event} ${to}`] : [];
    }),
  );
  expect(possible).toEqual([
    'invited accept active',
    'invited revoke revoked',
    'active suspend suspended',
    'active leave left',
    'suspended resume active',
    'suspended leave left',
  ]);
});

test.each([
  ['Anne@Example.test', 'anne@example.test'],
  [' anne@example.test ', 'anne@example.test'],
  ['ａｎｎｅ@ｅｘａｍｐｌｅ.test', 'anne@example.test'],
  ['anne@example。test', 'anne@example.test'],
  ['anne@example．test', 'anne@example.test'],
])('STAFF-43 %j is the address %s', (typed, plain) => {
  expect(plainEmail(typed)).toBe(plain);
  const input = { email: typed, firstName: 'Anne', lastName: 'Roy', roles: ['auditor'] };
  expect(invitationInput.parse(input).email).toBe(plain);
});

test.each([
  ['roles', { roles: ['auditor', 'auditor'] }],
  ['roles', { roles: [] }],
  ['roles', { roles: [...'abcdefghij'].map((letter) => `role-${letter}`) }],
  ['email', { email: 'no address' }],
  ['firstName', { firstName: ' ' }],
  ['lastName', { lastName: 'x'.repeat(101) }],
  ['title', { title: 'x'.repeat(81) }],
  ['phone', { phone: 'douze' }],
])('STAFF-43 a fault of %s: %j', (field, fault) => {
  const input = { email: 'anne@example.test', firstName: 'Anne', lastName: 'Roy', roles: ['auditor'] };
  const { error } = invitationInput.safeParse({ ...input, ...fault });
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
});
