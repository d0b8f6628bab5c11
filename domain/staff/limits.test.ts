import { describe, expect, test } from 'vitest';
import { coversAmount, type Limits, limitPassed, limitsField, limitsOf } from './limits.ts';

const credit = (perActEurMinor: number | null, perDayEurMinor: number | null = null): Limits => [
  { operation: 'accounts.credit', perActEurMinor, perDayEurMinor },
];
const role = (limits: Limits, permissions: readonly string[] = ['accounts.credit'], holdsAll = false) => ({
  permissions,
  holdsAll,
  limits,
});

describe('STAFF-42 limits', () => {
  test.each([
    ['no limit anywhere', [role([])], [], []],
    ['of the role', [role(credit(1000, 5000))], [], credit(1000, 5000)],
    ['of the person', [role([])], credit(700), credit(700)],
    ['the smaller of role and person', [role(credit(1000))], credit(700, 900), credit(700, 900)],
    ['the wider of two roles', [role(credit(1000)), role(credit(4000))], [], credit(4000)],
    ['none where one role has none', [role(credit(1000)), role([])], [], []],
    [
      'a role without the operation does not count',
      [role(credit(1000)), role([], ['loans.review'])],
      [],
      credit(1000),
    ],
    ['all rights are without limits', [role(credit(1000)), role([], [], true)], [], []],
    ['of an operation that nobody may do', [role(credit(1000), ['loans.review'])], [], []],
  ])('%s', (_, roles, own, expected) => {
    expect(limitsOf(roles, own)).toEqual(expected);
  });

  test.each([
    ['exactly the limit', 1000, 0, null],
    ['a cent above', 1001, 0, 1000],
    ['without a rate', null, 0, 1000],
    ['the rest of the day', 1000, 4000, null],
    ['a cent above the rest of the day', 1000, 4001, 5000],
    ['an act of the day without a rate', 1000, null, 5000],
  ])('%s', (_, amount, sameDay, passed) => {
    expect(limitPassed({ perActEurMinor: 1000, perDayEurMinor: 5000 }, amount, sameDay)).toBe(passed);
  });

  test('a voter covers what their own limit permits', () => {
    expect(coversAmount(null, null)).toBe(true);
    expect(coversAmount({ perActEurMinor: 1000, perDayEurMinor: null }, 1000)).toBe(true);
    expect(coversAmount({ perActEurMinor: 1000, perDayEurMinor: null }, 1001)).toBe(false);
    expect(coversAmount({ perActEurMinor: 1000, perDayEurMinor: null }, null)).toBe(false);
    expect(coversAmount({ perActEurMinor: null, perDayEurMinor: 1000 }, 1000)).toBe(true);
    expect(coversAmount({ perActEurMinor: null, perDayEurMinor: 1000 }, 1001)).toBe(false);
  });

  test.each([
    ['negative', -1],
    ['fractional', 1.5],
    ['above safe integers', Number.MAX_SAFE_INTEGER + 2],
    ['text', '100'],
  ])('STAFF-43 a %s limit is refused', (_, value) => {
    expect(limitsField.safeParse(credit(value as number)).success).toBe(false);
  });

  test('STAFF-43 an operation twice, or one without limits, is refused', () => {
    expect(limitsField.safeParse([...credit(1), ...credit(2)]).success).toBe(false);
    expect(limitsField.safeParse([{ ...credit(1)[0], operation: 'fees.create' }]).success).toBe(false);
  });
});
