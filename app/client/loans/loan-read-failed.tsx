import { useT } from '../../i18n/t.ts';
import { ErrorState } from '../../ui/states.tsx';

/** In place of what could not be read of a loan: says so, and reads it again. */
export function LoanReadFailed({
  asked,
  headingLevel = 'h3',
}: {
  asked: { readonly isFetching: boolean; readonly refetch: () => unknown };
  headingLevel?: 'h2' | 'h3';
}) {
  const t = useT();
  return (
    <ErrorState
      title={t('client-loans.loadFailed')}
      headingLevel={headingLevel}
      retryLabel={t('common.retry')}
      retrying={asked.isFetching}
      onRetry={() => void asked.refetch()}
    />
  );
}
