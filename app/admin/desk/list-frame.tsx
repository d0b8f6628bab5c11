import type { ReactNode } from 'react';
import { useT } from '../../i18n/t.ts';
import { ErrorState, SkeletonList } from '../../ui/states.tsx';

/** A list read from the server with its loading, error and empty states. */
export function ListFrame({
  list,
  count,
  rows = 8,
  empty,
  children,
}: {
  list: {
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly isRefetching: boolean;
    readonly refetch: () => unknown;
  };
  /** Number of loaded rows: they stay if a refetch fails. */
  count: number;
  /** Number of lines of the skeleton. */
  rows?: number;
  empty?: ReactNode;
  children: ReactNode;
}) {
  const t = useT();
  if (count > 0) return children;
  if (list.isPending) return <SkeletonList label={t('common.loading')} rows={rows} />;
  if (!list.isError) return empty;
  return (
    <ErrorState
      headingLevel="h2"
      title={t('admin.loadFailed')}
      retryLabel={t('common.retry')}
      onRetry={() => void list.refetch()}
      retrying={list.isRefetching}
    />
  );
}
