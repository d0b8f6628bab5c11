import { expect, test } from 'vitest';
import { PERMISSIONS } from '../operations.ts';
import { permissionsOfDefault } from '../staff/permission-table.ts';
import { ALL_TOPICS, staffTopicsOf, TOPICS } from './topics.ts';

test.each([
  ['nothing', [], []],
  ['the rates', ['rates.list'], ['rates']],
  ['fees, which a loan suspends', ['fees.review'], ['loans', 'fees']],
  ['no reading permission', ['accounts.credit', 'clients.addNote'], []],
  [
    'everything',
    PERMISSIONS,
    ALL_TOPICS.filter((topic) => !['bulk', 'notifications', 'payees', 'session'].includes(topic)),
  ],
] as const)('STAFF-6 a person who reads %s hears of it and of nothing else', (_, permissions, topics) => {
  expect(staffTopicsOf(permissions)).toEqual(topics);
});

test('STAFF-6 the technical administrator hears of no file of a client by its list', () => {
  // The audit trail, which they read, holds every act.
  const withoutTrail = permissionsOfDefault('technical-admin').filter((name) => name !== 'audit.list');
  // Invitations and roles are proposed and approved as well (STAFF-10).
  // Views are of the lists that a person may read.
  // Dated data is published law and policies of the house.
  expect(staffTopicsOf(withoutTrail)).toEqual([
    'transactions',
    'views',
    'proposals',
    'parameters',
    'rates',
    'staff',
  ]);
});

test('FOUR-10 a proposal is heard by the screens of what it is about, whose direct acts wait for it', () => {
  expect(TOPICS.proposals).toEqual(
    expect.arrayContaining([
      ...['clients', 'loans', 'loanQueues', 'loanRecovery', 'withdrawals'],
      ...['bankLines', 'bankAccounts', 'statements', 'reconciliation', 'corrections'],
    ]),
  );
});
