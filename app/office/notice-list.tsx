import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useBankNow } from '../api/bank-clock.ts';
import { query, queryClient } from '../api/queries.ts';
import { useFormats } from '../i18n/format.ts';
import { useT } from '../i18n/t.ts';
import { EmptyState, ErrorState, SkeletonList } from '../ui/states.tsx';

interface Notice {
  readonly id: string;
  readonly createdAt: string;
  readonly readAt: string | null;
}

interface Notices<One extends Notice> {
  readonly notifications: readonly One[];
  readonly unreadCount: number;
}

/** Marks the shown notices as read, on every device; new ones stay highlighted until the bell is closed. */
function useReadOnceShown(shown: Notices<Notice> | undefined): (notice: Notice) => boolean {
  const { mutate: markRead } = useMutation({
    ...query.notifications.markRead.mutationOptions(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.notifications.key() }),
  });
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const newest = shown?.notifications[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what is the newest, whatever else changes.
  useEffect(() => {
    if (!shown || shown.unreadCount === 0 || newest === undefined) return;
    const unseen = shown.notifications.filter(({ readAt }) => readAt === null).map(({ id }) => id);
    setFresh((before) => new Set([...before, ...unseen]));
    markRead({ upTo: newest });
  }, [newest]);
  return ({ id, readAt }) => readAt === null || fresh.has(id);
}

/** The latest notices, each leading to what it is about. They are read once they are shown. */
export function NoticeList<One extends Notice>({
  read,
  words,
  wordsOf,
  hrefOf,
  close,
}: {
  /** The result of `useQuery`. */
  read: {
    readonly data: Notices<One> | undefined;
    readonly isError: boolean;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  words: {
    readonly failed: string;
    readonly empty: string;
    readonly emptyText: string;
    /** What screen readers say before a new notice. */
    readonly isNew: string;
  };
  wordsOf: (notice: One) => string;
  hrefOf: (notice: One) => string;
  close: () => void;
}) {
  const t = useT();
  const { moment, ago } = useFormats();
  const now = useBankNow();
  const isNew = useReadOnceShown(read.data);
  if (read.isError && !read.data)
    return (
      <ErrorState
        title={words.failed}
        retryLabel={t('common.retry')}
        retrying={read.isFetching}
        onRetry={() => void read.refetch()}
      />
    );
  if (!read.data) return <SkeletonList label={t('common.loading')} />;
  if (read.data.notifications.length === 0)
    return <EmptyState title={words.empty}>{words.emptyText}</EmptyState>;
  return (
    <ul>
      {read.data.notifications.map((notice) => (
        <li key={notice.id}>
          <a
            className="notice-line"
            href={hrefOf(notice)}
            data-unread={isNew(notice) || undefined}
            onClick={close}
          >
            <span>
              {isNew(notice) ? <span className="visually-hidden">{words.isNew} </span> : null}
              {wordsOf(notice)}
            </span>
            <time className="notice-time" dateTime={notice.createdAt} title={moment(notice.createdAt)}>
              {ago(notice.createdAt, now)}
            </time>
          </a>
        </li>
      ))}
    </ul>
  );
}
