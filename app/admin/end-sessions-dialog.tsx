import { useMutation } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { asProblem } from '../api/problem.ts';
import { refresh } from '../api/queries.ts';
import { useT } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useAnnounce } from './announce.ts';
import type { ClientSummary } from './client-words.ts';

/** « Fermer les sessions »: signs a client out of every device, after saying what that does and what it does not. */
export function EndSessionsDialog({ client, onClose }: { client: ClientSummary; onClose: () => void }) {
  const t = useT();
  const { done, failed } = useAnnounce();
  const ending = useMutation({
    mutationFn: () => api.clients.endSessions({ id: client.id }),
    onSuccess: ({ ended }) => {
      done('admin-clients.sessions.done', t('admin-clients.sessions.ended', { count: ended }));
      void refresh(['clients']);
      onClose();
    },
    onError: (error) => failed(asProblem(error), 'admin-clients.sessions.failed'),
  });
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t('admin-clients.sessions.title', { name: client.displayName })}
      description={t('admin-clients.sessions.lead')}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            tone="danger"
            loading={ending.isPending}
            loadingText={t('admin-clients.sessions.ending')}
            onClick={() => ending.mutate()}
          >
            {t('admin-clients.sessions.submit')}
          </Button>
        </>
      }
    />
  );
}
