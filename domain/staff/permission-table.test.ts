import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  OPERATIONS,
  PERMISSIONS,
  type Permission,
  STAFF_OPERATIONS,
  writesForOthers,
} from '../operations.ts';
import { DEFAULT_ROLE_CODES, HOLDERS, permissionsOfDefault } from './permission-table.ts';

/**
 * STAFF-10 as a table of rights: adviser, analyst, credit manager, payments, accountant, compliance, auditor, technical. The limits
 * of « l » are STAFF-42's.
 */
const TABLE: readonly (readonly [Permission, string])[] = [
  ['overview.administrator', 'xxxxxxxx'],
  ['overview.counts', 'xxxxxxxx'],
  ['overview.find', 'xxxxxxxx'],
  ['clients.list', 'xxxxxxx-'],
  ['clients.show', 'xxxxxxx-'],
  ['overview.clientTimeline', 'xxxxxxx-'],
  ['clients.addNote', 'xxxxxx--'],
  ['clients.endSessions', 'x-xx-x-x'],
  ['accounts.activate', 'x-xx-x--'],
  ['accounts.assignIban', '---x----'],
  ['accounts.credit', '---xx---'],
  ['fees.review', 'x--xxxx-'],
  ['fees.create', 'x--x----'],
  ['fees.settle', '---xx---'],
  ['loans.review', 'xxxxxxx-'],
  ['loans.reviewOne', 'xxxxxxx-'],
  ['loans.decide.process', 'xxx-----'],
  ['loans.decide.reject', '-xx--x--'],
  ['loans.decide.approve', '-xx-----'],
  ['loanOffers.issue', '-xx-----'],
  ['loanOffers.decideAgreement.agree', '--x-----'],
  ['loanOffers.decideAgreement.refuse', '--x-----'],
  ['loanFile.reviewDocument', 'xxx--x--'],
  ['loanFile.consultFicp', '-xx--x--'],
  ['loanRepayments.measure.propose', '-xx-----'],
  ['loanRepayments.measure.impose', '-xx-----'],
  ['loanRecovery.formalNotice', '-xx-----'],
  ['loanRecovery.accelerate', '--x-----'],
  ['loanRecovery.writeOff', '--x-----'],
  ['loanRecovery.freeze.freeze', '--x-----'],
  ['loanRecovery.provide', '----x---'],
  ['loanRecovery.taxCosts', '-xx-----'],
  ['loanOffers.extendWithdrawal', '--x--x--'],
  ['loanRecovery.recover', '----x---'],
  ['loanRecovery.forfeitInterest', '--x--x--'],
  ['withdrawals.review', 'x-xxxxx-'],
  ['withdrawals.reviewOne', 'x-xxxxx-'],
  ['withdrawals.decide.process', '---x----'],
  ['withdrawals.decide.approve', '---x----'],
  ['withdrawals.decide.reject', '---x-x--'],
  ['withdrawals.decide.complete', '---x----'],
  ['withdrawalBatches.list', '---xxxx-'],
  ['withdrawalBatches.show', '---xxxx-'],
  ['withdrawalBatches.export', '---x----'],
  ['withdrawalBatches.file', '---x----'],
  ['withdrawalBatches.execute', '---x----'],
  ['withdrawalBatches.cancel', '---x----'],
  ['mandates.review', 'x-xxxxx-'],
  ['mandates.reviewPaper', 'x-xxxxx-'],
  ['mandates.suspend', 'x--x----'],
  ['mandates.resume', '---x----'],
  ['mandates.recordCall', 'x--x----'],
  ['directDebits.list', '---xxxx-'],
  ['directDebits.show', '---xxxx-'],
  ['directDebits.failures', 'x-xxxxx-'],
  ['directDebits.file', '---x----'],
  ['directDebits.export', '---x----'],
  ['directDebits.settle', '---x----'],
  ['directDebits.cancel', '---x----'],
  ['directDebits.recordFailure', '---x----'],
  ['overview.trialBalance', '--xxxxxx'],
  ['rates.list', '--xxxxxx'],
  ['rates.change', '----x---'],
  ['rates.import', '----x---'],
  ['audit.list', '----xxxx'],
  ['audit.verification', '----xxxx'],
  ['audit.export', '-----xx-'],
  ['clients.remove', '-----x--'],
  ['staff.list', '--x--xxx'],
  ['roles.list', '--x--xxx'],
  ['staff.invite', '-------x'],
  ['staff.changeRoles', '-------x'],
  ['staff.suspend', '-----x-x'],
  ['staff.resume', '-------x'],
  ['staff.endSessions', '-----x-x'],
  ['staff.endSession', '-----x-x'],
  ['staff.endTeamSessions', '-----x-x'],
  ['staff.changeLimits', '-------x'],
  ['staff.changeDetails', '-------x'],
  ['staff.declareLink', 'xxxxxx-x'],
  ['staff.removeLink', '-----x--'],
  ['roles.define', '-------x'],
  ['parameters.list', 'xxxxxxxx'],
  ['parameters.change', '-----x--'],
  ['policies.list', '--x--xxx'],
  ['policies.change', '-----x--'],
  ['proposals.list', 'xxxxxxxx'],
  ['proposals.show', 'xxxxxxxx'],
  ['proposals.create', 'xxxxxx-x'],
  ['proposals.withdraw', 'xxxxxx-x'],
  ['proposals.approve', '--xxxx--'],
  ['proposals.refuse', '--xxxx--'],
  ['proposals.emergency', '--xx-x--'],
  ['proposals.review', '--x--x--'],
  ['proposals.toggle', '-----x--'],
  ['tasks.take', 'xxxx-x--'],
  ['tasks.release', 'xxxx-x--'],
  ['tasks.assign', '--x--x--'],
  ['lists.export', '--xxxxx-'],
  ['views.share', '--xxxx--'],
  ['fields.ficpOutcome', '-xx--x--'],
  ['fields.identityDocuments', 'xxx--x--'],
  ['fields.income', 'xxx--xx-'],
  ['fields.fullIban', '---xxxx-'],
  ['fields.notes', 'xxxxxx--'],
  ['fields.staffNames', 'xxxxxxxx'],
];

test.each(TABLE)('STAFF-10 %s is held by %s', (permission, row) => {
  const held = DEFAULT_ROLE_CODES.map((code) => (HOLDERS[permission].includes(code) ? 'x' : '-')).join('');
  expect(held).toBe(row);
});

test('STAFF-2 every permission has its row, and no row is of a permission that is not there', () => {
  expect(Object.keys(HOLDERS).sort()).toEqual([...PERMISSIONS].sort());
});

test('STAFF-10 every operation of the staff is in a default role, and an auditor holds none that writes', () => {
  expect(STAFF_OPERATIONS.filter((operation) => HOLDERS[operation].length === 0)).toEqual([]);
  const written = STAFF_OPERATIONS.filter(
    (operation) => writesForOthers(operation) && HOLDERS[operation].includes('auditor'),
  );
  // An export changes nothing; its line says who took the rows out of the house.
  expect(written.sort()).toEqual(['audit.export', 'lists.export']);
});

test('STAFF-10 who manages access holds no operation that does something to money', () => {
  const money = STAFF_OPERATIONS.filter(
    (operation) => OPERATIONS[operation].money !== 'none' && HOLDERS[operation].includes('technical-admin'),
  );
  expect(money).toEqual([]);
});

test('STAFF-9 the permissions of a default role are those whose row names it', () => {
  expect(permissionsOfDefault('technical-admin')).toContain('jobs.list');
  expect(permissionsOfDefault('technical-admin')).not.toContain('clients.list');
});

test('STAFF-8 the editor of roles has a sentence for each permission: the act has that of the audit trail, the rest one of its own', () => {
  const words = (file: string) =>
    JSON.parse(readFileSync(new URL(`../../locales/fr/${file}.json`, import.meta.url), 'utf8'));
  const { permissions } = words('admin-staff') as { permissions: Record<string, string> };
  const { operations } = words('admin-audit') as { operations: Record<string, string> };
  expect(PERMISSIONS.filter((name) => !permissions[name] && !operations[name])).toEqual([]);
});
