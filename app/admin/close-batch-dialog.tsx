import { useMutation } from '@tanstack/react-query';
import { Amount } from '../amount.tsx';
import { api } from '../api/client.ts';
import { asProblem } from '../api/problem.ts';
import { refresh } from '../api/queries.ts';
import { newSubmissionKey } from '../api/submission.ts';
import { useFormats } from '../i18n/format.ts';
import { useT } from '../i18n/t.ts';
import { DefinitionList } from '../ui/definition-list.tsx';
import { toast } from '../ui/toasts.ts';
import { useAnnounce } from './announce.ts';
import type { Batch } from './batch-words.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

export type BatchAction = 'execute' | 'cancel';
/** Why a withdrawal of the batch was not executed: code of the refusal, by withdrawal. */
export type LineRefusals = Readonly<Record<string, string>>;

/** The last look before a batch is closed: its accounts are debited together, or its withdrawals may stand in another file. */
export function CloseBatchDialog({
  batch,
  action,
  onClosed,
  onClose,
}: {
  batch: Batch;
  action: BatchAction;
  onClosed: (refusals: LineRefusals) => void;
  onClose: () => void;
}) {
  const t = useT();
  const { count, day } = useFormats();
  const { done, failed } = useAnnounce();
  const closing = useMutation({
    mutationFn: async (): Promise<LineRefusals> => {
      if (action === 'cancel') {
        await api.withdrawalBatches.cancel(
          { id: batch.id },
          { context: { idempotencyKey: newSubmissionKey() } },
        );
        return {};
      }
      const { results } = await api.withdrawalBatches.execute({ id: batch.id });
      return Object.fromEntries(
        results.flatMap(({ withdrawalId, refusal }) => (refusal ? [[withdrawalId, refusal]] : [])),
      );
    },
    onSuccess: (refusals) => {
      const refused = Object.keys(refusals).length;
      if (refused > 0)
        toast({
          tone: 'warning',
          title: t('admin-batches.partlyExecuted'),
          description: t('admin-batches.partlyExecutedText', { count: refused }),
        });
      else
        done(
          `admin-batches.${action}.done`,
          t(`admin-batches.${action}.doneText`, { number: batch.messageId }),
        );
      void refresh(['withdrawals', 'account', 'clients', 'transactions']);
      onClosed(refusals);
    },
    onError: (error) => {
      const problem = asProblem(error);
      failed(problem, 'admin.updateFailed');
      if (!problem.isFinal) return;
      // Closed by a colleague meanwhile: what is shown is out of date.
      void refresh(['withdrawals']);
      onClose();
    },
  });
  const waiting = batch.withdrawalCount - batch.executedCount;
  return (
    <ConfirmDialog
      title={t(`admin-batches.${action}.title`)}
      description={t(`admin-batches.${action}.text`)}
      leave={t('common.close')}
      tone={action === 'execute' ? 'primary' : 'danger'}
      submit={t(`admin-batches.${action}.submit`)}
      submitting={t(`admin-batches.${action}.running`)}
      isSending={closing.isPending}
      onConfirm={() => closing.mutate()}
      onClose={onClose}
    >
      <DefinitionList
        look="ledger"
        items={[
          { term: t('admin-batches.number'), value: batch.messageId },
          { term: t('admin-batches.withdrawals'), value: count(batch.withdrawalCount) },
          ...(batch.executedCount > 0
            ? [
                { term: t('admin-batches.executed'), value: count(batch.executedCount) },
                { term: t('admin-batches.waiting'), value: count(waiting) },
              ]
            : []),
          { term: t('admin-batches.executionDate'), value: day(batch.executionDate) },
          {
            term: t('admin-batches.total'),
            value: <Amount minor={batch.totalMinor} currency="EUR" />,
            strong: true,
          },
        ]}
      />
    </ConfirmDialog>
  );
}
