import { describe, expect, it, test } from 'vitest';
import { contractSchedule, dueDatesFrom, firstPeriodOf, interestOfDaysMinor } from './first-period.ts';

describe('LC-63 due days', () => {
  test.each([
    ['2027-01-15', 15, '2027-01-15', 0, '2027-02-15', 'the payout is on the due day'],
    ['2027-01-15', null, '2027-01-15', 0, '2027-02-15', 'none chosen: the payout own day'],
    ['2027-01-31', null, '2027-01-31', 0, '2027-02-28', 'none chosen at the end of a month'],
    ['2027-01-06', 5, '2027-02-05', 30, '2027-03-05', 'the longest first period'],
    ['2027-02-27', 31, '2027-02-28', 1, '2027-03-31', 'clamped in February, then on the 31st'],
    ['2027-12-20', 10, '2028-01-10', 21, '2028-02-10', 'over a new year'],
  ])(
    'paid out on %s, due day %s: anchor %s, %i days, first due %s (%s)',
    (payout, dueDay, anchorDay, extraDays, firstDueDate, _why) => {
      expect(firstPeriodOf(payout, dueDay)).toMatchObject({ anchorDay, extraDays, firstDueDate });
    },
  );

  test.each([0, 32, 1.5])('%s is no due day', (dueDay) => {
    expect(() => firstPeriodOf('2027-01-15', dueDay)).toThrow(RangeError);
  });

  it('the seed day comes back after each short month', () => {
    expect(dueDatesFrom(firstPeriodOf('2027-01-31', null), 4)).toEqual([
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
    ]);
  });
});

describe('LC-64 intercalary interest', () => {
  it('the example of the rule', () => {
    const { rows, instalmentMinor, lastInstalmentMinor, intercalaryInterestMinor } = contractSchedule({
      principalMinor: 1_000_000,
      annualRateBps: 390,
      durationMonths: 36,
      payoutDay: '2026-12-09',
      dueDay: 5,
    });
    expect([
      intercalaryInterestMinor,
      rows[0]?.instalmentMinor,
      instalmentMinor,
      lastInstalmentMinor,
    ]).toEqual([2885, 32365, 29480, 29459]);
    expect(rows[0]).toMatchObject({ dueDate: '2027-02-05', anchorDay: '2027-01-05' });
    expect(rows[1]).not.toHaveProperty('anchorDay');
  });

  test.each([
    [365, 100, 1, 0],
    [1_000_000, 365, 1, 100],
    [500_000, 73, 1, 10],
    [50_000, 365, 1, 5],
    [5_000, 365, 1, 0],
    [15_000, 365, 1, 2],
  ])('%i at %i bps for %i day is %i: half to even', (balance, rate, days, interest) => {
    expect(interestOfDaysMinor(balance, rate, days)).toBe(interest);
  });
});
