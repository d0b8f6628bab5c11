import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useBankNow } from '../../api/bank-clock.ts';
import { query, queryClient } from '../../api/queries.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { EmptyState, ErrorState, SkeletonList } from '../../ui/states.tsx';
import { adminHref } from '../frame/sections.ts';
import { staffNoticesOptions } from './staff-notices.ts';

/** The list that a notice leads to. */
const hrefOf = (kind: string) => {
  if (kind === 'proposal-to-approve') return adminHref('proposals');
  return adminHref('proposals', { list: kind === 'emergency-to-review' ? 'emergencies' : 'mine' });
};

/** The latest notices. They are read once they are shown; new ones stay marked until the bell is closed. */
export function NoticeList({ close }: { close: () => void }) {
  const { t, tKey } = useWords();
  const { moment, ago } = useFormats();
  const now = useBankNow();
  const notices = useQuery(staffNoticesOptions());
  const { mutate: markRead } = useMutation({
    ...query.notifications.markRead.mutationOptions(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.notifications.key() }),
  });
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const shown = notices.data?.notifications;
  const newest = shown?.[0]?.id;
  const unread = notices.data?.unreadCount ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what is the newest, whatever else changes.
  useEffect(() => {
    if (unread === 0 || newest === undefined) return;
    const unseen = shown?.filter(({ readAt }) => readAt === null).map(({ id }) => id);
    setFresh((before) => new Set([...before, ...(unseen ?? [])]));
    markRead({ upTo: newest });
  }, [newest]);
  if (notices.isError && !shown)
    return (
      <ErrorState
        title={t('admin.loadFailed')}
        retryLabel={t('common.retry')}
        retrying={notices.isFetching}
        onRetry={() => void notices.refetch()}
      />
    );
  if (!shown) return <SkeletonList label={t('common.loading')} />;
  if (shown.length === 0)
    return (
      <EmptyState title={t('admin-proposals.notices.empty')}>
        {t('admin-proposals.notices.emptyText')}
      </EmptyState>
    );
  return (
    <ul>
      {shown.map(({ id, kind, params, createdAt, readAt }) => {
        const isNew = readAt === null || fresh.has(id);
        return (
          <li key={id}>
            <a className="notice-line" href={hrefOf(kind)} data-unread={isNew || undefined} onClick={close}>
              <span>
                {isNew ? <span className="visually-hidden">{t('admin-proposals.notices.new')} </span> : null}
                {tKey(`admin-proposals.notices.kinds.${kind}`, params)}
              </span>
              <time className="notice-time" dateTime={createdAt} title={moment(createdAt)}>
                {ago(createdAt, now)}
              </time>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
