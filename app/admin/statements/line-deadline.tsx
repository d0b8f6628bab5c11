import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import type { WaitingLine } from './waiting-line.ts';

/** Until when a line that waits is dealt with, marked once that day is over; of a debit that nobody knows it is its own day (PAY-32). */
export function LineDeadline({ line }: { line: WaitingLine }) {
  const { t } = useWords();
  const { day } = useFormats();
  if (!line.deadline) return null;
  return (
    <span className={line.isLate ? 'cell-note queue-late' : 'cell-note'}>
      {t('admin-bank-lines.deadline', { day: day(line.deadline) })}
    </span>
  );
}
