import { useState } from 'react';
import { formatIban } from '#domain/accounts/iban.ts';
import { actionsFrom } from '#domain/withdrawals/status.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { useProblemToast } from '../../form/problem-toast.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.ts';
import type { Withdrawal } from '../accounts/overview.ts';
import { TransferStatusBadge } from './transfer-status.tsx';

/** Confirms and cancels a pending transfer. */
function CancelDialog({ withdrawal, onClose }: { withdrawal: Withdrawal | null; onClose: () => void }) {
  const t = useT();
  const format = useFormats();
  const showProblem = useProblemToast();
  const { send, sending } = useSubmission(api.withdrawals.cancel, {
    onSuccess: ({ withdrawal: cancelled }) => {
      void refresh(['withdrawals', 'account']);
      toast({
        title: t('client-transfers.cancelled'),
        description: t('client-transfers.cancelledText', {
          amount: format.amount(cancelled.amountMinor, cancelled.currency),
        }),
      });
      onClose();
    },
    onProblem: (problem) => {
      // Decided meanwhile: the refetched list shows it.
      void refresh(['withdrawals']);
      showProblem(problem);
      if (problem.isFinal) onClose();
    },
  });
  const close = () => {
    sending.forget();
    onClose();
  };
  return (
    <ConfirmDialog
      open={withdrawal !== null}
      onClose={close}
      size="small"
      title={t('client-transfers.cancelTitle')}
      description={
        withdrawal
          ? t('client-transfers.cancelText', {
              amount: format.amount(withdrawal.amountMinor, withdrawal.currency),
              bank: withdrawal.clientBankName,
            })
          : undefined
      }
      tone="danger"
      leave={t('client-transfers.cancelKeep')}
      submit={t('client-transfers.cancelConfirm')}
      submitting={t('client-transfers.cancelling')}
      sending={sending}
      onConfirm={() => withdrawal && send({ id: withdrawal.id })}
    />
  );
}

function TransferRow({ withdrawal, onCancel }: { withdrawal: Withdrawal; onCancel: () => void }) {
  const t = useT();
  const format = useFormats();
  const mayCancel = actionsFrom(withdrawal.status, 'client').includes('cancel');
  return (
    <li className="request">
      <div className="request-text">
        <p className="request-title">{withdrawal.recipientName ?? t('client-transfers.unnamed')}</p>
        <p className="request-note">
          {withdrawal.clientBankName} ·{' '}
          <span className="iban tabular">{formatIban(withdrawal.clientIban)}</span>
          {withdrawal.ibanValid ? null : <> · {t('client-transfers.ibanDoubt')}</>}
        </p>
        <p className="request-note">
          {t('client-transfers.asked', { date: format.day(withdrawal.createdAt) })}
        </p>
        {withdrawal.failureReason ? (
          <p className="request-reason">
            <strong>{t('client-transfers.reason')}</strong> <span lang="fr">{withdrawal.failureReason}</span>
          </p>
        ) : null}
      </div>
      <div className="request-state">
        <Amount minor={withdrawal.amountMinor} currency={withdrawal.currency} align="end" />
        <TransferStatusBadge status={withdrawal.status} />
        {mayCancel ? (
          <Button
            tone="danger-quiet"
            size="dense"
            aria-label={t('client-transfers.cancelOf', {
              amount: format.amount(withdrawal.amountMinor, withdrawal.currency),
              bank: withdrawal.clientBankName,
            })}
            onClick={onCancel}
          >
            {t('client-transfers.cancel')}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

export function TransferRows({ withdrawals }: { withdrawals: readonly Withdrawal[] }) {
  const [asked, setAsked] = useState<Withdrawal | null>(null);
  return (
    <>
      <ul className="requests">
        {withdrawals.map((withdrawal) => (
          <TransferRow key={withdrawal.id} withdrawal={withdrawal} onCancel={() => setAsked(withdrawal)} />
        ))}
      </ul>
      <CancelDialog withdrawal={asked} onClose={() => setAsked(null)} />
    </>
  );
}
