import { useT } from '../../i18n/t.ts';
import { Badge } from '../../ui/badge.tsx';
import { Age } from '../desk/age.tsx';

/** « Accord demandé », with since when: others have to approve before anybody decides it directly (FOUR-10). Nothing when nothing waits. */
export function AwaitedApproval({ since }: { since: string | null }) {
  const t = useT();
  if (since === null) return null;
  return (
    <span className="cluster">
      <Badge tone="warning">{t('admin.approval.asked')}</Badge>
      <span className="cell-note">
        {t('admin.approval.waiting')} <Age since={since} />
      </span>
    </span>
  );
}

/** What a button says of itself while others are asked about its subject: it stays where it was, and does nothing (FOUR-10, STAFF-12). */
export const approvalProps = (since: string | null, why: string) =>
  since === null ? {} : { 'aria-disabled': true as const, title: why };
