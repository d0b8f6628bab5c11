import { describe, expect, it, test } from 'vitest';
import { addDaysOf, CALENDARS, firstDayOf, isDayOf } from './calendars.ts';
import { addDays } from './days.ts';

/** Days of a year on which a calendar is closed although it is no weekend. */
function closedWeekdays(calendar: (typeof CALENDARS)[number], year: number): string[] {
  const closed: string[] = [];
  for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = addDays(day, 1))
    if (![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) && !isDayOf(calendar, day))
      closed.push(day);
  return closed;
}

function daysInYear(calendar: (typeof CALENDARS)[number], year: number): number {
  let count = 0;
  for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = addDays(day, 1))
    if (isDayOf(calendar, day)) count += 1;
  return count;
}

describe('PAY-7 days on which TARGET is open', () => {
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
    expect(firstDayOf('target-days', day)).toBe(next);
  });

  it.each([
    [2026, ['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01', '2026-12-25'], 256],
    [2028, ['2028-04-14', '2028-04-17', '2028-05-01', '2028-12-25', '2028-12-26'], 255],
  ])('in %i it closes on the weekdays %j and opens on %i days', (year, closed, open) => {
    expect(closedWeekdays('target-days', year)).toEqual(closed);
    expect(daysInYear('target-days', year)).toBe(open);
  });

  test('it is open on the other French holidays', () => {
    for (const day of ['2026-07-14', '2026-11-11', '2026-05-14', '2026-05-08'])
      expect(isDayOf('target-days', day)).toBe(true);
  });
});

describe('LC-11 working days of metropolitan France (C. trav. L3133-1)', () => {
  it.each([
    [
      2026,
      [
        '2026-01-01',
        '2026-04-06',
        '2026-05-01',
        '2026-05-08',
        '2026-05-14',
        '2026-05-25',
        '2026-07-14',
        '2026-11-11',
        '2026-12-25',
      ],
    ],
    [
      2027,
      ['2027-01-01', '2027-03-29', '2027-05-06', '2027-05-17', '2027-07-14', '2027-11-01', '2027-11-11'],
    ],
    // Ascension and 8 May differ by a week, and Easter is as late as it can be in 2038.
    [
      2038,
      ['2038-01-01', '2038-04-26', '2038-06-03', '2038-06-14', '2038-07-14', '2038-11-01', '2038-11-11'],
    ],
  ])('in %i the holidays on weekdays are %j', (year, holidays) => {
    expect(closedWeekdays('working-days', year)).toEqual(holidays);
  });

  it('include Good Friday and 26 December, when TARGET is closed', () => {
    for (const day of ['2026-04-03', '2028-12-26']) {
      expect(isDayOf('working-days', day)).toBe(true);
      expect(isDayOf('target-days', day)).toBe(false);
    }
  });

  it.each([
    ['2026-12-25', '2026-12-28', 'LC-12: J+14 on Christmas Day'],
    ['2027-03-29', '2027-03-30', 'J+14 on Easter Monday'],
    ['2027-04-03', '2027-04-05', 'J+14 on a Saturday'],
    ['2028-03-14', '2028-03-14', 'J+14 on a working day'],
  ])('a period whose last day is %s is extended to %s: %s', (day, extended) => {
    expect(firstDayOf('working-days', day)).toBe(extended);
  });
});

describe('days counted by a calendar', () => {
  it.each([
    ['every-day', '2026-12-31', 1, '2027-01-01'],
    ['every-day', '2026-12-31', 0, '2026-12-31'],
    ['target-days', '2026-12-24', 1, '2026-12-28'],
    ['target-days', '2026-12-28', -1, '2026-12-24'],
    ['target-days', '2026-04-02', 5, '2026-04-13'],
    ['target-days', '2026-11-21', 1, '2026-11-23'],
    ['target-days', '2026-11-21', -1, '2026-11-20'],
    ['target-days', '2026-11-21', 0, '2026-11-21'],
    ['working-days', '2026-12-24', 1, '2026-12-28'],
    ['working-days', '2027-07-13', 1, '2027-07-15'],
    ['working-days', '2026-05-07', 10, '2026-05-26'],
    ['working-days', '2026-05-26', -10, '2026-05-07'],
  ] as const)('%s: %s and %i days is %s', (calendar, day, count, expected) => {
    expect(addDaysOf(calendar, day, count)).toBe(expected);
  });

  it('a day back and one on is the day itself, on every day of each calendar over ten years', () => {
    for (const calendar of CALENDARS)
      for (let day = '2026-01-01'; day < '2036-01-01'; day = addDays(day, 1))
        if (isDayOf(calendar, day)) {
          const next = addDaysOf(calendar, day, 1);
          expect(addDaysOf(calendar, next, -1), `${calendar} ${day}`).toBe(day);
          expect(firstDayOf(calendar, addDays(day, 1)), `${calendar} ${day}`).toBe(next);
        }
  });
});
