import type { Institution } from '#content/institution/schema.ts';

type Hours = Institution['openingHours'][number];

const week: readonly Hours['days'][number][] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
];

function dayName(day: Hours['days'][number], locale: string): string {
  // 1 January 2024 was a Monday.
  const date = new Date(Date.UTC(2024, 0, 1 + week.indexOf(day)));
  return new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(date);
}

/** `09:00` as the language writes it: « 9h00 » in French; by `Intl` elsewhere. */
function hour(time: string, locale: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  if (locale.startsWith('fr')) return `${hours}h${String(minutes).padStart(2, '0')}`;
  return new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, 1, hours, minutes)),
  );
}

/** Opening hours as text, one line per rule: « lundi – vendredi : 9h00 – 18h00 ». Consecutive days are joined. */
export function formatOpeningHours(hours: readonly Hours[], locale: string): string[] {
  const colon = locale.startsWith('fr') ? '\u00a0: ' : ': ';
  return hours.map(({ days, opens, closes }) => {
    const sorted = week.filter((day) => days.includes(day));
    const [first, last] = [sorted[0], sorted.at(-1)];
    const isRun =
      first !== undefined &&
      last !== undefined &&
      week.indexOf(last) - week.indexOf(first) === sorted.length - 1;
    const names =
      isRun && sorted.length > 1
        ? `${dayName(first, locale)} – ${dayName(last, locale)}`
        : sorted.map((day) => dayName(day, locale)).join(', ');
    return `${names}${colon}${hour(opens, locale)}\u00a0–\u00a0${hour(closes, locale)}`;
  });
}

/** The closed days: « samedi, dimanche ». */
export function closedDays(hours: readonly Hours[], locale: string): string[] {
  return week
    .filter((day) => !hours.some(({ days }) => days.includes(day)))
    .map((day) => dayName(day, locale));
}
