import { useState } from 'react';
import { RECALL_REASONS, type RecallReason } from '#domain/withdrawals/recalls.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useProblemToast } from '../../form/problem-toast.ts';
import { SendingDialog } from '../../form/sending-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toasts.ts';
import type { Withdrawal } from '../accounts/overview.ts';

/** « Demander le retour des fonds » (PAY-41): nothing is promised. */
export function RecallDialog({ withdrawal, onClose }: { withdrawal: Withdrawal; onClose: () => void }) {
  const t = useT();
  const format = useFormats();
  const showProblem = useProblemToast();
  const [reason, setReason] = useState<RecallReason>('DUPL');
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
    <SendingDialog
      open
      size="small"
      title={t('client-transfers.recall.title', {
        amount: format.amount(withdrawal.amountMinor, withdrawal.currency),
      })}
      description={t('client-transfers.recall.text')}
      submit={t('client-transfers.recall.ask')}
      submitting={t('client-transfers.recall.sending')}
      sending={sending}
      onConfirm={() => send({ id: withdrawal.id, reason })}
      onClose={onClose}
    >
      <Select
        label={t('client-transfers.recall.reason')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value as RecallReason)}
        options={RECALL_REASONS.map((value) => ({
          value,
          label: t(`client-transfers.recall.reasons.${value}`),
        }))}
      />
    </SendingDialog>
  );
}
