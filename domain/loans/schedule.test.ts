import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { monthlyPaymentMinor, monthlyRate } from './annuity.ts';
import {
  accruedInterestMinor,
  amortisationSchedule,
  byYear,
  dueDates,
  scheduleWithPeriods,
  withoutDayInterest,
} from './schedule.ts';
import { roundTaeg, taegOfSchedule } from './taeg.ts';

describe("the contract's own cases", () => {
  test.each<[number, number, number, number, number, number, number]>([
    // principal, months, bps, instalment, last, total due, TAEG
    [1_000_000, 36, 390, 29_480, 29_459, 1_061_259, 3.97],
    [100_000, 12, 390, 8510, 8515, 102_125, 3.97],
    [5_000_000, 84, 390, 68_114, 68_125, 5_721_587, 3.97],
    [2_500_000, 72, 390, 38_999, 39_015, 2_807_944, 3.97],
    [1_000_000, 36, 1990, 37_113, 37_094, 1_336_049, 21.82],
    [1_000_000, 36, 0, 27_778, 27_770, 1_000_000, 0],
  ])(
    '%i over %i months at %i bps',
    (principalMinor, durationMonths, annualRateBps, instalment, last, total, percent) => {
      const schedule = amortisationSchedule({ principalMinor, durationMonths, annualRateBps });
      expect(schedule.instalmentMinor).toBe(instalment);
      expect(schedule.lastInstalmentMinor).toBe(last);
      expect(schedule.totalDueMinor).toBe(total);
      expect(schedule.totalInterestMinor).toBe(total - principalMinor);
      expect(roundTaeg(taegOfSchedule(schedule))).toBe(percent);
    },
  );
});

const terms = fc.record({
  principalMinor: fc.integer({ min: 10_000, max: 10_000_000_000 }),
  annualRateBps: fc.integer({ min: 0, max: 3000 }),
  durationMonths: fc.integer({ min: 1, max: 120 }),
});

describe('whatever the terms', () => {
  test('principal parts sum to the principal, the balance ends at zero, and every row adds up', () => {
    fc.assert(
      fc.property(terms, (input) => {
        const { rows, totalDueMinor, totalInterestMinor, instalmentMinor, lastInstalmentMinor } =
          amortisationSchedule(input);
        let remaining = input.principalMinor;
        let paid = 0;
        for (const row of rows) {
          remaining -= row.principalMinor;
          paid += row.instalmentMinor;
          expect(row.instalmentMinor).toBe(row.interestMinor + row.principalMinor);
          expect(row.remainingMinor).toBe(remaining);
          expect(row.principalMinor).toBeGreaterThanOrEqual(0);
          expect(row.interestMinor).toBeGreaterThanOrEqual(0);
        }
        expect(rows).toHaveLength(input.durationMonths);
        expect(remaining).toBe(0);
        expect(paid).toBe(totalDueMinor);
        expect(totalDueMinor - totalInterestMinor).toBe(input.principalMinor);
        // On tiny principals over long durations a rounded instalment may repay everything before the last row.
        expect(rows.every((row) => row.instalmentMinor === instalmentMinor || row.remainingMinor === 0)).toBe(
          true,
        );
        expect(rows.at(-1)!.instalmentMinor).toBe(lastInstalmentMinor);
        expect(instalmentMinor).toBe(monthlyPaymentMinor(input));
      }),
    );
  });

  test('the last instalment stays within a cent per earlier row of the others, grown by interest', () => {
    fc.assert(
      fc.property(terms, (input) => {
        const { instalmentMinor, lastInstalmentMinor } = amortisationSchedule(input);
        const growth = (1 + input.annualRateBps / 120_000) ** input.durationMonths;
        expect(Math.abs(lastInstalmentMinor - instalmentMinor)).toBeLessThanOrEqual(
          Math.ceil(input.durationMonths * growth) + 1,
        );
      }),
    );
  });
});

test('interest of exactly half a cent goes to the even cent: 15.625 is 15.62 and 15.635 is 15.64', () => {
  const { rows } = amortisationSchedule({ principalMinor: 125_000, annualRateBps: 1500, durationMonths: 4 });
  expect(rows[0]!.interestMinor).toBe(1562);
  expect(scheduleWithPeriods(125_080, [monthlyRate(1500), monthlyRate(1500)]).rows[0]!.interestMinor).toBe(
    1564,
  );
});

test('a tiny principal is repaid early rather than more than owed', () => {
  const { rows } = amortisationSchedule({ principalMinor: 10, annualRateBps: 0, durationMonths: 12 });
  expect(rows.map((row) => row.instalmentMinor)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0]);
});

test('due dates keep the seed day', () => {
  const { rows } = amortisationSchedule({
    principalMinor: 100_000,
    annualRateBps: 390,
    durationMonths: 4,
    firstDueDate: '2027-12-31',
  });
  expect(rows.map((row) => row.dueDate)).toEqual(['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31']);
  expect(
    amortisationSchedule({ principalMinor: 100_000, annualRateBps: 390, durationMonths: 1 }).rows[0],
  ).not.toHaveProperty('dueDate');
});

test.each(['2026-02-29', '2026-13-01', '2026-00-10', '31/01/2026', '', '2026-1-1'])(
  '%j is not a due date',
  (date) => {
    expect(() => dueDates(date, 1)).toThrow(RangeError);
  },
);

test('instalments of whole euros', () => {
  const schedule = amortisationSchedule({
    principalMinor: 1_000_000,
    annualRateBps: 390,
    durationMonths: 36,
    instalmentMultipleMinor: 100,
    instalmentRounding: 'up',
  });
  expect(schedule.instalmentMinor).toBe(29_500);
  expect(schedule.lastInstalmentMinor).toBeLessThan(29_500);
  expect(schedule.rows.reduce((sum, row) => sum + row.principalMinor, 0)).toBe(1_000_000);
});

describe('by year', () => {
  const schedule = amortisationSchedule({
    principalMinor: 1_000_000,
    annualRateBps: 390,
    durationMonths: 30,
  });
  const years = byYear(schedule);

  test('sums each contract year and ends where the schedule ends', () => {
    expect(years.map((year) => [year.year, year.rows.length])).toEqual([
      [1, 12],
      [2, 12],
      [3, 6],
    ]);
    expect(years[0]!.remainingMinor).toBe(schedule.rows[11]!.remainingMinor);
    expect(years.at(-1)!.remainingMinor).toBe(0);
    for (const part of ['instalmentMinor', 'interestMinor', 'principalMinor'] as const) {
      const rows = schedule.rows.reduce((sum, row) => sum + row[part], 0);
      expect(years.reduce((sum, year) => sum + year[part], 0)).toBe(rows);
    }
  });
});

test.each<[string, () => unknown]>([
  [
    'an instalment below the interest',
    () => scheduleWithPeriods(1_000_000, [monthlyRate(1200), monthlyRate(1200)], { instalmentMinor: 9_999 }),
  ],
  [
    'as many grace periods as periods',
    () => scheduleWithPeriods(100, [monthlyRate(0)], { principalGracePeriods: 1 }),
  ],
  ['no period', () => scheduleWithPeriods(100, [])],
  ['a multiple of zero', () => scheduleWithPeriods(100, [monthlyRate(0)], { instalmentMultipleMinor: 0 })],
  [
    'more days than the period has',
    () =>
      accruedInterestMinor({
        remainingMinor: 1,
        periodRate: monthlyRate(1),
        elapsedDays: 32,
        periodDays: 31,
      }),
  ],
])('refuses %s', (_, act) => {
  expect(act).toThrow(RangeError);
});

test('an instalment equal to the interest leaves the principal for the end', () => {
  const schedule = scheduleWithPeriods(1_000_000, [monthlyRate(1200), monthlyRate(1200)], {
    instalmentMinor: 10_000,
  });
  expect(schedule.lastInstalmentMinor).toBe(1_010_000);
});

test('each of the 1287 schedules of the simulator ends at zero and repays exactly what was lent', () => {
  let rows = 0;
  for (let principalMinor = 100_000; principalMinor <= 5_000_000; principalMinor += 50_000) {
    for (let durationMonths = 12; durationMonths <= 84; durationMonths += 6) {
      const schedule = amortisationSchedule({ principalMinor, annualRateBps: 390, durationMonths });
      rows += schedule.rows.length;
      if (
        schedule.rows.at(-1)?.remainingMinor !== 0 ||
        schedule.rows.reduce((sum, row) => sum + row.principalMinor, 0) !== principalMinor
      )
        expect.fail(`${principalMinor} over ${durationMonths} months`);
    }
  }
  expect(rows).toBe(99 * 624);
});

test('LC-6, LC-64 while the payout is back a row demands nothing for the days before its month, and repays the same', () => {
  const plain = amortisationSchedule({ principalMinor: 10_000_00, annualRateBps: 390, durationMonths: 36 });
  const days = [{ number: 1, fromDay: '2026-12-09', toDay: '2027-01-05', interestMinor: 28_85 }];
  const rows = plain.rows.map((row) =>
    row.number === 1
      ? { ...row, interestMinor: row.interestMinor + 28_85, instalmentMinor: row.instalmentMinor + 28_85 }
      : row,
  );
  expect(withoutDayInterest(rows, days)).toEqual(plain.rows);
});
