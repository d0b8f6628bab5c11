import { useQuery } from '@tanstack/react-query';
import { creditInput } from '#domain/accounts/account.ts';
import { conversionRate, convert } from '#domain/money/conversion.ts';
import { CURRENCIES, type CurrencyCode, isCurrencyCode } from '#domain/money/currencies.ts';
import { type Money, money, shownSum } from '#domain/money/money.ts';
import { useBankNow } from '../../api/bank-clock.ts';
import { api } from '../../api/client.ts';
import { query, refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { typedAmount } from '../../i18n/form-schema.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { useMovementWords } from '../../page/movement-words.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AmountField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import type { ClientSummary } from '../clients/client-words.ts';
import { useAnnounce } from '../desk/announce.ts';
import { positiveAmount } from '../desk/positive-amount.ts';
import { decimalIn } from '../rates/rate-words.ts';

/** A colleague may have recorded the same transfer when another credit of the same amount is at most this old. */
const SAME_TRANSFER_DAYS = 7;

const asCurrency = (text: string, fallback: CurrencyCode) => (isCurrencyCode(text) ? text : fallback);

/** What is typed in the dialog, checked as the domain wants a credit. */
function useCreditForm(client: ClientSummary) {
  const { t, locale } = useWords();
  const own = client.currency;
  return useScreenForm({
    draft: `credit:${client.id}`,
    initial: { amount: '', currency: own as string, description: '' },
    schema: creditInput,
    toInput: (typed) => ({
      amountMinor: typedAmount(typed.amount, asCurrency(typed.currency, own), locale),
      currency: typed.currency,
      description: typed.description,
    }),
    controls: { amountMinor: 'amount' },
    labels: { amount: t('admin-clients.amount'), description: t('admin-clients.description') },
    rephrase: positiveAmount,
    currency: (typed) => asCurrency(typed.currency, own),
  });
}

type CreditForm = ReturnType<typeof useCreditForm>;

/** Sends the credit; says the balance before and after it, or what was at fault. */
function useCreditSubmission(form: CreditForm, onClose: () => void) {
  const { t } = useWords();
  const { amount } = useFormats();
  const { done, failed } = useAnnounce();
  return useSubmission(api.accounts.credit, {
    onSuccess: (result) => {
      done(
        'admin-clients.credit.done',
        t('admin-clients.balanceFromTo', {
          before: amount(result.balanceBeforeMinor, result.currency),
          after: amount(result.balanceMinor, result.currency),
        }),
      );
      void refresh(['account', 'transactions', 'clients']);
      onClose();
    },
    onProblem: (problem) => {
      failed(problem, 'admin-clients.credit.failed');
      if (problem.fields.length > 0) form.refuse(problem.fields);
      if (problem.status !== 404) return;
      void refresh(['clients']);
      onClose();
    },
  });
}

/** What the account would receive for what is typed: the sum in its own currency, and the rate it comes from. */
function useConvertedCredit(client: ClientSummary, form: CreditForm) {
  const { locale } = useWords();
  const rates = useQuery(query.rates.list.queryOptions());
  const own = client.currency;
  const currency = asCurrency(form.typed.currency, own);
  const typed = typedAmount(form.typed.amount, currency, locale);
  const original = typeof typed === 'number' && typed > 0 ? money(typed, currency) : null;
  const rateOf = (code: CurrencyCode) =>
    code === 'EUR' ? { eurRate: '1', asOf: null } : rates.data?.rates.find((rate) => rate.currency === code);
  const [from, to] = [rateOf(currency), rateOf(own)];
  const pair = from && to ? { eurRateFrom: from.eurRate, eurRateTo: to.eurRate } : null;
  let credited: Money | null = null;
  if (original) credited = currency === own ? original : pair && convert(original, own, pair);
  return { currency, credited, pair, asOf: from?.asOf ?? to?.asOf };
}

type ConvertedCredit = ReturnType<typeof useConvertedCredit>;

/** Warns of an earlier credit of the same amount. */
function SameTransferNotice({ client, credited }: { client: ClientSummary; credited: Money | null }) {
  const { t } = useWords();
  const { ago } = useFormats();
  const now = useBankNow();
  const named = useMovementWords();
  const latest = useQuery(
    query.overview.clientTimeline.queryOptions({ input: { id: client.id, group: 'money', limit: 40 } }),
  );
  const same = latest.data?.entries.find(
    ({ kind, amountMinor, at }) =>
      kind === 'movement' &&
      amountMinor === credited?.amountMinor &&
      now - Date.parse(at) < SAME_TRANSFER_DAYS * 86_400_000,
  );
  if (!same) return null;
  return (
    <Notice tone="warning" title={t('admin-clients.credit.same')}>
      {t('admin-clients.credit.sameText', {
        description: named({ ...same, description: same.text }),
        by: same.by ?? '',
        ago: ago(same.at, now),
      })}
    </Notice>
  );
}

/** The rate, the balance before, the credit and the balance after it. */
function CreditPreview({ client, conversion }: { client: ClientSummary; conversion: ConvertedCredit }) {
  const { t, locale } = useWords();
  const { day } = useFormats();
  const { currency, credited, pair, asOf } = conversion;
  const { currency: own, balanceMinor: beforeMinor } = client;
  return (
    <DefinitionList
      look="ledger"
      items={[
        ...(currency === own || !pair
          ? []
          : [
              {
                key: 'rate',
                term: asOf
                  ? t('admin-clients.credit.rateOf', { date: day(asOf) })
                  : t('admin-clients.credit.rate'),
                value: `1 ${currency} = ${decimalIn(locale, conversionRate(pair))} ${own}`,
              },
            ]),
        {
          key: 'before',
          term: t('admin-clients.balanceBefore'),
          value: <Amount minor={beforeMinor} currency={own} />,
        },
        {
          key: 'credited',
          term: t('admin-clients.credit.credited'),
          value: credited ? <Amount minor={credited.amountMinor} currency={own} signed /> : '–',
        },
        {
          key: 'after',
          term: t('admin-clients.balanceAfter'),
          // The sum may be beyond the largest amount the bank keeps; the server refuses such a credit.
          value: <Amount minor={shownSum([beforeMinor, credited?.amountMinor ?? 0])} currency={own} />,
          strong: true,
        },
      ]}
    />
  );
}

/** « Effectuer un virement »: credits the account, with the conversion and the balance after it shown before anything is sent. */
export function CreditDialog({ client, onClose }: { client: ClientSummary; onClose: () => void }) {
  const { t, tKey, locale } = useWords();
  const { amount } = useFormats();
  const form = useCreditForm(client);
  const { send, sending } = useCreditSubmission(form, onClose);
  const conversion = useConvertedCredit(client, form);
  const { currency, credited } = conversion;

  return (
    <FormDialog
      title={t('admin-clients.credit.title')}
      description={client.displayName}
      form={form}
      summaryTitle={form.hasMissing ? tKey('validation.form.missing') : t('admin.reviewForm')}
      submit={
        credited
          ? t('admin-clients.credit.submitAmount', { amount: amount(credited.amountMinor, client.currency) })
          : t('admin-clients.credit.submit')
      }
      submitting={t('admin-clients.credit.sending')}
      sending={sending}
      onSend={(input) => send({ id: client.id, ...input })}
      onClose={onClose}
    >
      <div className="form-row">
        <AmountField
          label={t('admin-clients.amount')}
          required
          data-autofocus
          suffix={currency}
          {...form.field('amount')}
        />
        <Select
          label={t('admin-clients.currency')}
          required
          options={CURRENCIES.map(({ code, symbol }) => ({
            value: code,
            label: `${code} – ${new Intl.DisplayNames(locale, { type: 'currency' }).of(code) ?? code} (${symbol})`,
          }))}
          {...form.field('currency')}
        />
      </div>
      <TextField
        label={t('admin-clients.description')}
        hint={t('admin-clients.credit.descriptionHint')}
        required
        {...form.field('description')}
      />
      <div className="stack" aria-live="polite">
        <SameTransferNotice client={client} credited={credited} />
        <CreditPreview client={client} conversion={conversion} />
      </div>
    </FormDialog>
  );
}
