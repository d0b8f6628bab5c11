import { api } from '../../api/client.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { toast } from '../../ui/toasts.ts';
import { useDialogAct } from '../desk/dialog-act.ts';
import type { Batch } from './batch-words.ts';

export type BatchAction = 'execute' | 'cancel';
/** Why withdrawals of the batch were not executed: refusal code by withdrawal. */
export type LineRefusals = Readonly<Record<string, string>>;

type CloseCall = (
  input: { id: string; controlTotalMinor: number },
  options: Parameters<typeof api.withdrawalBatches.cancel>[1],
) => Promise<LineRefusals>;

const cancel: CloseCall = async ({ id }, options) => {
  await api.withdrawalBatches.cancel({ id }, options);
  return {};
};

const execute: CloseCall = async (input, options) => {
  const { results } = await api.withdrawalBatches.execute(input, options);
  return Object.fromEntries(
    results.flatMap(({ withdrawalId, refusal }) => (refusal ? [[withdrawalId, refusal]] : [])),
  );
};

/** Confirms closing a batch: either its accounts are debited together, or its withdrawals are released for another file. */
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
  const { send, sending } = useDialogAct(action === 'cancel' ? cancel : execute, {
    say: (done, refusals) => {
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
    },
    situation: 'admin.updateFailed',
    rereads: ['withdrawals', 'account', 'clients', 'transactions'],
    onDone: onClosed,
    onClose,
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
      sending={sending}
      onConfirm={() => send({ id: batch.id, controlTotalMinor: batch.totalMinor })}
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
