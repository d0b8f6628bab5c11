import { describe, expect, it } from 'vitest';
import { sizeFor } from '#server/testing/size.ts';
import { dueOn, lastDueUpTo, nextDueAfter, type Timetable } from './timetable.ts';

const NIGHTLY: Timetable = { calendar: 'every-day', at: '03:00' };
const PAYOUT: Timetable = { calendar: 'target-days', at: '06:00' };
const REMINDER: Timetable = { calendar: 'working-days', at: '09:00' };
/** A time that the clocks jump over in spring and show twice in autumn. */
const AT_THE_CHANGE: Timetable = { calendar: 'every-day', at: '02:30' };

describe('the next moment at which a job is due', () => {
  it.each([
    [NIGHTLY, '2026-12-05T01:59:59.999Z', '2026-12-05T02:00:00.000Z', 'the same day, before its time'],
    [NIGHTLY, '2026-12-05T02:00:00.000Z', '2026-12-06T02:00:00.000Z', 'exactly at its time: the next day'],
    [NIGHTLY, '2026-12-05T23:30:00.000Z', '2026-12-06T02:00:00.000Z', 'a day that has begun in Paris only'],
    [PAYOUT, '2026-12-24T12:00:00.000Z', '2026-12-28T05:00:00.000Z', 'over Christmas, 26 December, a Sunday'],
    [PAYOUT, '2026-04-02T12:00:00.000Z', '2026-04-07T04:00:00.000Z', 'over Easter'],
    [REMINDER, '2026-04-02T12:00:00.000Z', '2026-04-03T07:00:00.000Z', 'Good Friday is a working day'],
    [REMINDER, '2027-07-13T12:00:00.000Z', '2027-07-15T07:00:00.000Z', 'over 14 July'],
    [NIGHTLY, '2027-03-27T12:00:00.000Z', '2027-03-28T01:00:00.000Z', 'the day the clocks go forward'],
    [NIGHTLY, '2026-10-24T12:00:00.000Z', '2026-10-25T02:00:00.000Z', 'the day the clocks go back'],
    [AT_THE_CHANGE, '2027-03-27T12:00:00.000Z', '2027-03-28T01:30:00.000Z', 'a time that is jumped over'],
    [AT_THE_CHANGE, '2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z', 'shown twice, due once'],
  ])('%o after %s is %s: %s', (timetable, moment, due) => {
    expect(nextDueAfter(timetable, new Date(moment)).toISOString()).toBe(due);
  });
});

describe('the last moment at which a job was due', () => {
  it.each([
    [NIGHTLY, '2026-12-05T02:00:00.000Z', '2026-12-05T02:00:00.000Z', 'exactly at its time'],
    [NIGHTLY, '2026-12-05T01:59:59.999Z', '2026-12-04T02:00:00.000Z', 'before its time: the day before'],
    [PAYOUT, '2026-12-27T12:00:00.000Z', '2026-12-24T05:00:00.000Z', 'on a Sunday after Christmas'],
    [REMINDER, '2026-11-11T12:00:00.000Z', '2026-11-10T08:00:00.000Z', 'on a holiday'],
  ])('%o up to %s is %s: %s', (timetable, moment, due) => {
    expect(lastDueUpTo(timetable, new Date(moment)).toISOString()).toBe(due);
  });
});

/** Every fifth hour comes to each hour of the day within five days; whole, every hour. */
const STEP_MS = sizeFor({ small: 5, whole: 1 }) * 3_600_000;

describe('over four years of hours', () => {
  it.each([NIGHTLY, PAYOUT, REMINDER, AT_THE_CHANGE])('%o is due once on each of its days', (timetable) => {
    let due = lastDueUpTo(timetable, new Date('2026-01-02T12:00:00Z'));
    let next = nextDueAfter(timetable, due);
    // Compared by hand: an expectation an hour takes ten times as long as what it is about.
    const wrong: string[] = [];
    for (let hour = due.getTime(); hour < Date.parse('2030-01-01T00:00:00Z'); hour += STEP_MS) {
      const moment = new Date(hour);
      if (moment >= next) {
        due = next;
        next = nextDueAfter(timetable, due);
      }
      const found = lastDueUpTo(timetable, moment);
      if (found.getTime() !== due.getTime()) wrong.push(`${moment.toISOString()}: ${found.toISOString()}`);
    }
    expect(wrong).toEqual([]);
  });
});

it('a job is not due on a day that is not of its calendar', () => {
  expect(dueOn(PAYOUT, '2026-12-05')).toBeNull();
  expect(dueOn(PAYOUT, '2026-12-07')?.toISOString()).toBe('2026-12-07T05:00:00.000Z');
});
