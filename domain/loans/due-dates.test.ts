import { expect, test } from 'vitest';
import { ratio } from '../money/rounding.ts';
import {
  actualPeriodRate,
  addDays,
  addMonths,
  daysBetween,
  fractionRate,
  isLastDayOfMonth,
} from './due-dates.ts';

test.each<[string, number, string]>([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2026-01-15', -1, '2025-12-15'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2024-02-29', 12, '2025-02-28'],
  ['2024-02-29', 48, '2028-02-29'],
  ['2026-05-31', 0, '2026-05-31'],
])('%s and %i months is %s', (date, months, expected) => {
  expect(addMonths(date, months)).toBe(expected);
});

test('a seed day comes back after a short month', () => {
  expect(addMonths('2026-02-28', 1, 31)).toBe('2026-03-31');
});

test('days', () => {
  expect(daysBetween('2026-02-28', '2026-03-01')).toBe(1);
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2);
  expect(daysBetween('2026-03-29', '2026-03-28')).toBe(-1);
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  expect([isLastDayOfMonth('2026-02-28'), isLastDayOfMonth('2028-02-28')]).toEqual([true, false]);
  expect(() => daysBetween('2026-02-30', '2026-03-01')).toThrow(RangeError);
});

test('actual days: a period crossing a year is cut at 31 December', () => {
  const annual = ratio(12, 100);
  // 19 days of 2023 and 12 of 2024, a leap year.
  const crossing = actualPeriodRate(annual, '2023-12-12', '2024-01-12', 'actual/actual');
  expect(Number(crossing.numerator) / Number(crossing.denominator)).toBeCloseTo(
    0.12 * (19 / 365 + 12 / 366),
    15,
  );
  // From a 31 December on, and over more than a year.
  const years = actualPeriodRate(annual, '2023-12-31', '2025-12-31', 'actual/actual');
  expect(years).toEqual(ratio(24, 100));
  expect(actualPeriodRate(annual, '2024-01-01', '2024-01-31', 'actual/365')).toEqual(
    ratio(12 * 30, 100 * 365),
  );
  expect(fractionRate(annual, 1, 12)).toEqual(ratio(1, 100));
  expect(() => actualPeriodRate(annual, '2024-01-02', '2024-01-01', 'actual/365')).toThrow(RangeError);
});
