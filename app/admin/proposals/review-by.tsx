import { addDays, LEGAL_TIME_ZONE, startOfDayIn } from '#domain/time/days.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Deadline } from '../tasks/deadline.tsx';
import type { Proposal } from './proposal-words.ts';

/**
 * Until when an emergency has to be reviewed (FOUR-24): how near it is, in red once it has passed.
 * @param namesDay whether the day stands below it; in a row it is in the title alone.
 */
export function ReviewBy({
  proposal: { emergency, madeAt },
  namesDay = false,
}: {
  proposal: Proposal;
  namesDay?: boolean;
}) {
  const { t } = useWords();
  const { day } = useFormats();
  if (!emergency) return null;
  const end = startOfDayIn(LEGAL_TIME_ZONE, addDays(emergency.reviewBy, 1));
  return (
    <>
      <Deadline since={madeAt} dueAt={end.toISOString()} />
      {namesDay ? (
        <span className="cell-note">{t('admin-proposals.reviewBy', { day: day(emergency.reviewBy) })}</span>
      ) : null}
    </>
  );
}
