import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RefusalParams } from '#domain/errors.ts';
import { insufficientFundsParams } from '#domain/withdrawals/insufficient-funds.ts';
import { api } from '../../api/client.ts';
import { query, refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useRefusal } from '../../form/refusal.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT, useWords } from '../../i18n/t.ts';
import type { KeptTransfer } from '../../page/kept-simulation.ts';
import { toast } from '../../ui/toasts.ts';
import type { Overview } from '../accounts/overview.ts';
import { useLastLook } from './last-look.ts';
import { TransferFields } from './transfer-fields.tsx';
import { type TransferForm, useTransferForm } from './transfer-form.ts';
import { TransferRecap } from './transfer-recap.tsx';

/** Says that the account does not hold the amount, and moves the focus to it once the fields are shown again. */
function useShortFunds(form: TransferForm) {
  const { tKey } = useWords();
  // The fields are shown again by the next render only.
  const [isFocusWanted, setFocusWanted] = useState(false);
  useEffect(() => {
    if (!isFocusWanted) return;
    form.focus('amount');
    setFocusWanted(false);
  }, [isFocusWanted, form]);
  return (params: RefusalParams) => {
    toast({
      tone: 'destructive',
      title: tKey('errors.withdrawal.insufficient-funds.title'),
      description: tKey('errors.withdrawal.insufficient-funds.detail', params),
    });
    setFocusWanted(true);
    void refresh(['account']);
  };
}

/** Sends the transfer that was looked at; says what was sent, or shows the field at fault again. */
function useTransferSubmission({
  form,
  currency,
  onSent,
  onShort,
  onFieldFault,
}: {
  form: TransferForm;
  currency: Overview['account']['currency'];
  onSent: () => void;
  onShort: (params: RefusalParams) => void;
  onFieldFault: () => void;
}) {
  const t = useT();
  const format = useFormats();
  const refuse = useRefusal(form);
  return useSubmission(api.withdrawals.request, {
    onSuccess: ({ withdrawal, availableMinor }) => {
      void refresh(['withdrawals', 'account']);
      toast({
        title: t('client.sent'),
        description: t('client-transfers.request.sentText', {
          amount: format.amount(withdrawal.amountMinor, currency),
          bank: withdrawal.clientBankName,
          available: format.amount(availableMinor, currency),
        }),
      });
      form.reset();
      onSent();
    },
    onProblem: (problem) => {
      if (problem.code === 'withdrawal.insufficient-funds') onShort(problem.params);
      else {
        if (problem.fields.length > 0) onFieldFault();
        refuse(problem);
      }
    },
  });
}

/** A request to send money to a bank account. Closing keeps what was typed. */
export function TransferDialog({
  open,
  onClose,
  overview,
  simulation,
}: {
  open: boolean;
  onClose: () => void;
  overview: Overview;
  /** The simulation of the public site that this request goes on with. */
  simulation: KeptTransfer | null;
}) {
  const t = useT();
  const { currency } = overview.account;
  const form = useTransferForm(overview.account, simulation);
  const sayShort = useShortFunds(form);
  const refuseAmount = (params: RefusalParams) => {
    look.forget();
    sayShort(params);
  };
  const payees = useQuery({ ...query.withdrawals.payees.queryOptions(), enabled: open });
  const known = payees.data?.payees ?? [];
  const look = useLastLook({
    known,
    onShort: (availableMinor, requestedMinor) =>
      refuseAmount(insufficientFundsParams({ availableMinor, requestedMinor, currency })),
    onUnread: () =>
      toast({
        tone: 'destructive',
        title: t('common.failure.title'),
        description: `${t('client-transfers.request.unchecked')}. ${t('client-transfers.request.unsent')}`,
      }),
  });
  const close = () => {
    look.forget();
    onClose();
  };
  const { send, sending } = useTransferSubmission({
    form,
    currency,
    onSent: close,
    onShort: refuseAmount,
    onFieldFault: look.forget,
  });

  const recap = look.shown;
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={t('client-transfers.request.title')}
      description={recap ? undefined : t('client-transfers.request.lead')}
      form={form}
      summaryTitle={form.hasMissing ? t('client-transfers.request.missing') : t('client.checkForm')}
      leave={recap ? t('client-transfers.recap.change') : undefined}
      onLeave={recap ? look.forget : undefined}
      submit={t(recap ? 'client-transfers.request.submit' : 'client-transfers.request.continue')}
      submitting={t(recap ? 'client-transfers.request.sending' : 'client-transfers.request.reading')}
      isPreparing={look.isReading}
      keepsTyped
      sending={look.isOffline ? { ...sending, state: 'unsent' } : sending}
      onSend={(input) => (recap ? send(recap.transfer) : look.ask(input))}
    >
      {recap ? (
        <TransferRecap {...recap} />
      ) : (
        <TransferFields form={form} account={overview.account} simulation={simulation} known={known} />
      )}
    </FormDialog>
  );
}
