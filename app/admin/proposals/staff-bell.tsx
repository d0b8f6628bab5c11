import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useMay } from '../../api/session.ts';
import { useT } from '../../i18n/t.ts';
import { NoticeBell } from '../../office/notice-bell.tsx';
import { SkeletonList } from '../../ui/states.tsx';
import { staffNoticesOptions } from './staff-notices.ts';

// Fetched when the bell is opened: it stands on every screen of the back office.
const StaffNotices = lazy(() =>
  import('./staff-notice-list.tsx').then((file) => ({ default: file.StaffNotices })),
);

/** What waits for the person's approval and how their proposals ended (FOUR-21), with the number of unread notices; opening it marks them as read. */
export function StaffBell() {
  const t = useT();
  const mayRead = useMay()('proposals.list');
  const { data } = useQuery({ ...staffNoticesOptions(), enabled: mayRead });
  if (!mayRead) return null;
  const unread = data?.unreadCount ?? 0;
  const count =
    unread > 0 ? t('admin-proposals.notices.unread', { count: unread }) : t('admin-proposals.notices.none');
  return (
    <NoticeBell
      unread={unread}
      title={t('admin-proposals.notices.title')}
      label={`${t('admin-proposals.notices.open')}. ${count}`}
    >
      {(close) => (
        <Suspense fallback={<SkeletonList label={t('common.loading')} />}>
          <StaffNotices close={close} />
        </Suspense>
      )}
    </NoticeBell>
  );
}
