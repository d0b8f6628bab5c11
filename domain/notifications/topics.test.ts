import { expect, test } from 'vitest';
import { PERMISSIONS } from '../operations.ts';
import { permissionsOfDefault } from '../staff/permission-table.ts';
import { ALL_TOPICS, staffTopicsOf } from './topics.ts';

test.each([
  ['nothing', [], []],
  ['the rates', ['rates.list'], ['rates']],
  ['fees, which a loan suspends', ['fees.review'], ['loans', 'fees']],
  ['no reading permission', ['accounts.credit', 'clients.addNote'], []],
  [
    'everything',
    PERMISSIONS,
    ALL_TOPICS.filter((topic) => !['notifications', 'payees', 'session'].includes(topic)),
  ],
] as const)('STAFF-6 a person who reads %s hears of it and of nothing else', (_, permissions, topics) => {
  expect(staffTopicsOf(permissions)).toEqual(topics);
});

test('STAFF-6 the technical administrator hears of no file of a client by its list', () => {
  // The audit trail, which they read, holds every act.
  const withoutTrail = permissionsOfDefault('technical-admin').filter((name) => name !== 'audit.list');
  // Invitations and roles are proposed and approved as well (STAFF-10).
  expect(staffTopicsOf(withoutTrail)).toEqual(['transactions', 'proposals', 'rates', 'staff']);
});
