import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../i18n/t.ts';
import { NoticeList } from '../../office/notice-list.tsx';
import { adminHref } from '../frame/sections.ts';
import { staffNoticesOptions } from './staff-notices.ts';

/** The list that a notice leads to, when it is neither the one to approve nor the one of one's own. */
const LIST_OF: Readonly<Record<string, string>> = {
  'emergency-to-review': 'emergencies',
  'emergency-contested': 'all',
  'emergencies-repeated': 'emergencies',
};

const hrefOf = ({ kind }: { kind: string }) =>
  kind === 'proposal-to-approve'
    ? adminHref('proposals')
    : adminHref('proposals', { list: LIST_OF[kind] ?? 'mine' });

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
