import { addRatios, type Ratio, ratio } from '../money/rounding.ts';
import { isCalendarDate } from '../time/calendar-date.ts';
import { legalDay } from '../time/days.ts';

/** Days of the calendar as texts YYYY-MM-DD: no time, no zone, no clock. */

type Day = { readonly year: number; readonly month: number; readonly day: number };

function parse(date: string): Day {
  if (!isCalendarDate(date)) throw new RangeError(`Not a date: ${date}`);
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

function text({ year, month, day }: Day): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Day number since 1970-01-01 in the Gregorian calendar. */
function serial(date: string): number {
  const { year, month, day } = parse(date);
  return Date.UTC(year, month - 1, day) / 86_400_000;
}

/** Days from one date to another; negative when `to` comes first. */
export function daysBetween(from: string, to: string): number {
  return serial(to) - serial(from);
}

/** The date some days later (or earlier when negative). */
export function addDays(date: string, days: number): string {
  return new Date((serial(date) + days) * 86_400_000).toISOString().slice(0, 10);
}

/**
 * The date some months later (or earlier when negative), on `seedDay` if the month has it, else on its last day.
 * The seed day is the day of `date` unless given.
 */
export function addMonths(date: string, months: number, seedDay?: number): string {
  const { year, month, day } = parse(date);
  const index = year * 12 + (month - 1) + months;
  const [nextYear, nextMonth] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1];
  return text({
    year: nextYear,
    month: nextMonth,
    day: Math.min(seedDay ?? day, daysInMonth(nextYear, nextMonth)),
  });
}

/** The day the first instalment of a loan falls due: one month after the legal day of its payout, YYYY-MM-DD. */
export function firstDueDate(paidOutAt: Date): string {
  return addMonths(legalDay(paidOutAt), 1);
}

export function isLastDayOfMonth(date: string): boolean {
  const { year, month, day } = parse(date);
  return day === daysInMonth(year, month);
}

/**
 * Monthly due dates from the first one. The seed day is kept: after a short month the series returns to the original day
 * (31 January, 28 February, 31 March). Throws RangeError on a malformed date.
 */
export function dueDates(firstDue: string, count: number): string[] {
  const { day } = parse(firstDue);
  return Array.from({ length: count }, (_, index) => addMonths(firstDue, index, day));
}

/**
 * The exact rate of a period counted in actual days. `actual/365` divides by 365 whatever the year; `actual/actual` cuts a
 * period that crosses a year at 31 December and divides each part by its own year's days.
 */
export function actualPeriodRate(
  annualRate: Ratio,
  from: string,
  to: string,
  dayCount: 'actual/365' | 'actual/actual',
): Ratio {
  if (daysBetween(from, to) < 0) throw new RangeError(`A period cannot end before it starts: ${from}, ${to}`);
  if (dayCount === 'actual/365') return scaled(annualRate, daysBetween(from, to), 365);
  let rate = ratio(0n, 1n);
  let start = from;
  while (start < to) {
    const year = Number(start.slice(0, 4));
    // The 31 December itself belongs to the next part: Fineract's convention, which the vectors follow.
    const cut =
      start.slice(5) === '12-31'
        ? `${String(year + 1).padStart(4, '0')}-12-31`
        : `${start.slice(0, 4)}-12-31`;
    const end = cut < to ? cut : to;
    const yearOfPart = start.slice(5) === '12-31' ? year + 1 : year;
    rate = addRatios(rate, scaled(annualRate, daysBetween(start, end), isLeapYear(yearOfPart) ? 366 : 365));
    start = end;
  }
  return rate;
}

function scaled(rate: Ratio, n: number, d: number): Ratio {
  return ratio(rate.numerator * BigInt(n), rate.denominator * BigInt(d));
}

/** The exact rate of a part of a year: months / 12, weeks / 52, days / 365. */
export function fractionRate(annualRate: Ratio, n: number, d: number): Ratio {
  return scaled(annualRate, n, d);
}
