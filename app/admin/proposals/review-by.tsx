import { addDays, LEGAL_TIME_ZONE, startOfDayIn } from '#domain/time/days.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Deadline } from '../tasks/deadline.tsx';
import type { Proposal } from './proposal-words.ts';

/** Until when an emergency has to be reviewed (FOUR-24): how near it is, in red once it has passed, and the day. */
export function ReviewBy({ proposal: { emergency, madeAt } }: { proposal: Proposal }) {
  const { t } = useWords();
  const { day } = useFormats();
  if (!emergency) return null;
  const end = startOfDayIn(LEGAL_TIME_ZONE, addDays(emergency.reviewBy, 1));
  return (
    <>
      <Deadline since={madeAt} dueAt={end.toISOString()} />
      <span className="cell-note">{t('admin-proposals.reviewBy', { day: day(emergency.reviewBy) })}</span>
    </>
  );
}
