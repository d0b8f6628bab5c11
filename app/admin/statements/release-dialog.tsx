import type { Release } from '#domain/statements/states.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useT } from '../../i18n/t.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { useAnnounce } from '../desk/announce.ts';
import type { Statement } from './bank-file-words.ts';
import { StatementAmount } from './statement-amount.tsx';

/** What is asked of a statement that waits: a first person proposes, a second approves. */
export type Asked =
  | { readonly step: 'propose'; readonly release: Release }
  | { readonly step: 'approve'; readonly release: Release; readonly differenceMinor: number };

/** Confirms what is proposed for a statement that waits, or approved. */
export function ReleaseDialog({
  statement,
  asked,
  onClose,
}: {
  statement: Statement;
  asked: Asked;
  onClose: () => void;
}) {
  const t = useT();
  const { done, failed } = useAnnounce();
  const { release, step } = asked;
  const call: (
    input: { id: string },
    options: Parameters<typeof api.statements.release>[1],
  ) => Promise<unknown> =
    step === 'propose'
      ? ({ id }, options) => api.statements.release({ id, release }, options)
      : (input, options) => api.statements.approveRelease(input, options);
  const { send, sending } = useSubmission(call, {
    onSuccess: () => {
      void refresh(['bank']);
      done(`admin-bank-files.${step}Done`, statement.statementId);
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
      title={t(`admin-bank-files.releases.${release}.${step}`)}
      description={t(`admin-bank-files.releases.${release}.text`)}
      submit={t(`admin-bank-files.${step}`)}
      submitting={t('admin-bank-files.sendingDecision')}
      tone={release === 'refuse' ? 'danger' : 'primary'}
      sending={sending}
      onConfirm={() => send({ id: statement.id })}
      onClose={onClose}
    >
      {step === 'approve' && asked.differenceMinor !== 0 ? (
        <DefinitionList
          look="ledger"
          items={[
            {
              term: t('admin-bank-files.difference'),
              value: <StatementAmount minor={asked.differenceMinor} currency={statement.currency} signed />,
            },
          ]}
        />
      ) : null}
    </ConfirmDialog>
  );
}
