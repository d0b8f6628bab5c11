import type { ReactNode } from 'react';
import { useT } from '../../i18n/t.ts';
import { ErrorState, SkeletonList } from '../../ui/states.tsx';
import { DeskPanel } from './desk.tsx';

/** The panel of one client's request: its facts and the decision, or its loading and error states. */
export function RequestPanel<Request extends { readonly client: { readonly displayName: string } }>({
  id,
  request,
  kind,
  isError,
  onRetry,
  rows,
  onClose,
  actions,
  children,
}: {
  id: string;
  /** Undefined while loading. */
  request: Request | undefined;
  /** The kind of request: « Demande de prêt ». */
  kind: string;
  isError: boolean;
  onRetry: () => void;
  /** Number of lines of the skeleton. */
  rows: number;
  onClose: () => void;
  actions: (request: Request) => ReactNode;
  children: (request: Request) => ReactNode;
}) {
  const t = useT();
  return (
    <DeskPanel
      id={id}
      title={request?.client.displayName ?? kind}
      overline={request ? kind : undefined}
      onClose={onClose}
      actions={request ? actions(request) : null}
    >
      {request ? children(request) : null}
      {isError && !request ? (
        <ErrorState title={t('admin.loadFailed')} retryLabel={t('common.retry')} onRetry={onRetry} />
      ) : null}
      {request || isError ? null : <SkeletonList label={t('common.loading')} rows={rows} />}
    </DeskPanel>
  );
}
