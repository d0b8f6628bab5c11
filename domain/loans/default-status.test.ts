import { describe, expect, it, test } from 'vitest';
import { isCured, isDoubtful, timeBarOf } from './default-status.ts';
import { contractSchedule } from './first-period.ts';
import { declarationDayOf, isIncidentToDeclare } from './incident-declaration.ts';
import type { LoanState } from './loan-state.ts';

const parameters = { daysPastDue: 90, materialityMinor: 10_000, materialityBps: 100 };

describe('LC-84 doubtful loans', () => {
  test.each([
    [91, 10_000, 1_000_000, true],
    [90, 10_000, 1_000_000, false],
    [91, 9_999, 500_000, false],
    [91, 10_000, 1_000_001, false],
    [91, 50_000, 5_000_000, true],
  ])('%i days, %i late of %i: %s', (daysPastDue, arrearsMinor, exposureMinor, expected) => {
    expect(isDoubtful({ daysPastDue, arrearsMinor, exposureMinor }, parameters)).toBe(expected);
  });

  test.each([
    ['2027-04-15', '2027-07-14', false],
    ['2027-04-15', '2027-07-15', true],
    ['2027-11-30', '2028-02-29', true],
    [null, '2028-02-29', false],
  ])('without arrears since %s it is cured on %s: %s', (since, day, expected) => {
    expect(isCured(since, day)).toBe(expected);
  });
});

test('LC-85 the time bar is two years after the first unpaid due date, its alarm six months before', () => {
  expect(timeBarOf('2027-04-15')).toEqual({ lastDay: '2029-04-15', alarmDay: '2028-10-15' });
  expect(timeBarOf(null)).toBeNull();
});

describe('LC-83 an incident to declare', () => {
  const loan = (principalMinor: number, paidRows: number): LoanState => {
    const terms = {
      principalMinor,
      annualRateBps: 590,
      durationMonths: 24,
      payoutDay: '2027-01-12',
      dueDay: 15,
    };
    return {
      ...terms,
      lateInterestPaidMinor: 0,
      rows: contractSchedule(terms).rows.map((row) => ({
        ...row,
        payments:
          row.number <= paidRows
            ? [{ day: row.dueDate, interestMinor: row.interestMinor, capitalMinor: row.principalMinor }]
            : [],
      })),
    };
  };

  test.each([
    [300_000, 2, '2027-05-14', false, 'one unpaid instalment'],
    [300_000, 2, '2027-05-15', true, 'two of them, 265.66'],
    [100_000, 2, '2027-05-15', false, 'two of them, below 150.00'],
    [100_000, 2, '2027-07-15', true, 'four of them, above 150.00'],
    [300_000, 0, '2027-02-15', false, 'only one is due'],
  ])('%i, %i rows paid, on %s: %s (%s)', (principal, paidRows, day, expected) => {
    expect(isIncidentToDeclare(loan(principal, paidRows), day, 15_000)).toBe(expected);
  });

  it('is declared thirty days after its letter at the earliest', () => {
    expect(declarationDayOf('2027-05-17', 30)).toBe('2027-06-16');
  });
});
