import { expect, test } from 'vitest';
import { comparedMonths, monthly } from './monthly-flows.ts';

test.each([
  [
    'the 22nd',
    '2026-11-22T10:00:00Z',
    '2026-10-31T23:00:00Z',
    '2026-09-30T22:00:00Z',
    '2026-10-22T22:00:00Z',
  ],
  [
    'the first day',
    '2026-11-01T10:00:00Z',
    '2026-10-31T23:00:00Z',
    '2026-09-30T22:00:00Z',
    '2026-10-01T22:00:00Z',
  ],
  [
    'the 31st after a month of 30',
    '2026-12-31T10:00:00Z',
    '2026-11-30T23:00:00Z',
    '2026-10-31T23:00:00Z',
    '2026-11-30T23:00:00Z',
  ],
  [
    'the 31st after February',
    '2027-03-31T10:00:00Z',
    '2027-02-28T23:00:00Z',
    '2027-01-31T23:00:00Z',
    '2027-02-28T23:00:00Z',
  ],
  [
    'the 28th after February',
    '2027-03-28T10:00:00Z',
    '2027-02-28T23:00:00Z',
    '2027-01-31T23:00:00Z',
    '2027-02-28T23:00:00Z',
  ],
  [
    'the 28th of February',
    '2027-02-28T10:00:00Z',
    '2027-01-31T23:00:00Z',
    '2026-12-31T23:00:00Z',
    '2027-01-28T23:00:00Z',
  ],
  [
    'a day of January',
    '2027-01-05T10:00:00Z',
    '2026-12-31T23:00:00Z',
    '2026-11-30T23:00:00Z',
    '2026-12-05T23:00:00Z',
  ],
])(
  '%s is compared with the same days of last month, and no others',
  (_, now, thisMonth, lastMonth, lastMonthEnd) => {
    expect(comparedMonths(new Date(now), 'Europe/Paris')).toEqual({
      thisMonth: new Date(thisMonth),
      lastMonth: new Date(lastMonth),
      lastMonthEnd: new Date(lastMonthEnd),
    });
  },
);

test.each([
  [440_11, 300_00, 46.7],
  [10_00, 40_00, -75],
  [0, 440_11, -100],
  [5_00, 5_00, 0],
  [5_00, 0, null],
])('%i against %i changes by %s percent', (now, before, trendPercent) => {
  expect(monthly(now, before).trendPercent).toBe(trendPercent);
});
