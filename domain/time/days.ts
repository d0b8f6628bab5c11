import { createBoundedCache } from '../bounded-cache.ts';

/** French legal time (décret n° 78-855): the house's documents, due dates and months follow it. */
export const LEGAL_TIME_ZONE = 'Europe/Paris';

/** Zones whose format is kept, some 25 KB each: more than the clients of one bank live in. */
const MOST_FORMATS = 64;
const formats = createBoundedCache<Intl.DateTimeFormat>(MOST_FORMATS);

/** @param timeZone as `canonicalTimeZone` names it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  return formats.of(
    timeZone,
    () =>
      new Intl.DateTimeFormat('en-US', {
        timeZone,
        calendar: 'iso8601',
        numberingSystem: 'latn',
        hourCycle: 'h23',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
      }),
  );
}

/** How names that came were spelled, and what they are called: texts only, more than there are zones. */
const names = createBoundedCache<string | null>(1_000);

/**
 * The one name of an IANA time zone that this process knows, however it was spelled (« europe/PARIS »); null for anything else. Offsets
 * such as « +01:00 » are not names.
 */
export function canonicalTimeZone(name: string): string | null {
  if (name.length > MAX_TIME_ZONE_LENGTH || !/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name)) return null;
  return names.of(name, () => {
    try {
      return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
    } catch {
      return null;
    }
  });
}

/** Whether a name is one of the IANA time zones that this process knows. */
export function isTimeZone(name: string): boolean {
  return canonicalTimeZone(name) !== null;
}

/** The longest name of the IANA list has 32 characters. */
export const MAX_TIME_ZONE_LENGTH = 64;

function clockIn(timeZone: string, instant: Date): Record<string, string> {
  return Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
}

const DAY_MS = 86_400_000;

/** How far clocks are ahead during a whole day of UTC, by time zone and day; null on a day in which they change. */
const offsets = createBoundedCache<number | null>(5_000);

/** A page of movements asks for the day of each, and asking the calendar takes some 40 µs: clocks change on two days of a year. */
function offsetOfDayMs(timeZone: string, instantMs: number): number | null {
  const day = Math.floor(instantMs / DAY_MS);
  return offsets.of(`${timeZone} ${day}`, () => {
    const offset = offsetMs(timeZone, new Date(day * DAY_MS));
    return offset === offsetMs(timeZone, new Date((day + 1) * DAY_MS)) ? offset : null;
  });
}

/** The calendar day of an instant in a time zone, YYYY-MM-DD. */
export function dayIn(timeZone: string, instant: Date): string {
  const offset = offsetOfDayMs(timeZone, instant.getTime());
  if (offset !== null) return new Date(instant.getTime() + offset).toISOString().slice(0, 10);
  const { year = '', month, day } = clockIn(timeZone, instant);
  return `${year.padStart(4, '0')}-${month}-${day}`;
}

/** What the clocks of a time zone show at an instant, HH:MM:SS. */
export function timeIn(timeZone: string, instant: Date): string {
  const { hour, minute, second } = clockIn(timeZone, instant);
  return `${hour}:${minute}:${second}`;
}

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetMs(timeZone: string, instant: Date): number {
  const { year, month, day, hour, minute, second } = clockIn(timeZone, instant);
  const shown = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return shown - Math.floor(instant.getTime() / 1000) * 1000;
}

/** The same as `offsetMs`, from what is kept of days in which the clocks do not change: a page of transfers asks for three moments of each. */
function aheadMs(timeZone: string, instantMs: number): number {
  return offsetOfDayMs(timeZone, instantMs) ?? offsetMs(timeZone, new Date(instantMs));
}

/** When days begin, by time zone and day: every dashboard of a month asks for the same ones, and asking the calendar is slow. */
const starts = createBoundedCache<number>(1_000);

/**
 * The first moment of a calendar day in a time zone. Where clocks jump over midnight, the day begins after the jump.
 * @param day YYYY-MM-DD, a calendar date.
 */
export function startOfDayIn(timeZone: string, day: string): Date {
  return new Date(starts.of(`${timeZone} ${day}`, () => foundStartOfDay(timeZone, day)));
}

function foundStartOfDay(timeZone: string, day: string): number {
  const midnight = Date.parse(`${day}T00:00:00.000Z`);
  const guesses = [midnight - 43_200_000, midnight, midnight + 43_200_000].map(
    (moment) => midnight - offsetMs(timeZone, new Date(moment)),
  );
  const first = guesses.sort((a, b) => a - b).find((moment) => dayIn(timeZone, new Date(moment)) === day);
  // A zone that changed the day itself (Samoa, 30 December 2011) never had this one: it begins where it would have.
  return first ?? midnight - offsetMs(timeZone, new Date(midnight));
}

/**
 * The moment at which the clocks of a time zone show a time on a day. A time that the clocks jump over is the moment after the jump; one
 * that they show twice is its first moment.
 * @param day YYYY-MM-DD. @param time HH:MM.
 */
export function instantIn(timeZone: string, day: string, time: string): Date {
  const shown = Date.parse(`${day}T${time}:00.000Z`);
  const offsets = [
    aheadMs(timeZone, startOfDayIn(timeZone, day).getTime()),
    aheadMs(timeZone, shown + 43_200_000),
  ];
  const guesses = offsets.map((offset) => shown - offset).sort((a, b) => a - b);
  const first = guesses.find((moment) => aheadMs(timeZone, moment) === shown - moment);
  return new Date(first ?? Math.max(...guesses));
}

/** The calendar day some days after another one, or before it. Pure calendar arithmetic, without clocks. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The first day of a day's month, or of a month some months away. */
export function firstOfMonth(day: string, monthsAway = 0): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + monthsAway, 1)).toISOString().slice(0, 10);
}

/** France is one or two hours ahead of UTC, and was since well before this day. */
const AHEAD_OF_UTC_SINCE = Date.UTC(1977, 0, 1);

/**
 * The calendar day of an instant in French legal time, YYYY-MM-DD. Before 22:00 UTC it is UTC's: no format of `Intl` is made then, which takes a
 * telephone 0.1 s while a page comes to life.
 */
export function legalDay(instant: Date): string {
  if (instant.getUTCHours() < 22 && instant.getTime() >= AHEAD_OF_UTC_SINCE)
    return instant.toISOString().slice(0, 10);
  return dayIn(LEGAL_TIME_ZONE, instant);
}
