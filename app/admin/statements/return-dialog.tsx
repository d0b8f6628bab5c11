import { useState } from 'react';
import { formatIban } from '#domain/accounts/iban.ts';
import { RETURN_REASONS, type ReturnReason } from '#domain/statements/line-parts.ts';
import { returnReasonFor } from '#domain/statements/suspense-deadlines.ts';
import { api } from '../../api/client.ts';
import { SendingDialog } from '../../form/sending-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Select } from '../../ui/select.tsx';
import { useDialogAct } from '../desk/dialog-act.ts';
import { useProposeWord } from '../proposals/approval-needed.ts';
import type { WaitingLine } from './waiting-line.ts';

/** « Renvoyer à l'émetteur » (PAY-31): to the IBAN and name of the line only. */
export function ReturnDialog({ line, onClose }: { line: WaitingLine; onClose: () => void }) {
  const { t } = useWords();
  const { amount } = useFormats();
  const [reasonCode, setReasonCode] = useState<ReturnReason>(() => returnReasonFor(line.reason));
  const { send, sending } = useDialogAct(api.bankLines.return, {
    name: `line-return:${line.id}`,
    say: (done) => done('admin-bank-lines.returned'),
    situation: 'admin-bank-lines.failed',
    rereads: ['bank'],
    onClose,
  });
  const order = { id: line.id, amountMinor: line.openMinor, reasonCode };
  const propose = useProposeWord('bankLines.return', order);
  return (
    <SendingDialog
      open
      title={t('admin-bank-lines.returnTitle')}
      description={t('admin-bank-lines.returnText', {
        amount: amount(line.openMinor, line.currency),
        name: line.payer.name ?? t('admin-bank-lines.unknownPayer'),
        iban: formatIban(line.payer.iban ?? ''),
      })}
      submit={propose ?? t('admin-bank-lines.returnSubmit')}
      submitting={t('admin-bank-lines.sending')}
      sending={sending}
      onConfirm={() => send(order)}
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
