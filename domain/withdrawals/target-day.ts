/**
 * Days on which euro payments are settled: TARGET, the Eurosystem's system, closes on Saturdays, Sundays and six holidays, and SEPA
 * credit transfers with it.
 */

function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Easter Sunday of a Gregorian year (Meeus, Jones and Butcher). */
function easterSunday(year: number): Date {
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
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  const day = ((h + l - 7 * m + 114) % 31) + 1;
  return new Date(Date.UTC(year, month - 1, day));
}

function plusDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * 86_400_000);
}

/** Says whether TARGET is open on a day, YYYY-MM-DD. Closed: weekends, 1 January, Good Friday, Easter Monday, 1 May, 25 and 26 December. */
export function isTargetDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  if (date.getUTCDay() === 0 || date.getUTCDay() === 6) return false;
  if (['01-01', '05-01', '12-25', '12-26'].includes(day.slice(5))) return false;
  const easter = easterSunday(date.getUTCFullYear());
  return day !== isoDay(plusDays(easter, -2)) && day !== isoDay(plusDays(easter, 1));
}

/** The day itself when TARGET is open, else the next on which it is. */
export function nextTargetDay(day: string): string {
  let date = new Date(`${day}T00:00:00Z`);
  while (!isTargetDay(isoDay(date))) date = plusDays(date, 1);
  return isoDay(date);
}
