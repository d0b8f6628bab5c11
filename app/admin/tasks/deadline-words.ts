import { urgencyOf } from '#domain/desk/deadlines.ts';
import { addDays, LEGAL_TIME_ZONE, legalDay, timeIn } from '#domain/time/days.ts';
import type { Formats } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/t.ts';

const DAY_MS = 86_400_000;

/**
 * Until when something has to be done: « dans 3 h », « demain 18:00 », « demain à minuit », « en retard de 2 jours ».
 * @param since when it arrived; null where only the deadline is known.
 */
export function deadlineWords(
  { since, dueAt }: { readonly since: string | null; readonly dueAt: string },
  now: number,
  { t, duration }: { readonly t: Translate } & Pick<Formats, 'duration'>,
): string {
  const due = Date.parse(dueAt);
  if (urgencyOf(since === null ? due : Date.parse(since), due, now) === 'late')
    return t('admin-tasks.deadline.late', { duration: duration(now - due) });
  // A deadline at midnight is the end of its day.
  const isTomorrow = legalDay(new Date(due - 1)) === addDays(legalDay(new Date(now)), 1);
  if (!isTomorrow || due - now <= DAY_MS / 2)
    return t('admin-tasks.deadline.in', { duration: duration(due - now) });
  const time = timeIn(LEGAL_TIME_ZONE, new Date(due)).slice(0, 5);
  return time === '00:00'
    ? t('admin-tasks.deadline.tomorrowMidnight')
    : t('admin-tasks.deadline.tomorrow', { time });
}
