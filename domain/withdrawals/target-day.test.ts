import { expect, test } from 'vitest';
import { isTargetDay, nextTargetDay } from './target-day.ts';

test.each([
  ['2026-11-20', '2026-11-20', 'a Friday'],
  ['2026-11-21', '2026-11-23', 'a Saturday'],
  ['2026-11-22', '2026-11-23', 'a Sunday'],
  ['2027-01-01', '2027-01-04', 'New Year on a Friday'],
  ['2026-05-01', '2026-05-04', 'Labour Day on a Friday'],
  ['2026-04-03', '2026-04-07', 'Good Friday'],
  ['2026-04-06', '2026-04-07', 'Easter Monday'],
  ['2027-03-26', '2027-03-30', 'Good Friday of another year'],
  ['2024-03-29', '2024-04-02', 'Good Friday of a leap year'],
  ['2026-12-25', '2026-12-28', 'Christmas, then a weekend'],
  ['2025-12-25', '2025-12-29', 'Christmas, then a weekend in between'],
])('from %s payments are settled on %s: %s', (day, next) => {
  expect(nextTargetDay(day)).toBe(next);
});

test('other French holidays are working days of the system', () => {
  for (const day of ['2026-07-14', '2026-11-11', '2026-05-14', '2026-05-08'])
    expect(isTargetDay(day)).toBe(true);
});
