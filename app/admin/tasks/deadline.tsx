import CalendarClock from 'lucide-react/icons/calendar-clock';
import Hourglass from 'lucide-react/icons/hourglass';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { urgencyOf } from '#domain/desk/deadlines.ts';
import { addDays, LEGAL_TIME_ZONE, legalDay, timeIn } from '#domain/time/days.ts';
import { useBankNow } from '../../api/bank-clock.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';

const DAY_MS = 86_400_000;
const icons = { calm: CalendarClock, soon: Hourglass, late: TriangleAlert };

/**
 * Until when something has to be done: « dans 3 h », « demain 18 h », « en retard de 2 jours », with the whole moment on hover. Icon, word and
 * colour say how near it is.
 */
export function Deadline({
  since,
  dueAt,
  redMs = 0,
}: {
  /** When it arrived; null where only the deadline is known. */
  since: string | null;
  dueAt: string | null;
  /** How long before it passes it stands in red already. */
  redMs?: number;
}) {
  const t = useT();
  const { duration, moment } = useFormats();
  const now = useBankNow();
  if (dueAt === null) return null;
  const due = Date.parse(dueAt);
  const urgency = urgencyOf(since === null ? due : Date.parse(since), due, now);
  const look = due - now < redMs ? 'late' : urgency;
  const Icon = icons[look];
  // A deadline at midnight is the end of its day.
  const lastMoment = new Date(due - 1);
  const isTomorrow = legalDay(lastMoment) === addDays(legalDay(new Date(now)), 1);
  const time = timeIn(LEGAL_TIME_ZONE, new Date(due)).slice(0, 5);
  let words = t('admin-tasks.deadline.in', { duration: duration(due - now) });
  if (urgency === 'late') words = t('admin-tasks.deadline.late', { duration: duration(now - due) });
  else if (isTomorrow && due - now > DAY_MS / 2)
    words = t('admin-tasks.deadline.tomorrow', { time: time === '00:00' ? '24:00' : time });
  return (
    <time className="deadline" data-urgency={look} dateTime={dueAt} title={moment(dueAt)}>
      <Icon aria-hidden="true" />
      {words}
    </time>
  );
}
