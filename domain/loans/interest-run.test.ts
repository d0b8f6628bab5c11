import { describe, expect, it, test } from 'vitest';
import { contractSchedule } from './first-period.ts';
import { interestRunInPeriodMinor, interestRunMinor } from './interest-run.ts';

const terms = {
  principalMinor: 600_000,
  annualRateBps: 490,
  durationMonths: 12,
  payoutDay: '2026-12-09',
  dueDay: 5,
};
const { rows, intercalaryInterestMinor } = contractSchedule(terms);
const run = (day: string, balanceMinor?: number) => interestRunMinor(terms, rows, day, balanceMinor);

describe('LC-66 interest run to a day', () => {
  test.each([
    ['2026-12-09', 0, 'the payout'],
    ['2026-12-31', 1772, 'before the anchor: days of 365'],
    ['2027-01-05', intercalaryInterestMinor, 'the anchor'],
    ['2027-01-31', 4230, 'after it: intercalary, and the share of the month'],
    ['2027-02-04', 4546, 'the day before the first due date'],
    ['2027-02-05', 0, 'the first due date: the row is due'],
    ['2027-02-28', 1849, 'a later month'],
    ['2028-01-05', 0, 'the last due date'],
    ['2028-02-05', 0, 'after it'],
  ])('%s: %i (%s)', (day, interest) => {
    expect(run(day)).toBe(interest);
  });

  it('at the end of a period it is the interest of its row', () => {
    const period = { startDay: '2026-12-09', anchorDay: '2027-01-05', dueDate: '2027-02-05' };
    const whole = interestRunInPeriodMinor(600_000, 490, period, period.dueDate);
    expect(whole).toBe(rows[0]?.interestMinor);
  });

  it('LC-97 runs on a part of the capital alone', () => {
    expect(run('2027-02-20', 100_000)).toBe(219);
  });

  it('refuses a day outside the period', () => {
    expect(() => run('2026-12-08')).toThrow(RangeError);
  });
});
