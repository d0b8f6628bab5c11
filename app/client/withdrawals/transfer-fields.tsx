import type * as z from 'zod/mini';
import type { payee } from '#contract/payees.ts';
import { formatIban, maskedIban } from '#domain/accounts/iban.ts';
import { currencyOf } from '#domain/money/currencies.ts';
import { isOwnName, ownPayeeName } from '#domain/payees/payee.ts';
import { minimumWithdrawalMinor } from '#domain/withdrawals/request.ts';
import { typedAmount } from '../../i18n/form-schema.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT, useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import type { KeptTransfer } from '../../page/kept-simulation.ts';
import { RadioCards } from '../../ui/choices.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AmountField } from '../../ui/number-field.tsx';
import type { Overview } from '../accounts/overview.ts';
import { IbanField } from '../payees/iban-field.tsx';
import type { StandingOrder } from '../standing-orders/standing-order-words.ts';
import { SpeedField } from './speed-field.tsx';
import type { TransferForm } from './transfer-form.ts';
import { TransferLimitNote } from './transfer-limit-note.tsx';
import { WhenFields } from './when-fields.tsx';

export type Payee = z.infer<typeof payee>;

/** Accounts the client has sent money to before: one press fills the two fields. */
function KnownPayees({ payees, onChoose }: { payees: readonly Payee[]; onChoose: (payee: Payee) => void }) {
  const { t } = useWords();
  // No payee yet, or the list could not be read: the fields below are enough.
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
            <span className="payee-bank">
              {payee.bankName}
              {payee.nickname || payee.name ? (
                <span className="payee-name"> · {payee.nickname || payee.name}</span>
              ) : null}
            </span>
            <span className="payee-iban tabular">{maskedIban(payee.iban)}</span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** Says which simulation of the public site the form was filled from. */
function SimulationNotice({
  simulation,
  currency,
}: {
  simulation: KeptTransfer;
  currency: Overview['account']['currency'];
}) {
  const t = useT();
  return (
    <Notice>
      {simulation.description
        ? t('client-transfers.request.fromSimulationFor', {
            name: simulation.recipientName,
            description: simulation.description,
          })
        : t('client-transfers.request.fromSimulation', { name: simulation.recipientName })}
      {currency === 'EUR' ? null : ` ${t('client-transfers.request.simulationInEuro')}`}
    </Notice>
  );
}

/** The balance, what is available, and what would remain after the amount that is typed. */
function Balances({ account, form }: { account: Overview['account']; form: TransferForm }) {
  const { t, locale } = useWords();
  const { currency } = account;
  const amountMinor = typedAmount(form.typed.amount, currency, locale) ?? null;
  const after = amountMinor === null || amountMinor <= 0 ? null : account.availableMinor - amountMinor;
  return (
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
  );
}

/** Who is paid: the client at another bank, whose name is shown, or somebody else, who is named (PAY-10). */
function RecipientFields({ form, clientName }: { form: TransferForm; clientName: string }) {
  const t = useT();
  const kind = form.typed.recipientKind;
  return (
    <>
      <RadioCards
        name="recipientKind"
        label={t('client-transfers.request.recipient')}
        value={kind}
        onChange={(event) => form.set('recipientKind', event.target.value)}
        options={[
          {
            value: 'own',
            title: t('client-transfers.request.ownAccount'),
            description: ownPayeeName(clientName),
          },
          { value: 'other', title: t('client-transfers.request.otherPerson') },
        ]}
      />
      {kind === 'other' ? (
        <TextField
          {...form.field('recipientName')}
          label={t('client-transfers.request.recipientName')}
          hint={t('client-transfers.request.recipientNameHint')}
          autoComplete="off"
          required
        />
      ) : null}
    </>
  );
}

/** Everything that is asked for a transfer. */
export function TransferFields({
  form,
  account,
  simulation,
  known,
  clientName,
  changed = null,
}: {
  form: TransferForm;
  account: Overview['account'];
  simulation: KeptTransfer | null;
  /** The programmed transfer that is changed; null for a new transfer. */
  changed?: StandingOrder | null;
  /** The accounts the client has sent money to before. */
  known: readonly Payee[];
  clientName: string;
}) {
  const t = useT();
  const format = useFormats();
  const { currency } = account;
  const minimum = minimumWithdrawalMinor(currency);
  return (
    <>
      {simulation ? <SimulationNotice simulation={simulation} currency={currency} /> : null}
      {form.typed.when === 'now' ? <Balances account={account} form={form} /> : null}
      <TransferLimitNote />
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
          // One that was paid before names were kept has none: it is asked for.
          if (payee.name === null) return;
          const isOwn = isOwnName(payee.name, clientName);
          form.set('recipientKind', isOwn ? 'own' : 'other');
          form.set('recipientName', isOwn ? '' : payee.name);
        }}
      />
      <RecipientFields form={form} clientName={clientName} />
      <IbanField
        field={form.field('iban')}
        typed={form.typed.iban}
        label={t('client-transfers.request.iban')}
        hint={t('client-transfers.request.ibanHint')}
      />
      <TextField
        {...form.field('bankName')}
        label={t('client-transfers.request.bank')}
        autoComplete="off"
        required
      />
      <SpeedField form={form} />
      <WhenFields form={form} changed={changed} />
    </>
  );
}
