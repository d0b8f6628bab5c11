import { describe, expect, it, test } from 'vitest';
import {
  dailyInterestMinor,
  interestSincePayoutMinor,
  nettedWithdrawalSum,
  withdrawalSum,
} from './withdrawal-right.ts';

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

describe('LC-57 what was paid before the withdrawal is taken off', () => {
  const on = (payments: Parameters<typeof nettedWithdrawalSum>[1], day = '2027-03-09') =>
    nettedWithdrawalSum(
      {
        principalMinor: 1_000_000,
        annualRateBps: 390,
        payoutDay: '2026-12-09',
        noticeDay: '2027-03-09',
        repayDays: 30,
        day,
      },
      payments,
    );

  test.each([
    // 90 days at 1.06.
    ['nothing paid', [], 9_540, 0, 1_009_540],
    // 31 days at 1.06, then 59 at 1.03 on 9,710.00.
    [
      'an instalment after 31 days',
      [{ day: '2027-01-09', capitalMinor: 29_000, otherMinor: 3_250 }],
      9_363,
      32_250,
      977_113,
    ],
    [
      'two payments of one day, in any order',
      [
        { day: '2027-03-09', capitalMinor: 1_000, otherMinor: 0 },
        { day: '2027-01-09', capitalMinor: 28_000, otherMinor: 3_250 },
        { day: '2027-01-09', capitalMinor: 1_000, otherMinor: 0 },
      ],
      9_363,
      33_250,
      976_113,
    ],
    // All the capital after 31 days, with more interest than the daily amount: the lender gives 14 cents back.
    [
      'more than capital and daily interest',
      [{ day: '2027-01-09', capitalMinor: 1_000_000, otherMinor: 3_300 }],
      3_286,
      1_003_300,
      -14,
    ],
    [
      'a payment after the day does not count',
      [{ day: '2027-03-10', capitalMinor: 500_000, otherMinor: 0 }],
      9_540,
      0,
      1_009_540,
    ],
  ] as const)('%s', (_, payments, interestMinor, paidMinor, totalMinor) => {
    expect(on(payments)).toMatchObject({ capitalMinor: 1_000_000, interestMinor, paidMinor, totalMinor });
  });

  it('is the plain sum where nothing was paid, on every day', () => {
    for (const day of ['2026-12-09', '2026-12-15', '2027-04-01', '2027-04-09']) {
      const plain = withdrawalSum({
        principalMinor: 1_000_000,
        annualRateBps: 390,
        payoutDay: '2026-12-09',
        noticeDay: '2027-03-09',
        repayDays: 30,
        day,
      });
      expect(on([], day)).toEqual({ ...plain, paidMinor: 0, capitalLeftMinor: 1_000_000 });
    }
  });
});
