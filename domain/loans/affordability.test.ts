import { expect, test } from 'vitest';
import { commitmentsOf, type LoanOfClient } from './affordability.ts';

const loan: LoanOfClient = {
  phase: 'active',
  instalmentMinor: 100_00,
  durationMonths: 12,
  firstDueDate: '2026-01-31',
};
const request: LoanOfClient = { ...loan, phase: 'submitted', firstDueDate: null };

test.each<[string, LoanOfClient, string, [running: number, open: number]]>([
  ['before its first due date', loan, '2025-12-31', [1, 0]],
  ['on the day of its last instalment', loan, '2026-12-31', [1, 0]],
  ['after its last instalment', loan, '2027-01-01', [0, 0]],
  ['granted and not paid out', { ...loan, phase: 'agreed', firstDueDate: null }, '2026-06-01', [1, 0]],
  ['a request that waits', request, '2026-06-01', [0, 1]],
  ['a request in process', { ...request, phase: 'in_review' }, '2026-06-01', [0, 1]],
  ['a refused request', { ...request, phase: 'refused' }, '2026-06-01', [0, 0]],
  ['repaid before its last due date', { ...loan, phase: 'repaid' }, '2026-06-01', [0, 0]],
])('a loan counts for a month of its instalments: %s', (_, one, day, [running, open]) => {
  expect(commitmentsOf([one], day)).toEqual({
    runningLoans: running,
    runningInstalmentsMinor: running * 100_00,
    openRequests: open,
    openInstalmentsMinor: open * 100_00,
  });
});

test('several are summed, loans and requests apart', () => {
  expect(commitmentsOf([loan, loan, request], '2026-06-01')).toEqual({
    runningLoans: 2,
    runningInstalmentsMinor: 200_00,
    openRequests: 1,
    openInstalmentsMinor: 100_00,
  });
});
