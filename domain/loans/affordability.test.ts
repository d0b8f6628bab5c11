import { expect, test } from 'vitest';
import { commitmentsOf, debtRatioBps, type LoanOfClient, MAX_DEBT_RATIO_BPS } from './affordability.ts';

const loan: LoanOfClient = { phase: 'active', instalmentMinor: 100_00 };
const request: LoanOfClient = { ...loan, phase: 'submitted' };

test.each<[string, LoanOfClient['phase'], [running: number, open: number]]>([
  ['running, its last due date over or not', 'active', [1, 0]],
  ['demanded as a whole', 'accelerated', [1, 0]],
  ['written off, since the claim lives on', 'written_off', [1, 0]],
  ['granted and not paid out', 'agreed', [1, 0]],
  ['a request that waits', 'submitted', [0, 1]],
  ['a request in process', 'in_review', [0, 1]],
  ['a refused request', 'refused', [0, 0]],
  ['repaid', 'repaid', [0, 0]],
  ['withdrawn from and given back', 'retracted', [0, 0]],
])(
  'LC-22 a loan counts for a month of its instalments until it has ended: %s',
  (_, phase, [running, open]) => {
    expect(commitmentsOf([{ ...loan, phase }])).toEqual({
      runningLoans: running,
      runningInstalmentsMinor: running * 100_00,
      openRequests: open,
      openInstalmentsMinor: open * 100_00,
    });
  },
);

test('several are summed, loans and requests apart', () => {
  expect(commitmentsOf([loan, loan, request])).toEqual({
    runningLoans: 2,
    runningInstalmentsMinor: 200_00,
    openRequests: 1,
    openInstalmentsMinor: 100_00,
  });
});

test.each([
  ['of 35.001 % is rounded up', 350_01, 1_000_00, 3501],
  ['is told up to 100 000 %', 1_000_00, 1_00, MAX_DEBT_RATIO_BPS],
  ['is told no higher of an income of one cent', 2_000_000_000_000, 1, MAX_DEBT_RATIO_BPS],
])('LC-22 a debt ratio %s', (_, existingInstalmentsMinor, monthlyIncomeMinor, expected) => {
  expect(debtRatioBps({ monthlyIncomeMinor, existingInstalmentsMinor, instalmentMinor: 0 })).toBe(expected);
});
