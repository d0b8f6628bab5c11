import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../i18n/t.ts';
import { NoticeList } from '../../office/notice-list.tsx';
import { adminHref } from '../frame/sections.ts';
import { staffNoticesOptions } from './staff-notices.ts';

/** The list that a notice leads to. */
const hrefOf = ({ kind }: { kind: string }) => {
  if (kind === 'proposal-to-approve') return adminHref('proposals');
  return adminHref('proposals', { list: kind === 'emergency-to-review' ? 'emergencies' : 'mine' });
};

/** The latest notices of a member of the staff (FOUR-21). */
export function StaffNotices({ close }: { close: () => void }) {
  const { t, tKey } = useWords();
  return (
    <NoticeList
      read={useQuery(staffNoticesOptions())}
      words={{
        failed: t('admin.loadFailed'),
        empty: t('admin-proposals.notices.empty'),
        emptyText: t('admin-proposals.notices.emptyText'),
        isNew: t('admin-proposals.notices.new'),
      }}
      wordsOf={({ kind, params }) => tKey(`admin-proposals.notices.kinds.${kind}`, params)}
      hrefOf={hrefOf}
      close={close}
    />
  );
}
