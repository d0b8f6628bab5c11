import { useT } from '../../i18n/t.ts';
import { NoticeBell } from '../../office/notice-bell.tsx';
import { NoticeList } from '../../office/notice-list.tsx';
import { noticeHref, useNotices, useNoticeWords } from './notices.ts';

function ClientNotices({ close }: { close: () => void }) {
  const t = useT();
  return (
    <NoticeList
      read={useNotices()}
      words={{
        failed: t('client-notices.failed'),
        empty: t('client-notices.empty'),
        emptyText: t('client-notices.emptyText'),
        isNew: t('client-notices.new'),
      }}
      wordsOf={useNoticeWords()}
      hrefOf={noticeHref}
      close={close}
    />
  );
}

/** Recent notices and the number of unread ones; opening it marks them as read. */
export function ClientBell() {
  const t = useT();
  const { data } = useNotices();
  const unread = data?.unreadCount ?? 0;
  const count = unread > 0 ? t('client-notices.unread', { count: unread }) : t('client-notices.none');
  return (
    <NoticeBell
      unread={unread}
      title={t('client-notices.title')}
      label={`${t('client-notices.open')}. ${count}`}
    >
      {(close) => <ClientNotices close={close} />}
    </NoticeBell>
  );
}
