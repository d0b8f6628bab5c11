import { useBankNow } from '../../api/bank-clock.ts';
import { useFormats } from '../../i18n/format.ts';

/** How long ago something happened, kept true while the screen stays open; the whole date on hover. */
export function Age({ since }: { since: string }) {
  const { ago, moment } = useFormats();
  const now = useBankNow();
  return (
    <time dateTime={since} title={moment(since)}>
      {ago(since, now)}
    </time>
  );
}
