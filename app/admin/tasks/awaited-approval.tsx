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
