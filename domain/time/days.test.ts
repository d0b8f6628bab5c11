import { describe, expect, it } from 'vitest';
import {
  addDays,
  canonicalTimeZone,
  dayIn,
  firstOfMonth,
  instantIn,
  isTimeZone,
  legalDay,
  startOfDayIn,
  timeIn,
} from './days.ts';
import { timeZoneField } from './time-zone-field.ts';

describe('the calendar day of an instant', () => {
  it.each([
    ['Europe/Paris', '2026-11-30T23:30:00Z', '2026-12-01'],
    ['Europe/Paris', '2026-06-30T21:59:59Z', '2026-06-30'],
    ['Europe/Paris', '2026-06-30T22:00:00Z', '2026-07-01'],
    ['Asia/Tokyo', '2026-11-20T15:00:00Z', '2026-11-21'],
    ['America/Guadeloupe', '2026-11-20T03:59:59Z', '2026-11-19'],
    ['UTC', '2026-11-20T23:59:59.999Z', '2026-11-20'],
  ])('in %s, %s is %s', (zone, instant, day) => {
    expect(dayIn(zone, new Date(instant))).toBe(day);
  });

  it('goes with the time of the same clocks', () => {
    expect(timeIn('Europe/Paris', new Date('2026-11-30T23:05:09Z'))).toBe('00:05:09');
  });

  it('of French law is the one of Paris', () => {
    expect(legalDay(new Date('2026-11-20T23:00:00Z'))).toBe('2026-11-21');
  });

  it('of French law is the one of Paris at every hour, also on the days that the clocks change', () => {
    const hours = [1976, 1977, 1996, 2026, 2040].flatMap((year) =>
      Array.from({ length: 366 * 24 }, (_, hour) => new Date(Date.UTC(year, 0, 1, hour))),
    );
    expect(hours.filter((hour) => legalDay(hour) !== dayIn('Europe/Paris', hour))).toEqual([]);
  });
});

it.each([
  'Europe/Paris',
  'Asia/Tokyo',
  'America/St_Johns',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
])(
  'the calendar day in %s is that of Intl at every hour of 2011 and 2026, on the days in which clocks change too',
  (zone) => {
    const asked = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    const wrong: string[] = [];
    for (const year of [2011, 2026])
      for (let hour = 0; hour < 366 * 24; hour += 1) {
        const instant = new Date(Date.UTC(year, 0, 1, hour, 59, 59, 999));
        const parts = new Map(asked.formatToParts(instant).map(({ type, value }) => [type, value]));
        if (dayIn(zone, instant) !== `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`)
          wrong.push(instant.toISOString());
      }
    expect(wrong).toEqual([]);
  },
);

describe('the first moment of a day', () => {
  it.each([
    ['Europe/Paris', '2026-11-20', '2026-11-19T23:00:00.000Z'],
    ['Europe/Paris', '2026-07-01', '2026-06-30T22:00:00.000Z'],
    // The days on which the clocks change.
    ['Europe/Paris', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Paris', '2026-10-25', '2026-10-24T22:00:00.000Z'],
    // Midnight was skipped that day.
    ['Africa/Cairo', '2024-04-26', '2024-04-25T22:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-01-01', '2026-01-01T11:00:00.000Z'],
    ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z'],
  ])('in %s, %s begins at %s', (zone, day, start) => {
    expect(startOfDayIn(zone, day).toISOString()).toBe(start);
  });

  it('ends the day before, in every zone and on every day of a year', () => {
    for (const zone of [
      'Europe/Paris',
      'America/New_York',
      'Africa/Cairo',
      'Asia/Beirut',
      'Australia/Lord_Howe',
    ])
      for (let day = '2026-01-01'; day <= '2026-12-31'; day = addDays(day, 1)) {
        const start = startOfDayIn(zone, day);
        expect(dayIn(zone, start), `${zone} ${day}`).toBe(day);
        expect(dayIn(zone, new Date(start.getTime() - 1)), `${zone} ${day}`).toBe(addDays(day, -1));
      }
  });
});

describe('the moment at which the clocks show a time', () => {
  it.each([
    ['Europe/Paris', '2026-12-05', '06:00', '2026-12-05T05:00:00.000Z', 'winter'],
    ['Europe/Paris', '2026-07-05', '06:00', '2026-07-05T04:00:00.000Z', 'summer'],
    ['Europe/Paris', '2026-12-05', '00:00', '2026-12-04T23:00:00.000Z', 'midnight'],
    ['Europe/Paris', '2027-03-28', '01:30', '2027-03-28T00:30:00.000Z', 'before the clocks go forward'],
    ['Europe/Paris', '2027-03-28', '02:30', '2027-03-28T01:30:00.000Z', 'a time that they jump over'],
    ['Europe/Paris', '2027-03-28', '03:30', '2027-03-28T01:30:00.000Z', 'after they went forward'],
    ['Europe/Paris', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z', 'a time that they show twice'],
    ['Europe/Paris', '2026-10-25', '03:30', '2026-10-25T02:30:00.000Z', 'after they went back'],
  ])('in %s on %s, %s is %s: %s', (zone, day, time, instant) => {
    expect(instantIn(zone, day, time).toISOString()).toBe(instant);
  });

  it('is shown by the clocks at that moment, on every day of two years', () => {
    for (let day = '2026-01-01'; day < '2028-01-01'; day = addDays(day, 1))
      for (const time of ['00:00', '00:30', '06:00', '12:00', '18:30', '23:59']) {
        const instant = instantIn('Europe/Paris', day, time);
        expect([dayIn('Europe/Paris', instant), timeIn('Europe/Paris', instant)], `${day} ${time}`).toEqual([
          day,
          `${time}:00`,
        ]);
      }
  });
});

it('months are counted over the years', () => {
  expect(firstOfMonth('2026-01-31')).toBe('2026-01-01');
  expect(firstOfMonth('2026-01-31', -1)).toBe('2025-12-01');
  expect(firstOfMonth('2026-12-05', 1)).toBe('2027-01-01');
});

it.each([
  ['Europe/Paris', true],
  ['UTC', true],
  ['America/Argentina/Buenos_Aires', true],
  ['Etc/GMT+5', true],
  ['+01:00', false],
  ['Mars/Olympus', false],
  ["Europe/Paris'; select 1", false],
  ['', false],
])('%o is a time zone: %s', (name, is) => {
  expect(isTimeZone(name)).toBe(is);
});

describe('a time zone that a caller names', () => {
  it.each([
    ['Europe/Paris', 'Europe/Paris'],
    ['eUROPE/pARIS', 'Europe/Paris'],
    ['utc', 'UTC'],
    ['US/Eastern', 'America/New_York'],
  ])('%s is %s from there on: nothing is kept by its spelling', (spelled, name) => {
    expect(timeZoneField.parse(spelled)).toBe(name);
    expect(canonicalTimeZone(spelled)).toBe(name);
  });

  it.each(['Mars/Olympus', '+01:00', '', `Europe/${'x'.repeat(60)}`])('%o is refused', (name) => {
    expect(timeZoneField.safeParse(name).error?.issues[0]?.message).toBe('validation.invalid');
    expect(canonicalTimeZone(name)).toBeNull();
  });

  it('has the day of its name however it was spelled, for every zone there is', () => {
    for (const zone of Intl.supportedValuesOf('timeZone'))
      expect(startOfDayIn(timeZoneField.parse(zone.toUpperCase()), '2026-11-20')).toEqual(
        startOfDayIn(zone, '2026-11-20'),
      );
  });
});
