import CalendarClock from 'lucide-react/icons/calendar-clock';
import Hourglass from 'lucide-react/icons/hourglass';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { urgencyOf } from '#domain/desk/deadlines.ts';
import { useBankNow } from '../../api/bank-clock.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { deadlineWords } from './deadline-words.ts';

const icons = { calm: CalendarClock, soon: Hourglass, late: TriangleAlert };

/**
 * Until when something has to be done, with the whole moment on hover. Icon, word and colour say how near it is.
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
  const words = deadlineWords({ since, dueAt }, now, { t, duration });
  return (
    <time className="deadline" data-urgency={look} dateTime={dueAt} title={moment(dueAt)}>
      <Icon aria-hidden="true" />
      {words}
    </time>
  );
}
