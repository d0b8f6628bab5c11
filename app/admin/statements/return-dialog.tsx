import { useState } from 'react';
import { RETURN_REASONS, type ReturnReason } from '#domain/statements/line-parts.ts';
import { returnReasonFor } from '#domain/statements/suspense-deadlines.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { SendingDialog } from '../../form/sending-dialog.tsx';
import { useWords } from '../../i18n/t.ts';
import { Select } from '../../ui/select.tsx';
import { useAnnounce } from '../desk/announce.ts';
import type { WaitingLine } from './waiting-line.ts';

/** « Renvoyer à l'émetteur » (PAY-31): to the IBAN and name of the line only; a second person approves. */
export function ReturnDialog({ line, onClose }: { line: WaitingLine; onClose: () => void }) {
  const { t } = useWords();
  const { done, failed } = useAnnounce();
  const [reasonCode, setReasonCode] = useState<ReturnReason>(() => returnReasonFor(line.reason));
  const { send, sending } = useSubmission(api.bankLines.return, {
    onSuccess: () => {
      done('admin-bank-lines.proposed');
      void refresh(['bank']);
      onClose();
    },
    onProblem: (problem) => {
      failed(problem, 'admin-bank-lines.failed');
      if (problem.isFinal) onClose();
    },
  });
  return (
    <SendingDialog
      open
      title={t('admin-bank-lines.returnTitle')}
      description={t('admin-bank-lines.returnText', {
        name: line.payer.name ?? t('admin-bank-lines.unknownPayer'),
        iban: line.payer.iban ?? '',
      })}
      submit={t('admin-bank-lines.returnSubmit')}
      submitting={t('admin-bank-lines.sending')}
      sending={sending}
      onConfirm={() => send({ id: line.id, amountMinor: line.openMinor, reasonCode })}
      onClose={onClose}
    >
      <Select
        label={t('admin-bank-lines.reason')}
        value={reasonCode}
        onChange={(event) => setReasonCode(event.currentTarget.value as ReturnReason)}
        options={RETURN_REASONS.map((code) => ({
          value: code,
          label: t(`admin-bank-lines.returnReasons.${code}`),
        }))}
      />
    </SendingDialog>
  );
}
