import { expect, test } from 'vitest';
import { GOVERNED_OPERATIONS } from '../proposals/policy.ts';
import { HOUSE_PARTS, isGovernedWith, partsByStatus } from './house-parts.ts';

const OF_BANK = [...HOUSE_PARTS];

test.each([
  ['demo', 'iobsp-broker', OF_BANK],
  ['live', 'credit-institution', OF_BANK],
  ['live', 'payment-institution', ['deposits', 'ibans', 'currencies', 'transfers', 'bank-statements']],
  ['live', 'finance-company', ['transfers', 'bank-statements', 'lending', 'running-loans']],
  ['live', 'iobsp-broker', []],
])('LC-6 the parts of the back office of a %s %s', (mode, status, parts) => {
  expect(partsByStatus({ mode, status })).toEqual(parts);
});

test('LC-6, FOUR-23 an intermediary has rules of two people for its clients, staff and settings alone', () => {
  const governed = (status: string) =>
    GOVERNED_OPERATIONS.filter((operation) =>
      isGovernedWith(operation, partsByStatus({ mode: 'live', status })),
    );
  expect(governed('credit-institution')).toEqual(GOVERNED_OPERATIONS);
  expect(governed('iobsp-broker')).toEqual([
    'clients.remove',
    'staff.invite',
    'staff.changeRoles',
    'staff.changeLimits',
    'staff.resume',
    'roles.define',
    'policies.change',
    'parameters.change',
    'lists.export',
  ]);
  expect(governed('payment-institution').filter((operation) => operation.startsWith('loan'))).toEqual([]);
  expect(governed('finance-company')).not.toContain('rates.change');
  // What is left of before is governed until it is gone.
  expect(isGovernedWith('loanRecovery.writeOff', ['running-loans'])).toBe(true);
});
