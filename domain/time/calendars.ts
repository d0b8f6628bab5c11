import { createBoundedCache } from '../bounded-cache.ts';
import { addDays } from './days.ts';

/**
 * The calendars by which the house counts days. They differ: Good Friday and 26 December are working days on which TARGET is closed, and
 * 14 July is a public holiday on which TARGET is open.
 * - `every-day`: all days.
 * - `working-days`: Monday to Friday without the eleven public holidays of metropolitan France (C. trav. L3133-1).
 * - `target-days`: days on which TARGET, the Eurosystem's system, is open and SEPA payments are settled: Monday to Friday without 1 January,
 *   Good Friday, Easter Monday, 1 May, 25 and 26 December.
 */
export const CALENDARS = ['every-day', 'working-days', 'target-days'] as const;
export type Calendar = (typeof CALENDARS)[number];

/** Holidays on the same date every year, MM-DD. */
const FIXED_HOLIDAYS = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'];
/** Holidays in days after Easter Sunday: Easter Monday, Ascension, Whit Monday. */
const HOLIDAYS_AFTER_EASTER = [1, 39, 50];
const FIXED_TARGET_CLOSINGS = ['01-01', '05-01', '12-25', '12-26'];
/** Good Friday and Easter Monday. */
const TARGET_CLOSINGS_AFTER_EASTER = [-2, 1];

/** Easter Sunday of a Gregorian year, YYYY-MM-DD (Meeus, Jones and Butcher). */
function easterSunday(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return new Date(Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1)).toISOString().slice(0, 10);
}

function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}

/** The days of a year on which a calendar is closed beside weekends, by both: a list asks of several days for each of its rows. */
const closings = createBoundedCache<ReadonlySet<string>>(200);

function closingsOf(calendar: 'working-days' | 'target-days', year: string): ReadonlySet<string> {
  return closings.of(`${calendar} ${year}`, () => {
    const isWorking = calendar === 'working-days';
    const dates = isWorking ? FIXED_HOLIDAYS : FIXED_TARGET_CLOSINGS;
    const afterEaster = isWorking ? HOLIDAYS_AFTER_EASTER : TARGET_CLOSINGS_AFTER_EASTER;
    const easter = easterSunday(Number(year));
    return new Set([
      ...dates.map((date) => `${year}-${date}`),
      ...afterEaster.map((count) => addDays(easter, count)),
    ]);
  });
}

/** Says whether a day (YYYY-MM-DD) is one of the calendar's. */
export function isDayOf(calendar: Calendar, day: string): boolean {
  if (calendar === 'every-day') return true;
  return !isWeekend(day) && !closingsOf(calendar, day.slice(0, 4)).has(day);
}

/** The day itself when it is one of the calendar's, else the first after it that is. */
export function firstDayOf(calendar: Calendar, day: string): string {
  let found = day;
  while (!isDayOf(calendar, found)) found = addDays(found, 1);
  return found;
}

/**
 * The calendar's day that comes some of its days after a day, or before it when the count is negative. The day itself is not counted
 * (LC-10) and need not be one of the calendar's; a count of 0 gives it back.
 */
export function addDaysOf(calendar: Calendar, day: string, count: number): string {
  const step = count < 0 ? -1 : 1;
  let found = day;
  for (let left = Math.abs(count); left > 0; left -= 1) {
    do found = addDays(found, step);
    while (!isDayOf(calendar, found));
  }
  return found;
}
