import { describe, expect, it, test } from 'vitest';
import { dailyInterestMinor, interestSincePayoutMinor, withdrawalSum } from './withdrawal-right.ts';

describe('LC-58 the daily amount', () => {
  test.each([
    [1_000_000, 390, 106],
    [20_000, 390, 2],
    [1_000_000, 0, 0],
    [9_000, 390, 0],
    [36_500, 100, 1],
  ])('of %i at %i bps is %i: rounded down', (principal, rate, daily) => {
    expect(dailyInterestMinor(principal, rate)).toBe(daily);
  });

  it('LC-102 is the target of what is receivable: daily amount × days', () => {
    const loan = { principalMinor: 1_000_000, annualRateBps: 390, payoutDay: '2026-12-09' };
    expect(interestSincePayoutMinor(loan, '2027-01-01')).toBe(2438);
    expect(interestSincePayoutMinor(loan, '2026-12-09')).toBe(0);
  });
});

describe('LC-57, LC-59 what is due, and until when', () => {
  const on = (day: string, payoutDay: string | null = '2026-12-09') =>
    withdrawalSum({
      principalMinor: 1_000_000,
      annualRateBps: 390,
      payoutDay,
      noticeDay: '2026-12-15',
      repayDays: 30,
      day,
    });

  test.each([
    ['2026-12-15', 1_000_636, false],
    ['2027-01-14', 1_003_816, false],
    ['2027-01-15', 1_003_922, true],
  ])('on %s: %i, late %s', (day, totalMinor, isLate) => {
    expect(on(day)).toMatchObject({ totalMinor, isLate, repayBy: '2027-01-14' });
  });

  it('nothing before the payout', () => {
    expect(on('2026-12-15', null)).toMatchObject({ totalMinor: 0, repayBy: null });
  });
});
