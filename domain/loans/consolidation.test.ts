import { describe, expect, test } from 'vitest';
import { consolidationOf, namesRepaidDebts } from './consolidation.ts';
import type { CurrentLoan, OtherDebt } from './solvency.ts';

const CAP = { thresholdMinor: 10_000_00, capBps: 100 };
const CAR: CurrentLoan = {
  kind: 'linked',
  lender: 'Banque Exemple',
  instalmentMinor: 310_00,
  remainingMinor: 6_900_00,
  endMonth: '2028-12',
  isRepaid: true,
};
const CARD: CurrentLoan = { ...CAR, kind: 'revolving', instalmentMinor: 50_00, remainingMinor: 900_00 };
const TAX: OtherDebt = { kind: 'taxes', amountMinor: 640_00, dueOn: '2027-01-15' };

describe('LC-24 R312-5: at least two debts, one of them a running credit', () => {
  test.each([
    ['two credits', [CAR, CARD], [], true],
    ['a credit and another debt', [CAR], [TAX], true],
    ['one credit', [CAR], [], false],
    ['two debts without a credit', [], [TAX, TAX], false],
    ['two credits of which one is kept', [CAR, { ...CARD, isRepaid: false }], [], false],
    ['a sheet from before the question', [{ ...CAR, isRepaid: undefined }, CARD], undefined, false],
  ])('%s: %s', (_, currentLoans, otherDebts, expected) => {
    expect(namesRepaidDebts({ currentLoans, otherDebts })).toBe(expected);
  });
});

describe('LC-24 R314-20: what a consolidation replaces', () => {
  test('counts the credits that are repaid and the other debts', () => {
    const kept = { ...CARD, isRepaid: false };
    const found = consolidationOf({ currentLoans: [CAR, CARD, kept], otherDebts: [TAX] }, '2026-12-11', CAP);
    expect(found.loans).toHaveLength(2);
    expect(found).toMatchObject({
      neededMinor: 6_900_00 + 900_00 + 640_00,
      totalDueMinor: 24 * 310_00 + 24 * 50_00 + 640_00,
      instalmentsMinor: 360_00,
      indemnityCapMinor: 0,
    });
  });

  test.each([
    ['months are counted to the last instalment', CAR, '2026-12-31', { monthsLeft: 24 }],
    ['a credit that ends this month has none left', CAR, '2028-12-01', { monthsLeft: 0 }],
    ['never less is due than the capital', CAR, '2028-12-01', { totalDueMinor: 6_900_00 }],
    ['L312-34: no indemnity up to the threshold', CAR, '2026-12-01', { indemnityCapMinor: 0 }],
    [
      'L312-34: at most 1 % of the capital above it, rounded down',
      { ...CAR, remainingMinor: 12_345_67 },
      '2026-12-01',
      { indemnityCapMinor: 123_45 },
    ],
    [
      'R313-25: at most 3 % of a housing loan',
      { ...CAR, kind: 'housing' as const },
      '2026-12-01',
      { indemnityCapMinor: 207_00 },
    ],
  ])('%s', (_, loan, day, expected) => {
    expect(consolidationOf({ currentLoans: [loan] }, day, CAP).loans[0]).toMatchObject(expected);
  });
});
