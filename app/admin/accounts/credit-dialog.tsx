import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import * as z from 'zod/mini';
import { creditInput } from '#domain/accounts/account.ts';
import { conversionRate, convert } from '#domain/money/conversion.ts';
import { CURRENCIES, type CurrencyCode, isCurrencyCode } from '#domain/money/currencies.ts';
import { type Money, minorToDecimalString, money, shownSum } from '#domain/money/money.ts';
import { writeDecimalString } from '#domain/money/typed-number.ts';
import { api } from '../../api/client.ts';
import { query, refresh } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { typedAmount } from '../../i18n/form-schema.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { isDemo } from '../../page/institution.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { TextField } from '../../ui/field.tsx';
import { AmountField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import type { ClientSummary } from '../clients/client-words.ts';
import { type ChosenMovement, MovementChoice } from '../corrections/movement-choice.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { LimitNote } from '../desk/limit-note.tsx';
import { positiveAmount } from '../desk/positive-amount.ts';
import { useProposeWord } from '../proposals/approval-needed.ts';
import { decimalIn } from '../rates/rate-words.ts';
import type { WaitingLine } from '../statements/waiting-line.ts';
import { SameTransferNotice } from './same-transfer-notice.tsx';

const PostingDialog = lazy(() =>
  import('../corrections/posting-dialog.tsx').then((file) => ({ default: file.PostingDialog })),
);

const asCurrency = (text: string, fallback: CurrencyCode) => (isCurrencyCode(text) ? text : fallback);

/** Why an account is credited (PAY-50): the last two begin with the movement that they correct. */
const MOTIVES = ['received', 'gesture', 'correction', 'reversal'] as const;

const schema = z.extend(creditInput, {
  motive: z.enum(MOTIVES, 'validation.required'),
  lineId: z.optional(z.string()),
});

/** What is typed in the dialog, checked as the domain wants a credit. A demonstration begins with money received. */
function useCreditForm(client: ClientSummary) {
  const { t, locale } = useWords();
  const own = client.currency;
  return useScreenForm({
    draft: `credit:${client.id}`,
    initial: {
      amount: '',
      currency: own as string,
      description: '',
      motive: (isDemo ? 'received' : '') as string,
      lineId: '' as string,
    },
    schema,
    toInput: (typed) => ({
      amountMinor: typedAmount(typed.amount, asCurrency(typed.currency, own), locale),
      currency: typed.currency,
      description: typed.description,
      motive: typed.motive,
      lineId: typed.lineId || undefined,
    }),
    controls: { amountMinor: 'amount' },
    labels: {
      amount: t('admin-clients.amount'),
      description: t('admin-clients.description'),
      motive: t('admin-clients.credit.motive'),
    },
    rephrase: positiveAmount,
    currency: (typed) => asCurrency(typed.currency, own),
  });
}

type CreditForm = ReturnType<typeof useCreditForm>;

/** Sends the credit; says the balance before and after it, or what was at fault. */
function useCreditSubmission(client: ClientSummary, form: CreditForm, onClose: () => void) {
  const { t } = useWords();
  const { amount } = useFormats();
  const { done, failed } = useAnnounce();
  return useSubmission(api.accounts.credit, {
    remembered: { name: `credit:${client.id}` },
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
  const inEuro =
    original && from
      ? convert(original, 'EUR', { eurRateFrom: from.eurRate, eurRateTo: '1' }).amountMinor
      : null;
  return { currency, credited, pair, asOf: from?.asOf ?? to?.asOf, eurMinor: inEuro };
}

/** The lines of our bank's statements that wait, in the currency of the account; none without the permission. */
function useWaitingLines(client: ClientSummary) {
  const may = useMay();
  const list = useQuery({
    ...query.bankLines.list.queryOptions({ input: { queue: 'to-allocate', limit: 100 } }),
    enabled: may('bankLines.list') && may('bankLines.allocate'),
  });
  return (list.data?.lines ?? []).filter(({ currency }) => currency === client.currency);
}

/** Gives the client a line of our bank instead (PAY-30): others may have to approve it. */
function useAllocation(onClose: () => void) {
  const { done, failed } = useAnnounce();
  return useSubmission(api.bankLines.allocate, {
    onSuccess: () => {
      done('admin-clients.credit.done');
      void refresh(['account', 'transactions', 'clients', 'bank']);
      onClose();
    },
    onProblem: (problem) => {
      failed(problem, 'admin-clients.credit.failed');
      void refresh(['bank']);
    },
  });
}

type ConvertedCredit = ReturnType<typeof useConvertedCredit>;

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

/** The motive, and of money received the line of a statement that it came with. */
function MotiveFields({ form, lines }: { form: CreditForm; lines: readonly WaitingLine[] }) {
  const { t, locale } = useWords();
  const { amount, day } = useFormats();
  const chooseLine = (id: string) => {
    form.set('lineId', id);
    const line = lines.find((one) => one.id === id);
    if (!line) return;
    const { openMinor, currency, payer } = line;
    form.set('amount', writeDecimalString(minorToDecimalString(openMinor, currency), locale));
    form.set('currency', currency);
    form.set('description', payer.name ?? t('admin-bank-lines.unknownPayer'));
  };
  const { onChange: _, ...lineField } = form.field('lineId');
  return (
    <>
      <Select
        label={t('admin-clients.credit.motive')}
        required
        {...(isDemo ? {} : { placeholder: t('admin-clients.credit.chooseMotive') })}
        options={MOTIVES.map((value) => ({ value, label: t(`admin-clients.credit.motives.${value}`) }))}
        {...form.field('motive')}
      />
      {form.typed.motive === 'received' && lines.length > 0 ? (
        <Select
          label={t('admin-clients.credit.line')}
          options={[
            { value: '', label: t('admin-clients.credit.byHand') },
            ...lines.map(({ id, openMinor, currency, payer, bookingDay }) => ({
              value: id,
              label: [
                bookingDay ? day(bookingDay) : null,
                amount(openMinor, currency),
                payer.name ?? t('admin-bank-lines.unknownPayer'),
              ]
                .filter((part) => part !== null)
                .join(' · '),
            })),
          ]}
          {...lineField}
          onChange={(event) => chooseLine(event.currentTarget.value)}
        />
      ) : null}
    </>
  );
}

/** Amount, currency and words of the credit, with what it makes of the balance. */
function CreditFields({
  client,
  form,
  conversion,
  children,
}: {
  client: ClientSummary;
  form: CreditForm;
  conversion: ConvertedCredit;
  children: ReactNode;
}) {
  const { t, locale } = useWords();
  const { currency, credited } = conversion;
  return (
    <>
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
      {children}
      <TextField
        label={t('admin-clients.description')}
        hint={t(
          form.typed.motive === 'gesture'
            ? 'admin-clients.credit.gestureHint'
            : 'admin-clients.credit.descriptionHint',
        )}
        required
        {...form.field('description')}
      />
      <div className="stack" aria-live="polite">
        <SameTransferNotice client={client} credited={credited} />
        <CreditPreview client={client} conversion={conversion} />
        <LimitNote operation="accounts.credit" eurMinor={conversion.eurMinor} />
      </div>
    </>
  );
}

/** « Effectuer un virement »: credits the account, with the conversion and the balance after it shown before anything is sent. */
// Longer than 70 lines: it is one form, what it would send, and the dialog of a correction in its place.
export function CreditDialog({ client, onClose }: { client: ClientSummary; onClose: () => void }) {
  const { t, tKey, locale } = useWords();
  const { amount } = useFormats();
  const form = useCreditForm(client);
  const credit = useCreditSubmission(client, form, onClose);
  const allocation = useAllocation(onClose);
  const conversion = useConvertedCredit(client, form);
  const lines = useWaitingLines(client);
  const [chosen, setChosen] = useState<ChosenMovement | null>(null);
  const { credited } = conversion;
  const { motive, lineId } = form.typed;
  const isCorrection = motive === 'correction' || motive === 'reversal';
  const hasLine = motive === 'received' && lineId !== '';
  const typedMinor = typedAmount(form.typed.amount, conversion.currency, locale);
  const propose = useProposeWord(
    'accounts.credit',
    typedMinor && typedMinor > 0 && !hasLine && !isCorrection
      ? {
          id: client.id,
          amountMinor: typedMinor,
          currency: conversion.currency,
          description: form.typed.description.trim() || '–',
          motive,
        }
      : null,
  );
  const motiveFields = <MotiveFields form={form} lines={lines} />;
  // In the place of this dialog, whose form must not hold another one.
  if (chosen)
    return (
      <Suspense>
        <PostingDialog id={chosen.postingId} title={chosen.title} onClose={onClose} />
      </Suspense>
    );

  return (
    <FormDialog
      title={t('admin-clients.credit.title')}
      description={client.displayName}
      form={form}
      summaryTitle={form.hasMissing ? tKey('validation.form.missing') : t('admin.reviewForm')}
      submit={
        isCorrection
          ? null
          : (propose ??
            (credited
              ? t('admin-clients.credit.submitAmount', {
                  amount: amount(credited.amountMinor, client.currency),
                })
              : t('admin-clients.credit.submit')))
      }
      submitting={t('admin-clients.credit.sending')}
      sending={hasLine ? allocation.sending : credit.sending}
      onSend={({ amountMinor, currency, description, ...input }) => {
        if (hasLine) {
          const part = { kind: 'client' as const, accountId: client.id, amountMinor };
          allocation.send({ id: lineId, parts: [part] });
        } else if (input.motive === 'received' || input.motive === 'gesture')
          credit.send({ id: client.id, amountMinor, currency, description, motive: input.motive });
      }}
      onClose={onClose}
    >
      {isCorrection ? (
        <>
          {motiveFields}
          <MovementChoice client={client} onChoose={setChosen} />
        </>
      ) : (
        <CreditFields client={client} form={form} conversion={conversion}>
          {motiveFields}
        </CreditFields>
      )}
    </FormDialog>
  );
}
