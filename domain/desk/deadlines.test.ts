import { describe, expect, test } from 'vitest';
import { deadlineAfter, urgencyOf } from './deadlines.ts';

describe('Q-2 deadlines', () => {
  test.each([
    // A Monday, French winter time.
    ['2026-11-23T09:00:00Z', 'target-days', 1, '2026-11-24T23:00:00.000Z'],
    // TARGET is closed on 25 and 26 December 2026, a Friday and a Saturday.
    ['2026-12-24T15:30:00Z', 'target-days', 1, '2026-12-28T23:00:00.000Z'],
    // A Friday: two working days are Monday and Tuesday.
    ['2026-11-20T09:00:00Z', 'working-days', 2, '2026-11-24T23:00:00.000Z'],
    // 23:30 in Paris is still that day.
    ['2026-11-23T22:30:00Z', 'working-days', 1, '2026-11-24T23:00:00.000Z'],
    // The clocks go forward on 28 March 2027; Easter Monday is the 29th.
    ['2027-03-26T09:00:00Z', 'working-days', 1, '2027-03-30T22:00:00.000Z'],
  ] as const)('of what arrives on %s by %s of %s', (arrived, calendar, days, due) => {
    expect(deadlineAfter(new Date(arrived), calendar, days).toISOString()).toBe(due);
  });
});

describe('Q-3 urgency', () => {
  const HOUR = 3_600_000;
  test.each([
    [0, 40, 29, 'calm'],
    [0, 40, 30, 'soon'],
    [0, 40, 40, 'late'],
    // The last quarter counts four hours at least.
    [0, 8, 3.9, 'calm'],
    [0, 8, 4, 'soon'],
  ] as const)('arrived at %s h, due at %s h, seen at %s h: %s', (arrived, due, now, urgency) => {
    expect(urgencyOf(arrived * HOUR, due * HOUR, now * HOUR)).toBe(urgency);
  });
});
