import Bell from 'lucide-react/icons/bell';
import { useFormats } from '../i18n/format.ts';
import { useT } from '../i18n/t.ts';
import { Popover } from '../ui/popover.tsx';
import { EmptyState, ErrorState, SkeletonList } from '../ui/states.tsx';
import { noticeHref, useMarkRead, useNotices, useNoticeWords } from './notices.ts';

function NoticeList({ close }: { close: () => void }) {
  const t = useT();
  const format = useFormats();
  const wordsOf = useNoticeWords();
  const notices = useNotices();
  if (notices.isError && !notices.data) {
    return (
      <ErrorState
        title={t('client-notices.failed')}
        retryLabel={t('common.retry')}
        retrying={notices.isFetching}
        onRetry={() => void notices.refetch()}
      />
    );
  }
  if (!notices.data) return <SkeletonList label={t('common.loading')} />;
  if (notices.data.notifications.length === 0) {
    return <EmptyState title={t('client-notices.empty')}>{t('client-notices.emptyText')}</EmptyState>;
  }
  return (
    <ul>
      {notices.data.notifications.map((notice) => (
        <li key={notice.id}>
          <a
            className="notice-line"
            href={noticeHref(notice)}
            data-unread={notice.readAt === null || undefined}
            onClick={close}
          >
            <span>{wordsOf(notice)}</span>
            <time className="notice-time" dateTime={notice.createdAt} title={format.moment(notice.createdAt)}>
              {format.ago(notice.createdAt)}
            </time>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** What happened lately, the unread marked until the client says that they have read them. */
export function NoticeBell() {
  const t = useT();
  const { data } = useNotices();
  const markRead = useMarkRead();
  const unread = data?.unreadCount ?? 0;
  const count = unread > 0 ? t('client-notices.unread', { count: unread }) : t('client-notices.none');
  return (
    <Popover
      className="notice-bell"
      placement="bottom-end"
      panelLabel={t('client-notices.title')}
      label={
        <>
          <Bell aria-hidden="true" />
          {unread > 0 ? <span className="notice-count tabular">{unread > 99 ? '99+' : unread}</span> : null}
        </>
      }
      button={{
        tone: 'quiet',
        className: 'btn-icon',
        'aria-label': `${t('client-notices.open')}. ${count}`,
        title: t('client-notices.open'),
      }}
    >
      {(close) => (
        <div className="notices">
          <div className="notices-head">
            <h2 className="notices-title">{t('client-notices.title')}</h2>
            {unread > 0 ? (
              <button
                type="button"
                className="toast-action"
                disabled={markRead.isPending}
                onClick={() => markRead.mutate({ upTo: data?.notifications[0]?.id })}
              >
                {t('client-notices.markRead')}
              </button>
            ) : null}
          </div>
          <NoticeList close={close} />
        </div>
      )}
    </Popover>
  );
}
