import { useState } from 'react';
import { BANK_CODES, reasonOfBankCode } from '#domain/withdrawals/bank-answer.ts';
import { api } from '../../api/client.ts';
import { SendingDialog } from '../../form/sending-dialog.tsx';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Select } from '../../ui/select.tsx';
import { useDialogAct } from '../desk/dialog-act.ts';
import type { ReviewedWithdrawal } from './withdrawal-words.ts';

/** Asks for the code that the bank gave, each beside the sentence that the client will read. */
export default function BankRefusalDialog({
  withdrawal,
  onClose,
}: {
  withdrawal: ReviewedWithdrawal;
  onClose: () => void;
}) {
  const { t, tKey } = useWords();
  const { amount } = useFormats();
  const [bankReason, setBankReason] = useState('AC04');
  const { send, sending } = useDialogAct(api.withdrawals.recordBankRefusal, {
    say: (done) => done('admin-withdrawals.bankRefusal.done'),
    situation: 'admin-withdrawals.bankRefusal.failed',
    rereads: ['withdrawals'],
    onClose,
  });
  return (
    <SendingDialog
      open
      title={t('admin-withdrawals.bankRefusal.title')}
      description={t('admin-withdrawals.bankRefusal.text', {
        amount: amount(withdrawal.amountMinor, withdrawal.currency),
        name: withdrawal.client.displayName,
      })}
      submit={t('admin-withdrawals.bankRefusal.submit')}
      submitting={t('admin-withdrawals.bankRefusal.sending')}
      sending={sending}
      onConfirm={() => send({ id: withdrawal.id, bankReason })}
      onClose={onClose}
    >
      <Select
        label={t('admin-withdrawals.bankRefusal.code')}
        value={bankReason}
        data-autofocus
        onChange={(event) => setBankReason(event.currentTarget.value)}
        options={BANK_CODES.map((code) => ({
          value: code,
          label: t('admin-withdrawals.bankRefusal.option', {
            code,
            sentence: tKey(`withdrawal-reasons.reasons.${reasonOfBankCode(code)}`),
          }),
        }))}
      />
    </SendingDialog>
  );
}
