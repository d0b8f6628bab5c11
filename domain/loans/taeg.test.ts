import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amortisationSchedule } from './schedule.ts';
import { roundTaeg, taeg, taegBps, taegOfSchedule, yearsBetween } from './taeg.ts';

test('one payment a year later at 10 %', () => {
  const percent = taeg({
    drawdowns: [{ amountMinor: 100_000, years: 0 }],
    payments: [{ amountMinor: 110_000, years: 1 }],
  });
  expect(percent).toBeCloseTo(10, 11);
});

test('the specified deposit counted as a cost would be a usurious loan (81.68 % and 5.73 %)', () => {
  const small = amortisationSchedule({ principalMinor: 100_000, annualRateBps: 390, durationMonths: 12 });
  const large = amortisationSchedule({ principalMinor: 1_000_000, annualRateBps: 390, durationMonths: 36 });
  expect(roundTaeg(taegOfSchedule(small, { feesAtDrawdownMinor: 25_000 }))).toBe(81.68);
  expect(roundTaeg(taegOfSchedule(large, { feesAtDrawdownMinor: 25_000 }))).toBe(5.73);
});

test('solves the equation whatever the rate, the cost and the duration', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -60, max: 400 }),
      fc.array(
        fc.record({
          amountMinor: fc.integer({ min: 1, max: 1e7 }),
          months: fc.integer({ min: 1, max: 360 }),
        }),
        {
          minLength: 1,
          maxLength: 20,
        },
      ),
      (percent, list) => {
        const payments = list.map(({ amountMinor, months }) => ({ amountMinor, years: months / 12 }));
        const rate = percent / 100;
        // Drawn so that the rate is the solution, as a float: no rounding to the cent on this side.
        const drawn = payments.reduce(
          (sum, { amountMinor, years }) => sum + amountMinor * (1 + rate) ** -years,
          0,
        );
        const found = taeg({ drawdowns: [{ amountMinor: drawn, years: 0 }], payments });
        expect(Math.abs(found - percent)).toBeLessThan(1e-7 * Math.max(1, Math.abs(percent)));
      },
    ),
  );
});

test.each<[string, Parameters<typeof taeg>[0]]>([
  ['no payment', { drawdowns: [{ amountMinor: 100, years: 0 }], payments: [] }],
  ['no drawdown', { drawdowns: [], payments: [{ amountMinor: 100, years: 1 }] }],
  [
    'a payment at once of what was drawn',
    { drawdowns: [{ amountMinor: 100, years: 0 }], payments: [{ amountMinor: 100, years: 0 }] },
  ],
])('%s has no rate', (_, flows) => {
  expect(() => taeg(flows)).toThrow(RangeError);
});

test.each<[number, 1 | 2, number]>([
  [10.447, 1, 10.4],
  [10.45, 1, 10.5],
  [3.965, 2, 3.97],
  [1.005, 2, 1.01],
  [3.9649, 2, 3.96],
  [0, 2, 0],
])('%d rounds half up to %i decimals as %d', (percent, decimals, expected) => {
  expect(roundTaeg(percent, decimals)).toBe(expected);
});

test('in basis points', () => {
  expect(taegBps(3.9712)).toBe(397);
  expect(taegBps(21.8199)).toBe(2182);
});

describe('intervals', () => {
  test('both ends of a month are whole months apart, as our due dates are', () => {
    expect(yearsBetween('2027-01-31', '2027-02-28', 'month')).toBeCloseTo(1 / 12, 14);
    expect(yearsBetween('2027-02-28', '2027-03-31', 'month')).toBeCloseTo(1 / 12, 14);
    expect(yearsBetween('2024-02-29', '2028-02-29', 'year')).toBe(4);
  });

  test('the same day is no time, and time does not run backwards', () => {
    expect(yearsBetween('2026-11-20', '2026-11-20', 'month')).toBe(0);
    expect(yearsBetween('2026-11-20', '2026-11-21', 'week')).toBeCloseTo(1 / 365, 14);
    expect(() => yearsBetween('2026-11-20', '2026-11-19', 'month')).toThrow(RangeError);
  });
});
