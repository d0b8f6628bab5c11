import { expect, test } from 'vitest';
import { JOB_NAMES } from '../jobs/timetable.ts';
import { PARAMETER_GROUPS, type ParameterGroup } from '../parameters/parameter-kinds.ts';
import { GOVERNED_OPERATIONS } from '../proposals/policy.ts';
import { HOUSE_PARTS, isGovernedWith, partsByStatus } from './house-parts.ts';
import { isJobOfHouse } from './jobs-of-house.ts';
import { isGroupOfHouse } from './parameters-of-house.ts';

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

const GROUPS = Object.keys(PARAMETER_GROUPS) as ParameterGroup[];

test('LC-6 the dated data and the jobs of a house are those of what it does', () => {
  const groupsOf = (status: string) =>
    GROUPS.filter((group) => !isGroupOfHouse(group, partsByStatus({ mode: 'live', status })));
  expect(groupsOf('finance-company')).toEqual([]);
  expect(groupsOf('payment-institution')).toEqual(['contract', 'usury', 'early', 'default']);
  expect(groupsOf('iobsp-broker')).toEqual([
    'contract',
    'usury',
    'early',
    'default',
    'transfers',
    'receipts',
  ]);
  const jobsOf = (status: string, mode = 'live') =>
    JOB_NAMES.filter((name) => isJobOfHouse(name, partsByStatus({ mode, status }), mode === 'demo'));
  expect(jobsOf('credit-institution', 'demo')).toEqual(JOB_NAMES);
  expect(jobsOf('credit-institution')).toEqual(JOB_NAMES.filter((name) => name !== 'demonstration-bank'));
  expect(jobsOf('payment-institution')).not.toContain('pay-out-loans');
  expect(jobsOf('iobsp-broker').filter((name) => !/^(?:purge|expire|end)-/.test(name))).toEqual([
    'continue-bulk-runs',
  ]);
  // Nothing is hidden while something is left.
  expect(isJobOfHouse('collect-morning', ['running-loans'], false)).toBe(true);
});
