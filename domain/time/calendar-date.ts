/** Days before and after these are slips of the hand, and years below 1000 or beyond 9999 are written otherwise by the calendar's functions. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2999;

/** Says whether a text is a day of the calendar written YYYY-MM-DD, of the years 1900 to 2999. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= (month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31);
}
