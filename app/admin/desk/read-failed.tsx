import { useT } from '../../i18n/t.ts';
import { ErrorState } from '../../ui/states.tsx';

/** In place of what could not be read, which would look as if it were empty; nothing while it is being read for the first time. */
export function ReadFailed({
  read,
  headingLevel = 'h4',
}: {
  read: { readonly isError: boolean; readonly isFetching: boolean; readonly refetch: () => unknown };
  headingLevel?: 'h2' | 'h3' | 'h4';
}) {
  const t = useT();
  if (!read.isError) return null;
  return (
    <ErrorState
      title={t('admin.loadFailed')}
      headingLevel={headingLevel}
      retryLabel={t('common.retry')}
      retrying={read.isFetching}
      onRetry={() => void read.refetch()}
    />
  );
}
