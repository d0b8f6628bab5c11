import { describe, expect, it, test } from 'vitest';
import { contractSchedule } from './first-period.ts';
import { dayInterestOf, interestRunInPeriodMinor, interestRunMinor } from './interest-run.ts';
import { amortisationSchedule } from './schedule.ts';

const terms = {
  principalMinor: 600_000,
  annualRateBps: 490,
  durationMonths: 12,
  payoutDay: '2026-12-09',
  dueDay: 5,
};
const { rows, intercalaryInterestMinor } = contractSchedule(terms);
const sum = (of: readonly { instalmentMinor: number }[]) =>
  of.reduce((total, row) => total + row.instalmentMinor, 0);
const run = (day: string, balanceMinor?: number) => interestRunMinor(terms, rows, day, balanceMinor);

describe('LC-66 interest run to a day', () => {
  test.each([
    ['2026-12-08', 0, 'before the payout: LC-6, no interest ran on money that had not left'],
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

  test.each(['2026-12-08', '2027-02-06'])('a period refuses a day outside it: %s', (day) => {
    const period = { startDay: '2026-12-09', anchorDay: '2027-01-05', dueDate: '2027-02-05' };
    expect(() => interestRunInPeriodMinor(600_000, 490, period, day)).toThrow(RangeError);
  });
});

describe('LC-64, LC-68 the interest of single days that rows demand beside their months', () => {
  const rateOf = () => terms.annualRateBps;

  it('is what a contract demands beyond what was agreed', () => {
    const days = dayInterestOf(rows, terms, rateOf);
    expect(days).toEqual([
      { number: 1, fromDay: '2026-12-09', toDay: '2027-01-05', interestMinor: intercalaryInterestMinor },
    ]);
    expect(sum(rows) - amortisationSchedule(terms).totalDueMinor).toBe(intercalaryInterestMinor);
  });

  it('is none when the money is paid out on a due day', () => {
    const onDueDay = { ...terms, payoutDay: '2026-12-05' };
    expect(dayInterestOf(contractSchedule(onDueDay).rows, onDueDay, rateOf)).toEqual([]);
  });

  it('is none of a row that is counted in days alone, or demands nothing (LC-88, LC-92)', () => {
    const [first] = rows;
    if (!first) throw new Error('no row');
    const inDays = { ...first, startDay: '2026-12-20', anchorDay: first.dueDate };
    const suspended = { ...first, interestMinor: 0, principalMinor: 0, instalmentMinor: 0 };
    for (const row of [inDays, suspended]) expect(dayInterestOf([row], terms, rateOf)).toEqual([]);
  });

  it('bears each row at its own rate', () => {
    expect(dayInterestOf(rows, terms, () => 245)[0]?.interestMinor).toBe(1087);
    expect(dayInterestOf(rows, terms, () => 0)).toEqual([]);
  });
});
