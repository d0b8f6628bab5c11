import { formatIban } from '#domain/accounts/iban.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { useProposeWord } from '../proposals/approval-needed.ts';
import type { BatchSelection } from './batch-selection.ts';
import type { Batch } from './batch-words.ts';

/** Confirms the export of a SEPA file: number of withdrawals, total, debited account. */
export function ExportBatchDialog({
  selection,
  onExported,
  onClose,
}: {
  selection: BatchSelection;
  onExported: (batch: Batch) => void;
  onClose: () => void;
}) {
  const t = useT();
  const { count } = useFormats();
  const { done, failed } = useAnnounce();
  const { chosen, totalMinor, houseAccount, returns, returnsMinor } = selection;
  const inFile = chosen.length + returns.length;
  const { send, sending } = useSubmission(api.withdrawalBatches.export, {
    onSuccess: ({ batch }) => {
      done('admin-batches.exported', t('admin-batches.exportedText', { number: batch.messageId }));
      void refresh(['withdrawals']);
      onExported(batch);
    },
    onProblem: (problem) => {
      failed(problem, 'admin-batches.exportFailed');
      // A colleague was faster: the selection is refetched without what can no longer be exported.
      if (problem.isFinal) void refresh(['withdrawals']);
    },
  });
  const order = { withdrawalIds: [...chosen], ...(returns.length > 0 ? { returnIds: [...returns] } : {}) };
  const propose = useProposeWord('withdrawalBatches.export', inFile > 0 ? order : null);
  return (
    <ConfirmDialog
      title={t('admin-batches.exportTitle')}
      description={t('admin-batches.exportText')}
      submit={
        houseAccount && inFile > 0 ? (propose ?? t('admin-batches.exportCount', { count: inFile })) : null
      }
      submitting={t('admin-batches.exporting')}
      sending={sending}
      onConfirm={() => send(order)}
      onClose={onClose}
    >
      {houseAccount ? null : (
        <Notice tone="danger" title={t('admin-batches.noHouseAccount')}>
          {t('admin-batches.noHouseAccountText')}
        </Notice>
      )}
      {inFile === 0 ? <Notice tone="warning">{t('admin-batches.nothingLeft')}</Notice> : null}
      <DefinitionList
        look="ledger"
        items={[
          { term: t('admin-batches.withdrawals'), value: count(chosen.length) },
          ...(returns.length > 0
            ? [{ term: t('admin-batches.returnsTerm'), value: count(returns.length) }]
            : []),
          ...(houseAccount
            ? [
                { term: t('admin-batches.debtor'), value: houseAccount.holder },
                { term: t('admin-withdrawals.iban'), value: formatIban(houseAccount.iban) },
              ]
            : []),
          {
            term: t('admin-batches.total'),
            value: <Amount minor={totalMinor + returnsMinor} currency="EUR" />,
            strong: true,
          },
        ]}
      />
    </ConfirmDialog>
  );
}
