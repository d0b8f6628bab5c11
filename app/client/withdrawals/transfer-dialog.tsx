import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RefusalParams } from '#domain/errors.ts';
import { insufficientFundsParams } from '#domain/withdrawals/insufficient-funds.ts';
import { api } from '../../api/client.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { query, refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useProblemToast } from '../../form/problem-toast.ts';
import { useRefusal } from '../../form/refusal.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT, useWords } from '../../i18n/t.ts';
import type { KeptTransfer } from '../../page/kept-simulation.ts';
import { toast } from '../../ui/toasts.ts';
import type { Overview } from '../accounts/overview.ts';
import { judgementOf, orderOf, useLastLook } from './last-look.ts';
import { PayeeCheckNotice } from './payee-check-notice.tsx';
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

/** The check of the name no longer serves this transfer. */
const isOfCheck = ({ code }: ApiProblem) =>
  code === 'payee-check.expired' || code === 'transfer.payee-check-required';

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
        // What was looked at no longer holds: the fields are shown, and the next look asks again.
        if (problem.fields.length > 0 || isOfCheck(problem)) onFieldFault();
        refuse(problem);
      }
    },
  });
}

/** The two buttons under the recap: as usual, and where the client goes on in spite of a warning. */
const USUAL = { leave: 'client-transfers.recap.change', submit: 'client-transfers.request.submit' } as const;
const WARNED = { leave: 'client-transfers.check.correct', submit: 'client-transfers.check.goOn' } as const;

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
  const clientName = overview.profile.displayName;
  const form = useTransferForm(overview.account, simulation, clientName);
  const sayShort = useShortFunds(form);
  const showProblem = useProblemToast();
  const refuseAmount = (params: RefusalParams) => {
    look.forget();
    sayShort(params);
  };
  const payees = useQuery({ ...query.payees.list.queryOptions(), enabled: open });
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
    onRefused: (problem) => showProblem(problem),
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
  const judgement = recap ? judgementOf(recap) : 'none';
  const words = judgement === 'warned' ? WARNED : USUAL;
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={t('client-transfers.request.title')}
      description={recap ? undefined : t('client-transfers.request.lead')}
      form={form}
      summaryTitle={form.hasMissing ? t('client-transfers.request.missing') : t('client.checkForm')}
      leave={recap ? t(words.leave) : undefined}
      onLeave={recap ? look.forget : undefined}
      isLeaveFirst={judgement === 'warned'}
      submit={judgement === 'choose' ? null : t(recap ? words.submit : 'client-transfers.request.continue')}
      tone={judgement === 'warned' ? 'secondary' : 'primary'}
      submitting={t(recap ? 'client-transfers.request.sending' : 'client-transfers.request.reading')}
      isPreparing={look.isReading}
      keepsTyped
      sending={look.isOffline ? { ...sending, state: 'unsent' } : sending}
      onSend={(input) => {
        if (!recap) look.ask(input);
        else if (judgement !== 'choose') send(orderOf(recap));
      }}
    >
      {recap ? (
        <TransferRecap look={recap}>
          <PayeeCheckNotice look={recap} onChoose={look.choose} onCancel={close} />
        </TransferRecap>
      ) : (
        <TransferFields
          form={form}
          account={overview.account}
          simulation={simulation}
          known={known}
          clientName={clientName}
        />
      )}
    </FormDialog>
  );
}
