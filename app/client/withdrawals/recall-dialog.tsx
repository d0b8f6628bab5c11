import * as z from 'zod/mini';
import { type RecallReason, recallReason } from '#domain/withdrawals/recalls.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useProblemToast } from '../../form/problem-toast.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toasts.ts';
import type { Withdrawal } from '../accounts/overview.ts';

const recallInput = z.object({ reason: recallReason });

/** « Demander le retour des fonds » (PAY-41): nothing is promised. The reason decides the delay and what the bank is told: none is preselected. */
export function RecallDialog({
  withdrawal,
  reasons,
  onClose,
}: {
  withdrawal: Withdrawal;
  /** Those whose delay is not over. */
  reasons: readonly RecallReason[];
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormats();
  const showProblem = useProblemToast();
  const form = useScreenForm({
    initial: { reason: '' },
    schema: recallInput,
    labels: { reason: t('client-transfers.recall.reason') },
  });
  const { send, sending } = useSubmission(api.recalls.ask, {
    onSuccess: () => {
      void refresh(['withdrawals']);
      toast({
        title: t('client-transfers.recall.asked'),
        description: t('client-transfers.recall.askedText'),
      });
      onClose();
    },
    onProblem: (problem) => {
      showProblem(problem);
      if (problem.isFinal) onClose();
    },
  });
  return (
    <FormDialog
      size="small"
      title={t('client-transfers.recall.title', {
        amount: format.amount(withdrawal.amountMinor, withdrawal.currency),
      })}
      description={t('client-transfers.recall.text')}
      submit={t('client-transfers.recall.ask')}
      submitting={t('client-transfers.recall.sending')}
      form={form}
      summaryTitle={t('client.checkForm')}
      sending={sending}
      onSend={({ reason }) => send({ id: withdrawal.id, reason })}
      onClose={onClose}
    >
      <Select
        {...form.field('reason')}
        label={t('client-transfers.recall.reason')}
        placeholder={t('client-loans.file.choose')}
        required
        options={reasons.map((value) => ({
          value,
          label: t(`client-transfers.recall.reasons.${value}`),
        }))}
      />
    </FormDialog>
  );
}
