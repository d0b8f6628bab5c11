import type { Release } from '#domain/statements/states.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useT } from '../../i18n/t.ts';
import { useAnnounce } from '../desk/announce.ts';
import { useProposeWord } from '../proposals/approval-needed.ts';
import type { Statement } from './bank-file-words.ts';

/** Asks whether a statement that waits is posted, in part, or refused (PAY-20, PAY-22). */
export function ReleaseDialog({
  statement,
  release,
  onClose,
}: {
  statement: Statement;
  release: Release;
  onClose: () => void;
}) {
  const t = useT();
  const { done, failed } = useAnnounce();
  const order = { id: statement.id, release };
  const propose = useProposeWord('statements.release', order);
  const { send, sending } = useSubmission(api.statements.release, {
    onSuccess: () => {
      void refresh(['bank']);
      done('admin-bank-files.releaseDone', statement.statementId);
      onClose();
    },
    onProblem: (problem) => {
      // Somebody else was first: the list read again shows it.
      void refresh(['bank']);
      failed(problem, 'admin.updateFailed');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t(`admin-bank-files.releases.${release}.act`)}
      description={t(`admin-bank-files.releases.${release}.text`)}
      submit={propose ?? t('admin-bank-files.release')}
      submitting={t('admin-bank-files.sendingDecision')}
      tone={release === 'refuse' ? 'danger' : 'primary'}
      sending={sending}
      onConfirm={() => send(order)}
      onClose={onClose}
    />
  );
}
