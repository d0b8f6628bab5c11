import { describe, expect, test } from 'vitest';
import type { LoanState } from './loan-state.ts';
import { afterRecoveries, linesOfClaim } from './recovered-claim.ts';

/** One demanded row of 1,000.00 and 20.00 of interest, due on 17 March, at 3.90 %. */
const STATE: LoanState = {
  annualRateBps: 390,
  payoutDay: '2026-11-28',
  dueDay: 28,
  lateInterestPaidMinor: 0,
  rows: [
    {
      number: 1,
      dueDate: '2027-03-17',
      periodStart: '2026-11-28',
      instalmentMinor: 1_020_00,
      interestMinor: 20_00,
      principalMinor: 1_000_00,
      remainingMinor: 0,
      payments: [],
    },
  ],
} as never;
const CLAIM = { state: STATE, indemnityMinor: 80_00, costsMinor: 15_00, otherMinor: 0 };
const lines = (recoveries: { day: string; amountMinor: number }[], day = '2027-05-17') =>
  linesOfClaim(afterRecoveries(CLAIM, recoveries), day, { isFrozen: false });

describe('LC-78, LC-85 money that came in after a write-off', () => {
  const LATE = lines([]).lateInterestMinor;
  test.each([
    ['nothing', 0, [20_00, 1_000_00, LATE, 80_00, 15_00]],
    ['a part of the interest', 5_00, [15_00, 1_000_00, LATE, 80_00, 15_00]],
    ['interest, then capital', 520_00, [0, 500_00, LATE, 80_00, 15_00]],
    ['then late interest and the indemnity', 1_020_00 + LATE + 30_00, [0, 0, 0, 50_00, 15_00]],
    ['all of it', 1_115_00 + LATE, [0, 0, 0, 0, 0]],
  ])('%s', (_, amountMinor, expected) => {
    const left = lines(amountMinor > 0 ? [{ day: '2027-05-17', amountMinor }] : []);
    expect([
      left.interestMinor,
      left.capitalMinor,
      left.lateInterestMinor,
      left.indemnityMinor,
      left.costsMinor,
    ]).toEqual(expected);
    expect(left.totalMinor).toBe(1_115_00 + LATE - amountMinor);
  });

  test('capital that came in bears no late interest from its day on, whatever the order of the list', () => {
    const recoveries = [
      { day: '2027-04-20', amountMinor: 300_00 },
      { day: '2027-04-10', amountMinor: 520_00 },
    ];
    const left = lines(recoveries);
    expect(left.capitalMinor).toBe(200_00);
    expect(left.lateInterestMinor).toBeLessThan(LATE);
    expect(left.perDayMinor).toBe(2);
    expect(lines(recoveries.toReversed())).toEqual(left);
  });

  test('of a loan that was not accelerated, the rest goes to what is not late; a frozen one adds nothing a day', () => {
    const claim = { ...CLAIM, otherMinor: 400_00 };
    const all = linesOfClaim(claim, '2027-05-17', { isFrozen: true });
    const left = afterRecoveries(claim, [{ day: '2027-05-17', amountMinor: all.totalMinor - 100_00 }]);
    expect(linesOfClaim(left, '2027-05-17', { isFrozen: true })).toMatchObject({
      capitalMinor: 100_00,
      totalMinor: 100_00,
      perDayMinor: 0,
    });
  });
});
