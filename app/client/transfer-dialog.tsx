import { useQuery } from '@tanstack/react-query';
import type { ChangeEvent } from 'react';
import { formatIban, IBAN_LENGTHS, ibanVerdict, normalizeIban } from '#domain/accounts/iban.ts';
import { currencyOf } from '#domain/money/currencies.ts';
import { minimumWithdrawalMinor, withdrawalInputFor } from '#domain/withdrawals/request.ts';
import { Amount } from '../amount.tsx';
import { api } from '../api/client.ts';
import { problemWords } from '../api/problem.ts';
import { query, refresh } from '../api/queries.ts';
import { useSubmission } from '../api/submission.ts';
import { useScreenForm } from '../form.ts';
import { FormDialog } from '../form-dialog.tsx';
import { countryName } from '../i18n/country-name.ts';
import { amountAsTyped, typedAmount } from '../i18n/form-schema.ts';
import { useFormats } from '../i18n/format.ts';
import { useWords } from '../i18n/t.ts';
import type { KeptTransfer } from '../kept-simulation.ts';
import { useRefusal } from '../refusal.ts';
import { DefinitionList } from '../ui/definition-list.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { AmountField } from '../ui/number-field.tsx';
import { toast } from '../ui/toasts.ts';
import type { Overview } from './overview.ts';

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
  const length = countryCode ? (IBAN_LENGTHS[countryCode] ?? 0) : 0;
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
  isWanted,
  onChoose,
}: {
  isWanted: boolean;
  onChoose: (payee: { iban: string; bankName: string }) => void;
}) {
  const { t } = useWords();
  const payees = useQuery({ ...query.withdrawals.payees.queryOptions(), enabled: isWanted });
  // Nothing to offer, or nothing to be had: the fields below serve as well.
  if (!payees.data || payees.data.payees.length === 0) return null;
  return (
    <fieldset className="payees">
      <legend className="field-label">{t('client-transfers.request.payees')}</legend>
      <div className="payee-list">
        {payees.data.payees.map((payee) => (
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
      onClose();
    },
    onProblem: (problem) => {
      if (problem.code === 'withdrawal.insufficient-funds') {
        const { title, detail } = problemWords(problem, tKey);
        toast({ tone: 'destructive', title, description: detail });
        form.focus('amount');
        void refresh(['account']);
      } else {
        refuse(problem, { situation: () => t('client-transfers.request.unchecked') });
      }
    },
  });

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

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('client-transfers.request.title')}
      description={t('client-transfers.request.lead')}
      form={form}
      summaryTitle={form.hasMissing ? t('client-transfers.request.missing') : t('client.checkForm')}
      submit={t('client-transfers.request.submit')}
      submitting={t('client-transfers.request.sending')}
      sending={sending}
      onSend={(input) => send(input)}
    >
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
        isWanted={open}
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
    </FormDialog>
  );
}
