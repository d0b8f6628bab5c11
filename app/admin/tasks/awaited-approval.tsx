import { useBankNow } from '../../api/bank-clock.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Badge } from '../../ui/badge.tsx';

/** « En attente d'un accord depuis 3 h ». */
export function AwaitedSince({ since }: { since: string }) {
  const { t } = useWords();
  const { duration, moment } = useFormats();
  const now = useBankNow();
  return (
    <time dateTime={since} title={moment(since)}>
      {t('admin.approval.waiting', { age: duration(Math.max(0, now - Date.parse(since))) })}
    </time>
  );
}

/** « Accord demandé », with since when: others have to approve before anybody decides it directly (FOUR-10). Nothing when nothing waits. */
export function AwaitedApproval({ since }: { since: string | null }) {
  const { t } = useWords();
  if (since === null) return null;
  return (
    <span className="awaited-approval">
      <Badge tone="warning">{t('admin.approval.asked')}</Badge>
      <span className="cell-note">
        <AwaitedSince since={since} />
      </span>
    </span>
  );
}

/** What a button says of itself while others are asked about its subject: it stays where it was, and does nothing (FOUR-10, STAFF-12). */
export const approvalProps = (since: string | null, why: string) =>
  since === null ? {} : { 'aria-disabled': true as const, title: why };
