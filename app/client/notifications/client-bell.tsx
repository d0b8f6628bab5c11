import Bell from 'lucide-react/icons/bell';
import { useEffect, useState } from 'react';
import { useBankNow } from '../../api/bank-clock.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Popover } from '../../ui/popover.tsx';
import { EmptyState, ErrorState, SkeletonList } from '../../ui/states.tsx';
import { type Notice, noticeHref, useMarkRead, useNotices, useNoticeWords } from './notices.ts';

/** Marks the shown notices as read; new ones stay highlighted until the bell is closed. */
function useReadOnceShown(): (notice: Notice) => boolean {
  const { data } = useNotices();
  const { mutate: markRead } = useMarkRead();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const newest = data?.notifications[0]?.id;
  const unread = data?.unreadCount ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what is the newest, whatever else changes.
  useEffect(() => {
    if (unread === 0 || newest === undefined) return;
    const shown = data?.notifications.filter(({ readAt }) => readAt === null).map(({ id }) => id);
    setFresh((before) => new Set([...before, ...(shown ?? [])]));
    markRead({ upTo: newest });
  }, [newest]);
  return ({ id, readAt }) => readAt === null || fresh.has(id);
}

function NoticeList({ close }: { close: () => void }) {
  const t = useT();
  const format = useFormats();
  const now = useBankNow();
  const wordsOf = useNoticeWords();
  const notices = useNotices();
  const isNew = useReadOnceShown();
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
            data-unread={isNew(notice) || undefined}
            onClick={close}
          >
            <span>
              {isNew(notice) ? <span className="visually-hidden">{t('client-notices.new')} </span> : null}
              {wordsOf(notice)}
            </span>
            <time className="notice-time" dateTime={notice.createdAt} title={format.moment(notice.createdAt)}>
              {format.ago(notice.createdAt, now)}
            </time>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Recent notices and the number of unread ones; opening it marks them as read. */
export function NoticeBell() {
  const t = useT();
  const { data } = useNotices();
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
      }}
    >
      {(close) => (
        <div className="notices">
          <div className="notices-head">
            <h2 className="notices-title">{t('client-notices.title')}</h2>
          </div>
          <NoticeList close={close} />
        </div>
      )}
    </Popover>
  );
}
