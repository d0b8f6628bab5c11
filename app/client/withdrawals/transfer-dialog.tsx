import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RefusalParams } from '#domain/errors.ts';
import { insufficientFundsParams } from '#domain/withdrawals/insufficient-funds.ts';
import { refusalSentence } from '#domain/withdrawals/refusal-sentence.ts';
import { api } from '../../api/client.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { query, refresh } from '../../api/queries.ts';
import { type CallOptions, useSubmission } from '../../api/submission.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useProblemToast } from '../../form/problem-toast.ts';
import { useRefusal } from '../../form/refusal.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT, useWords } from '../../i18n/t.ts';
import type { KeptTransfer } from '../../page/kept-simulation.ts';
import { toast } from '../../ui/toasts.ts';
import type { Overview, Withdrawal } from '../accounts/overview.ts';
import type { StandingOrder } from '../standing-orders/standing-order-words.ts';
import {
  isProgrammed,
  isSameOrder,
  judgementOf,
  type Look,
  type NamedTransfer,
  orderOf,
  useLastLook,
} from './last-look.ts';
import { PayeeCheckNotice } from './payee-check-notice.tsx';
import { TransferFields } from './transfer-fields.tsx';
import { type TransferForm, useTransferForm } from './transfer-form.ts';
import { TransferRecap } from './transfer-recap.tsx';

/** Why an amount cannot leave. */
type AmountRefusal = 'withdrawal.insufficient-funds' | 'transfer.limit';

/** Moves the focus to a field once the fields are shown again, by the next render. */
function useFocusLater(form: TransferForm) {
  const [wanted, setWanted] = useState<'amount' | 'recipientName' | null>(null);
  useEffect(() => {
    if (!wanted) return;
    form.focus(wanted);
    setWanted(null);
  }, [wanted, form]);
  return setWanted;
}

/** Says why the amount cannot leave, and moves the focus to it. */
function useAmountRefusal(focusLater: ReturnType<typeof useFocusLater>) {
  const { tKey } = useWords();
  return (code: AmountRefusal, params: RefusalParams) => {
    toast({
      tone: 'destructive',
      title: tKey(`errors.${code}.title`),
      description: tKey(`errors.${code}.detail`, params),
    });
    focusLater('amount');
    void refresh(['account', 'withdrawals']);
  };
}

/** The limit that refused a transfer and what is left of it, in the language of the screen: the server's sentence is French. */
function useLimitWords() {
  const { tKey } = useWords();
  const format = useFormats();
  return ({ params }: ApiProblem, order: NamedTransfer): RefusalParams => {
    const kind = 'instant' in order && order.instant ? 'instantLimits' : 'limits';
    return {
      limitInWords: tKey(`withdrawal-reasons.${kind}.${params.limit}`),
      left: format.amount(Number(params.leftMinor), params.currency as Overview['account']['currency']),
    };
  };
}

/** The check of the name no longer serves this transfer. */
const isOfCheck = ({ code }: ApiProblem) =>
  code === 'payee-check.expired' || code === 'transfer.payee-check-required';

/** Sends what was looked at: a transfer of now, or one that is programmed or changed. */
async function sendOrder(order: NamedTransfer, changedId: string | null, options: CallOptions) {
  if (!isProgrammed(order)) return api.withdrawals.request(order, options);
  const { standingOrder } = await (changedId === null
    ? api.standingOrders.create(order, options)
    : api.standingOrders.change({ ...order, id: changedId }, options));
  return { withdrawal: null, standingOrder, availableMinor: null };
}

/** Whether it is at its payee's already: a transfer to another client of the house (PAY-34), or an instant one (PAY-43). */
const isMade = ({ phase, isInstant }: Withdrawal) => phase === 'settled' || (isInstant && phase === 'sent');

/** What is said of a transfer that was sent; an instant one has its answer, or awaits it. */
const titleOfSent = (withdrawal: Withdrawal) =>
  isMade(withdrawal)
    ? 'client-transfers.request.made'
    : withdrawal.isInstant && withdrawal.status === 'approved'
      ? 'client-transfers.phase.instantAwaited'
      : 'client.sent';

/** Sends the transfer that was looked at; says what was sent, or shows the field at fault again. */
function useTransferSubmission({
  form,
  currency,
  changedId,
  onSent,
  onAmountRefused,
  onFieldFault,
}: {
  form: TransferForm;
  currency: Overview['account']['currency'];
  /** The programmed transfer that is changed; null for a new transfer. */
  changedId: string | null;
  onSent: () => void;
  onAmountRefused: (code: AmountRefusal, params: RefusalParams) => void;
  onFieldFault: () => void;
}) {
  const { t, tKey } = useWords();
  const format = useFormats();
  const refuse = useRefusal(form);
  const limitWords = useLimitWords();
  const send = (order: NamedTransfer, options: CallOptions) => sendOrder(order, changedId, options);
  return useSubmission(send, {
    remembered: { name: `transfer:${changedId ?? ''}`, isSame: isSameOrder },
    onSuccess: (sent) => {
      void refresh(['withdrawals', 'account']);
      if (sent.withdrawal?.status === 'rejected')
        toast({
          tone: 'destructive',
          title: t('client-transfers.request.refused'),
          description: refusalSentence(sent.withdrawal, tKey) ?? '',
        });
      else if (sent.withdrawal)
        toast({
          title: t(titleOfSent(sent.withdrawal)),
          description: t('client-transfers.request.sentText', {
            amount: format.amount(sent.withdrawal.amountMinor, currency),
            bank: sent.withdrawal.clientBankName,
            available: format.amount(sent.availableMinor ?? 0, currency),
          }),
        });
      else if (sent.standingOrder)
        toast({
          title: t('client-transfers.programmed.saved'),
          description: t('client-transfers.programmed.savedText', {
            amount: format.amount(sent.standingOrder.amountMinor, currency),
            name: sent.standingOrder.recipientName,
            day: format.day(sent.standingOrder.nextDay ?? sent.standingOrder.firstDay),
          }),
        });
      form.reset();
      onSent();
    },
    onProblem: (problem, order) => {
      if (problem.code === 'withdrawal.insufficient-funds') onAmountRefused(problem.code, problem.params);
      else if (problem.code === 'transfer.limit') onAmountRefused(problem.code, limitWords(problem, order));
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
/** What the button that sends says: a transfer that is programmed is not a request. */
const submitOf = (look: Look, usual: (typeof USUAL | typeof WARNED)['submit']) =>
  usual === USUAL.submit && isProgrammed(look.transfer) ? 'client-transfers.programmed.submit' : usual;

const WARNED = { leave: 'client-transfers.check.correct', submit: 'client-transfers.check.goOn' } as const;

/** Says that the balance could not be read, and that nothing was sent. */
function useUnread() {
  const t = useT();
  return () =>
    toast({
      tone: 'destructive',
      title: t('common.failure.title'),
      description: `${t('client-transfers.request.unchecked')}. ${t('client-transfers.request.unsent')}`,
    });
}

/** A request to send money to a bank account. Closing keeps what was typed. */
// Longer than 70 lines: it binds the steps of one order: the fields, the last look and the sending.
export function TransferDialog({
  open,
  onClose,
  overview,
  simulation,
  again,
  changed = null,
}: {
  /** A transfer that did not arrive and is made again. */
  again: Withdrawal | null;
  open: boolean;
  onClose: () => void;
  overview: Overview;
  /** The simulation of the public site that this request goes on with. */
  simulation: KeptTransfer | null;
  /** The programmed transfer that is changed; null for a new transfer. */
  changed?: StandingOrder | null;
}) {
  const t = useT();
  const { currency } = overview.account;
  const clientName = overview.profile.displayName;
  const form = useTransferForm(overview.account, { simulation, again, changed, clientName });
  const focusLater = useFocusLater(form);
  const sayAmount = useAmountRefusal(focusLater);
  const showProblem = useProblemToast();
  const sayUnread = useUnread();
  const refuseAmount = (code: AmountRefusal, params: RefusalParams) => {
    look.forget();
    sayAmount(code, params);
  };
  const payees = useQuery({ ...query.payees.list.queryOptions(), enabled: open });
  const known = payees.data?.payees ?? [];
  const look = useLastLook({
    known,
    changed,
    onShort: (availableMinor, requestedMinor) =>
      refuseAmount(
        'withdrawal.insufficient-funds',
        insufficientFundsParams({ availableMinor, requestedMinor, currency }),
      ),
    onUnread: sayUnread,
    onRefused: (problem) => showProblem(problem),
  });
  const close = () => {
    look.forget();
    onClose();
  };
  const { send, sending } = useTransferSubmission({
    form,
    currency,
    changedId: changed?.id ?? null,
    onSent: close,
    onAmountRefused: refuseAmount,
    onFieldFault: look.forget,
  });

  const recap = look.shown;
  const judgement = recap ? judgementOf(recap) : 'none';
  const words = judgement === 'warned' ? WARNED : USUAL;
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={t(changed ? 'client-transfers.programmed.changeTitle' : 'client-transfers.request.title')}
      description={
        recap || changed || form.typed.when !== 'now' ? undefined : t('client-transfers.request.lead')
      }
      // The recap asks to read again by itself.
      form={recap ? { ...form, isRestored: false } : form}
      summaryTitle={form.hasMissing ? t('client-transfers.request.missing') : t('client.checkForm')}
      leave={recap ? t(words.leave) : undefined}
      onLeave={
        recap
          ? () => {
              look.forget();
              // « Annuler » takes the place of the pressed button: a second press would close the dialog.
              focusLater(
                judgement === 'warned' && form.typed.recipientKind === 'other' ? 'recipientName' : 'amount',
              );
            }
          : undefined
      }
      isLeaveFirst={judgement === 'warned'}
      submit={
        judgement === 'choose'
          ? null
          : t(recap ? submitOf(recap, words.submit) : 'client-transfers.request.continue')
      }
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
          changed={changed}
        />
      )}
    </FormDialog>
  );
}
