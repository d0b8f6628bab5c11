import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, type ComponentProps, useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { payee } from '#contract/withdrawals.ts';
import { formatIban, ibanLength, ibanVerdict, normalizeIban } from '#domain/accounts/iban.ts';
import type { RefusalParams } from '#domain/errors.ts';
import { currencyOf } from '#domain/money/currencies.ts';
import { insufficientFundsParams } from '#domain/withdrawals/insufficient-funds.ts';
import {
  minimumWithdrawalMinor,
  type WithdrawalInput,
  withdrawalInputFor,
} from '#domain/withdrawals/request.ts';
import { api } from '../../api/client.ts';
import { useOutcome } from '../../api/outcome.ts';
import { query, queryClient, refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useRefusal } from '../../form/refusal.ts';
import { countryName } from '../../i18n/country-name.ts';
import { amountAsTyped, typedAmount } from '../../i18n/form-schema.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import type { KeptTransfer } from '../../page/kept-simulation.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AmountField } from '../../ui/number-field.tsx';
import { toast } from '../../ui/toasts.ts';
import { type Overview, overviewOptions } from '../accounts/overview.ts';
import { TransferRecap } from './transfer-recap.tsx';

type Payee = z.infer<typeof payee>;

/** Says, while it is typed, whether an IBAN holds and in which country its bank is. It never prevents anything. */
function IbanRemark({ typed }: { typed: string }) {
  const { t, tKey, locale } = useWords();
  const iban = normalizeIban(typed);
  if (iban.length < 2) return null;
  const verdict = ibanVerdict(iban);
  const { countryCode } = verdict;
  if (verdict.ok) {
    return (
      <span className="iban-remark" data-good="true">
        {t('client-transfers.request.valid', { country: countryName(verdict.countryCode, locale) })}
      </span>
    );
  }
  const length = ibanLength(countryCode) ?? 0;
  if (countryCode && verdict.reason === 'length' && iban.length < length) {
    return (
      <span className="iban-remark">
        {t('client-transfers.request.checking', {
          country: countryName(countryCode, locale),
          typed: iban.length,
          length,
        })}
      </span>
    );
  }
  return (
    <span className="iban-remark" data-good="false">
      {tKey(`validation.iban.${verdict.reason}`)}
    </span>
  );
}

/** Accounts the client has sent money to before: one press fills the two fields. */
function KnownPayees({
  payees,
  onChoose,
}: {
  payees: readonly Payee[];
  onChoose: (payee: { iban: string; bankName: string }) => void;
}) {
  const { t } = useWords();
  // Nothing to offer, or nothing to be had: the fields below serve as well.
  if (payees.length === 0) return null;
  return (
    <fieldset className="payees">
      <legend className="field-label">{t('client-transfers.request.payees')}</legend>
      <div className="payee-list">
        {payees.map((payee) => (
          <button
            key={payee.iban + payee.bankName}
            type="button"
            className="payee"
            onClick={() => onChoose(payee)}
          >
            <span className="payee-bank">{payee.bankName}</span>
            <span className="payee-iban tabular">{formatIban(payee.iban)}</span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/**
 * The look at a transfer before it leaves. The balance is read anew for it (docs/rules.md, Forms); until that is done
 * nothing is shown and nothing is sent.
 */
function useLastLook({
  known,
  onShort,
  onUnread,
}: {
  /** Who was sent money before. */
  known: readonly Payee[];
  onShort: (availableMinor: number, requestedMinor: number) => void;
  onUnread: () => void;
}) {
  const [shown, setShown] = useState<ComponentProps<typeof TransferRecap> | null>(null);
  const [isReading, setReading] = useState(false);
  const [isOffline, setOffline] = useState(false);
  const asOutcome = useOutcome();
  const wanted = useRef(0);
  const forget = () => {
    wanted.current += 1;
    setReading(false);
    setOffline(false);
    setShown(null);
  };
  useEffect(() => {
    const over = () => setOffline(false);
    addEventListener('online', over);
    return () => removeEventListener('online', over);
  }, []);
  const ask = async (transfer: WithdrawalInput) => {
    wanted.current += 1;
    const mine = wanted.current;
    setReading(true);
    setOffline(false);
    const read = await queryClient.fetchQuery({ ...overviewOptions(), staleTime: 0 }).catch((): null => null);
    // Left, or asked again, meanwhile.
    if (mine !== wanted.current) return;
    setReading(false);
    // What comes of this look takes the place of what was said of the one before.
    asOutcome(null, () => {
      if (!read && !navigator.onLine) setOffline(true);
      else if (!read) onUnread();
      else if (transfer.amountMinor > read.account.availableMinor)
        onShort(read.account.availableMinor, transfer.amountMinor);
      else {
        // As it is now: once it is sent the payee is known.
        const isNewPayee = !known.some(({ iban }) => normalizeIban(iban) === transfer.iban);
        setShown({ transfer, account: read.account, isNewPayee });
      }
    });
  };
  return { shown, isReading, isOffline, ask: (transfer: WithdrawalInput) => void ask(transfer), forget };
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
  const { t, tKey, locale } = useWords();
  const format = useFormats();
  const { account } = overview;
  const { currency } = account;
  const minimum = minimumWithdrawalMinor(currency);

  const form = useScreenForm({
    // A simulation begins anew, whatever was typed before it.
    draft: simulation ? 'transfer:simulated' : 'transfer',
    initial: {
      // The public simulator counts in euro.
      amount: simulation && currency === 'EUR' ? amountAsTyped(simulation.amountMinor, 'EUR', locale) : '',
      iban: simulation ? formatIban(simulation.recipientIban.toUpperCase()) : '',
      bankName: '',
    },
    schema: withdrawalInputFor(currency),
    currency,
    toInput: (typed) => ({
      amountMinor: typedAmount(typed.amount, currency, locale),
      iban: typed.iban,
      bankName: typed.bankName,
    }),
    labels: {
      amount: t('client-transfers.request.amount'),
      iban: t('client-transfers.request.iban'),
      bankName: t('client-transfers.request.bank'),
    },
    controls: { amountMinor: 'amount' },
    rephrase: (message) =>
      message === 'validation.amount.min'
        ? { key: 'validation.amount.minOf', values: { min: format.amount(minimum, currency) } }
        : null,
  });
  const refuse = useRefusal(form);
  const { send, sending } = useSubmission(api.withdrawals.request, {
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
      close();
    },
    onProblem: (problem) => {
      if (problem.code === 'withdrawal.insufficient-funds') refuseAmount(problem.params);
      else {
        // A field is at fault: it is shown again.
        if (problem.fields.length > 0) look.forget();
        refuse(problem);
      }
    },
  });
  const refuseAmount = (params: RefusalParams) => {
    look.forget();
    toast({
      tone: 'destructive',
      title: tKey('errors.withdrawal.insufficient-funds.title'),
      description: tKey('errors.withdrawal.insufficient-funds.detail', params),
    });
    setFocusWanted(true);
    void refresh(['account']);
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
  // The fields come back with the next drawing.
  const [isFocusWanted, setFocusWanted] = useState(false);
  useEffect(() => {
    if (!isFocusWanted) return;
    form.focus('amount');
    setFocusWanted(false);
  }, [isFocusWanted, form]);
  const close = () => {
    look.forget();
    onClose();
  };

  const amountMinor = typedAmount(form.typed.amount, currency, locale) ?? null;
  const ibanField = form.field('iban');
  const typeIban = (event: ChangeEvent<HTMLInputElement>) => {
    // Forced to uppercase where it stands: the cursor must not jump to the end.
    const { selectionStart, selectionEnd } = event.target;
    event.target.value = event.target.value.toUpperCase();
    event.target.setSelectionRange(selectionStart, selectionEnd);
    return ibanField.onChange(event);
  };
  const after = amountMinor === null || amountMinor <= 0 ? null : account.availableMinor - amountMinor;

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
        <>
          {simulation ? (
            <Notice>
              {simulation.description
                ? t('client-transfers.request.fromSimulationFor', {
                    name: simulation.recipientName,
                    description: simulation.description,
                  })
                : t('client-transfers.request.fromSimulation', { name: simulation.recipientName })}
              {currency === 'EUR' ? null : ` ${t('client-transfers.request.simulationInEuro')}`}
            </Notice>
          ) : null}
          <div className="transfer-balances" aria-live="polite">
            <DefinitionList
              look="ledger"
              items={[
                {
                  term: t('client-transfers.request.balance'),
                  value: <Amount minor={account.balanceMinor} currency={currency} />,
                },
                {
                  term: t('client-transfers.request.available'),
                  value: <Amount minor={account.availableMinor} currency={currency} />,
                },
                ...(after === null
                  ? []
                  : [
                      {
                        term: t('client-transfers.request.after'),
                        value: <Amount minor={after} currency={currency} />,
                        strong: true,
                      },
                    ]),
              ]}
            />
          </div>
          <AmountField
            {...form.field('amount')}
            label={t('client-transfers.request.amount')}
            hint={t('client-transfers.request.amountHint', { min: format.amount(minimum, currency) })}
            suffix={currencyOf(currency).symbol}
            required
          />
          <KnownPayees
            payees={known}
            onChoose={(payee) => {
              form.set('iban', formatIban(payee.iban));
              form.set('bankName', payee.bankName);
            }}
          />
          <TextField
            {...ibanField}
            onChange={typeIban}
            label={t('client-transfers.request.iban')}
            hint={t('client-transfers.request.ibanHint')}
            remark={<IbanRemark typed={form.typed.iban} />}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="iban-field"
            required
          />
          <TextField
            {...form.field('bankName')}
            label={t('client-transfers.request.bank')}
            autoComplete="off"
            required
          />
        </>
      )}
    </FormDialog>
  );
}
