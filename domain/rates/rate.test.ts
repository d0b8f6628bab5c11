import { describe, expect, test } from 'vitest';
import { RATED_CURRENCIES, rateChangePercent, rateInput, shortRate } from './rate.ts';

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
    [{}, ['rate', 'asOf']],
  ])('%j', (input, fields) => {
    const issues = rateInput.safeParse(input).error?.issues ?? [];
    expect(issues.map(({ path }) => path.join('.'))).toEqual(fields);
  });
});
