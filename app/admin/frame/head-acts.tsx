import Eye from 'lucide-react/icons/eye';
import { useT } from '../../i18n/t.ts';
import { isDemo } from '../../page/institution.ts';
import { Badge } from '../../ui/badge.tsx';
import { useCounts } from '../desk/counts.ts';
import { StaffBell } from '../proposals/staff-bell.tsx';
import { adminHref } from './sections.ts';

/** At the end of each title: that a demonstration asks for second approvals (FOUR-2), and the bell where no top bar has it. */
export function HeadActs() {
  const t = useT();
  const counts = useCounts();
  return (
    <>
      {isDemo && counts.data?.isFourEyesOn ? (
        <a className="four-eyes-chip" href={adminHref('proposals')}>
          <Badge tone="brand" icon={<Eye aria-hidden="true" />}>
            {t('admin.fourEyesOn')}
          </Badge>
        </a>
      ) : null}
      <div className="page-bell">
        <StaffBell />
      </div>
    </>
  );
}
