import { describe, expect, test } from 'vitest';
import {
  isLargeChange,
  RATED_CURRENCIES,
  rateChangePercent,
  rateDeviationBps,
  rateInput,
  requireAcceptedChanges,
  shortRate,
} from './rate.ts';

test.each([
  ['1.08000000', '1.08'],
  ['163.00000000', '163'],
  ['100', '100'],
  ['0.85', '0.85'],
  ['1000.0', '1000'],
])('%s is %s', (rate, short) => {
  expect(shortRate(rate)).toBe(short);
});

test.each([
  ['1.08', '1.08', 0],
  ['1.08', '1.134', 5],
  ['1.08', '10.8', 900],
  ['163', '1.63', -99],
  ['1', '1.0005', 0],
])('from %s to %s is %s %%', (before, after, percent) => {
  expect(rateChangePercent(before, after)).toBe(percent);
});

describe('what an administrator types', () => {
  test('all but the euro have a rate', () => {
    expect(RATED_CURRENCIES).toHaveLength(23);
    expect(RATED_CURRENCIES).not.toContain('EUR');
  });

  test.each([
    [{ rate: '1.0705', asOf: '2026-11-20' }, []],
    [{ rate: '1,07', asOf: '2026-11-20' }, ['rate']],
    [{ rate: '0', asOf: '2026-02-30' }, ['rate', 'asOf']],
    [{ rate: '0.1', asOf: '2026-11-20' }, []],
    [{ rate: '0.09999999', asOf: '2026-11-20' }, ['rate']],
    [{ rate: '0.00000001', asOf: '2026-11-20' }, ['rate']],
    [{ rate: '100000', asOf: '2026-11-20' }, []],
    [{ rate: '100000.00000001', asOf: '2026-11-20' }, ['rate']],
    [{}, ['rate', 'asOf']],
  ])('%j', (input, fields) => {
    const issues = rateInput.safeParse(input).error?.issues ?? [];
    expect(issues.map(({ path }) => path.join('.'))).toEqual(fields);
  });
});

test.each([
  ['1.08', '1.35', false],
  ['1.08', '1.35000001', true],
  ['1.35', '1.08', false],
  ['1.35', '1.07999999', true],
  ['163', '163', false],
  ['163', '1.63', true],
])('from %s to %s is more than a factor of 1.25: %s', (before, after, isLarge) => {
  expect(isLargeChange(before, after, '1.25')).toBe(isLarge);
});

test('a large change is accepted against the last rate as it stands, each for itself', () => {
  const changes = [
    { currency: 'USD', before: '1.08', after: '10.8' },
    { currency: 'JPY', before: '163', after: '164' },
    { currency: 'GBP', before: '0.85', after: '8.5' },
  ] as const;
  const refusalOf = (accepted: Parameters<typeof requireAcceptedChanges>[2]) => {
    try {
      requireAcceptedChanges(changes, '1.25', accepted);
      return null;
    } catch (error) {
      return (error as { fields: { field: string; params: object }[] }).fields;
    }
  };
  expect(refusalOf({})).toMatchObject([
    { field: 'USD', params: { currency: 'USD', before: '1.08', after: '10.8' } },
    { field: 'GBP' },
  ]);
  expect(refusalOf({ USD: '1.08' })).toMatchObject([{ field: 'GBP' }]);
  expect(refusalOf({ USD: '1.09', GBP: '0.85' })).toMatchObject([{ field: 'USD' }]);
  expect(refusalOf({ USD: '1.0800', GBP: '0.85' })).toBeNull();
});

test.each([
  ['1.0000', '1.0200', 200],
  ['1.0000', '1.0201', 201],
  ['1.0000', '1.02000001', 201],
  ['1.0000', '0.9800', 200],
  ['1.0000', '0.97999999', 201],
  ['163.05', '166.311', 200],
  ['163.05', '166.3111', 201],
  ['1.08', '1.08', 0],
  ['0.1', '100000', 9_999_990_000],
] as const)(
  'FOUR-1, FOUR-22 from %s to %s is %d basis points, a part of one as a whole one',
  (before, after, bps) => {
    expect(rateDeviationBps(before, after)).toBe(bps);
  },
);
