import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useT } from '../../i18n/t.ts';
import { useAnnounce } from '../desk/announce.ts';
import type { ClientSummary } from './client-words.ts';

/** « Fermer les sessions »: signs a client out of every device, after explaining its effect and limits. */
export function EndSessionsDialog({ client, onClose }: { client: ClientSummary; onClose: () => void }) {
  const t = useT();
  const { done, failed } = useAnnounce();
  const { send, sending } = useSubmission(api.clients.endSessions, {
    onSuccess: ({ ended }) => {
      done('admin-clients.sessions.done', t('admin-clients.sessions.ended', { count: ended }));
      void refresh(['clients']);
      onClose();
    },
    onProblem: (problem) => failed(problem, 'admin-clients.sessions.failed'),
  });
  return (
    <ConfirmDialog
      size="small"
      title={t('admin-clients.sessions.title', { name: client.displayName })}
      description={t('admin-clients.sessions.lead')}
      tone="danger"
      submit={t('admin-clients.sessions.submit')}
      submitting={t('admin-clients.sessions.ending')}
      sending={sending}
      onConfirm={() => send({ id: client.id })}
      onClose={onClose}
    />
  );
}
