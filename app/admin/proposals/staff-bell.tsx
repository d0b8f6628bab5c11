import { useQuery } from '@tanstack/react-query';
import Bell from 'lucide-react/icons/bell';
import { lazy, Suspense } from 'react';
import { useMay } from '../../api/session.ts';
import { useT } from '../../i18n/t.ts';
import { Popover } from '../../ui/popover.tsx';
import { SkeletonList } from '../../ui/states.tsx';
import { staffNoticesOptions } from './staff-notices.ts';

// Fetched when the bell is opened: it stands on every screen of the back office.
const NoticeList = lazy(() => import('./notice-list.tsx').then((file) => ({ default: file.NoticeList })));

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
    <Popover
      className="notice-bell"
      placement="bottom-end"
      panelLabel={t('admin-proposals.notices.title')}
      label={
        <>
          <Bell aria-hidden="true" />
          {unread > 0 ? <span className="notice-count tabular">{unread > 99 ? '99+' : unread}</span> : null}
        </>
      }
      button={{
        tone: 'quiet',
        className: 'btn-icon',
        'aria-label': `${t('admin-proposals.notices.open')}. ${count}`,
      }}
    >
      {(close) => (
        <div className="notices">
          <div className="notices-head">
            <h2 className="notices-title">{t('admin-proposals.notices.title')}</h2>
          </div>
          <Suspense fallback={<SkeletonList label={t('common.loading')} />}>
            <NoticeList close={close} />
          </Suspense>
        </div>
      )}
    </Popover>
  );
}
