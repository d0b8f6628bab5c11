import type { ReactNode } from 'react';
import { useT } from '../../i18n/t.ts';
import { ErrorState, SkeletonList } from '../../ui/states.tsx';

/** A list read from the server: what stands in its place while it is read, when it cannot be read, and when nothing is in it. */
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
  /** How many are known: what was read stays, whatever happens to the next reading. */
  count: number;
  /** How many lines the list takes while nothing is known of it. */
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
