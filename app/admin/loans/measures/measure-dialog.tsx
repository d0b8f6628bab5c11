import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { measureEffect } from '#contract/loan-repayments.ts';
import { MEASURE_KINDS, type MeasureKind } from '#domain/loans/measures.ts';
import { measureInput, termOf } from '#domain/loans/repayment-fields.ts';
import { type CurrencyCode, currencyOf } from '#domain/money/currencies.ts';
import { useBankDay } from '../../../api/bank-clock.ts';
import { api } from '../../../api/client.ts';
import { query } from '../../../api/queries.ts';
import { useScreenForm } from '../../../form/form.ts';
import { FormDialog } from '../../../form/form-dialog.tsx';
import { typedAmount } from '../../../i18n/form-schema.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useT, useWords } from '../../../i18n/t.ts';
import { Amount } from '../../../page/amount.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AmountField, NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { useFormAct } from '../../desk/dialog-act.ts';
import { useProposeWord } from '../../proposals/approval-needed.ts';
import type { ReviewedLoan } from '../loan-words.ts';

type Effect = z.infer<typeof measureEffect>;

const isKind = (text: string): text is MeasureKind => (MEASURE_KINDS as readonly string[]).includes(text);

/** Whether a rate may be typed: for a lower rate, and with any measure of a judge (LC-91). */
const takesRate = ({ kind, decisionOn }: { readonly kind: string; readonly decisionOn: string }) =>
  kind === 'rate-cut' || (isKind(kind) && decisionOn !== '');

interface TypedMeasure {
  readonly kind: string;
  readonly months: string;
  readonly amount: string;
  readonly rate: string;
  readonly rateMonths: string;
  readonly decisionOn: string;
}

/** Whether a rate holds for a time: one that a judge set (LC-91). */
const takesRateMonths = (typed: TypedMeasure) => takesRate(typed) && typed.decisionOn !== '';

/** A measure as it is typed: its kind, the one term that the kind needs, a judge's decision and rate. */
function inputOf(typed: TypedMeasure, currency: CurrencyCode, locale: Parameters<typeof typedAmount>[2]) {
  const { kind, months, amount, rate, rateMonths, decisionOn } = typed;
  const needs = isKind(kind) ? termOf(kind) : null;
  const isRateTyped = takesRate(typed) && (rate !== '' || needs === 'annualRateBps');
  return {
    kind,
    ...(needs === 'months' ? { months: months === '' ? undefined : Number(months) } : {}),
    ...(needs === 'amountMinor' ? { amountMinor: typedAmount(amount, currency, locale) } : {}),
    // A rate is typed in percent with two decimals, as an amount of euro is.
    ...(isRateTyped ? { annualRateBps: typedAmount(rate, 'EUR', locale) } : {}),
    ...(isRateTyped && takesRateMonths(typed) && rateMonths !== '' ? { rateMonths: Number(rateMonths) } : {}),
    ...(decisionOn === '' ? {} : { decisionOn }),
  };
}

/** The form of a measure. */
function useMeasureForm(loan: ReviewedLoan) {
  const { t, locale } = useWords();
  const { currency } = loan;
  return useScreenForm({
    draft: `measure:${loan.id}`,
    initial: {
      kind: '' as string,
      months: '',
      amount: '',
      rate: '',
      rateMonths: '',
      decisionOn: '' as string,
    },
    schema: measureInput,
    currency,
    toInput: (typed) => inputOf(typed, currency, locale),
    labels: {
      kind: t('admin-measures.form.kind'),
      months: t('admin-measures.form.months'),
      amount: t('admin-measures.form.instalment'),
      rate: t('admin-measures.form.rate'),
      rateMonths: t('admin-measures.form.rateMonths'),
      decisionOn: t('admin-measures.form.decisionOn'),
    },
    controls: { amountMinor: 'amount', annualRateBps: 'rate' },
    // During over-indebtedness nothing but a decision is carried out (LC-92).
    verdict: ({ decisionOn }) =>
      loan.freeze && decisionOn === undefined
        ? [{ field: 'decisionOn', message: 'validation.required' }]
        : [],
  });
}

type MeasureForm = ReturnType<typeof useMeasureForm>;

/** The terms that are typed, once they are whole. */
function useTerms(loan: ReviewedLoan, { typed }: MeasureForm) {
  const { locale } = useWords();
  const read = measureInput.safeParse(inputOf(typed, loan.currency, locale));
  return read.success ? read.data : null;
}

function MeasureFields({ form, loan }: { form: MeasureForm; loan: ReviewedLoan }) {
  const t = useT();
  const today = useBankDay();
  const { kind } = form.typed;
  const needs = isKind(kind) ? termOf(kind) : null;
  return (
    <>
      <Select
        {...form.field('kind')}
        label={t('admin-measures.form.kind')}
        placeholder={t('admin-measures.form.chooseKind')}
        options={MEASURE_KINDS.map((one) => ({ value: one, label: t(`admin-measures.kinds.${one}`) }))}
        required
      />
      {needs === 'months' ? (
        <NumberField {...form.field('months')} label={t('admin-measures.form.months')} required />
      ) : null}
      {needs === 'amountMinor' ? (
        <AmountField
          {...form.field('amount')}
          label={t(kind === 'remission' ? 'admin-measures.form.remission' : 'admin-measures.form.instalment')}
          suffix={currencyOf(loan.currency).symbol}
          required
        />
      ) : null}
      <DateField
        {...form.field('decisionOn')}
        max={today}
        label={t('admin-measures.form.decisionOn')}
        hint={t('admin-measures.form.judgeHint')}
        optionalText={t('common.optional')}
      />
      {takesRate(form.typed) ? (
        <AmountField
          {...form.field('rate')}
          label={t('admin-measures.form.rate')}
          hint={t('admin-measures.form.rateHint')}
          suffix="%"
          {...(needs === 'annualRateBps' ? { required: true } : { optionalText: t('common.optional') })}
        />
      ) : null}
      {takesRateMonths(form.typed) ? (
        <NumberField
          {...form.field('rateMonths')}
          label={t('admin-measures.form.rateMonths')}
          hint={t('admin-measures.form.rateMonthsHint')}
          optionalText={t('common.optional')}
        />
      ) : null}
    </>
  );
}

/** What the measure changes, the interest that it adds above all (LC-87). */
function EffectFigures({ effect, loan }: { effect: Effect; loan: ReviewedLoan }) {
  const t = useT();
  const format = useFormats();
  const { before, after, extraInterestMinor, deferredInterestMinor } = effect;
  const [reduced, later] = effect.rates;
  const change = (one: string, other: string) =>
    t('admin-measures.effect.change', { before: one, after: other });
  return (
    <DefinitionList
      look="ledger"
      items={[
        {
          term: t('admin-measures.effect.instalment'),
          value: change(
            format.amount(before.instalmentMinor, loan.currency),
            format.amount(after.instalmentMinor, loan.currency),
          ),
        },
        {
          term: t('admin-measures.effect.left'),
          value: change(String(before.instalmentsLeft), String(after.instalmentsLeft)),
        },
        {
          term: t('admin-measures.effect.end'),
          value: change(format.shortDay(before.endsOn), format.shortDay(after.endsOn)),
        },
        ...(reduced?.untilDay
          ? [
              {
                term: t('admin-measures.effect.rates'),
                value: t('admin-measures.effect.rateUntil', {
                  rate: format.rate(reduced.annualRateBps),
                  date: format.shortDay(reduced.untilDay),
                  after: format.rate(later?.annualRateBps ?? reduced.annualRateBps),
                }),
              },
            ]
          : []),
        ...(deferredInterestMinor > 0
          ? [
              {
                term: t('admin-measures.effect.deferred'),
                value: <Amount minor={deferredInterestMinor} currency={loan.currency} />,
              },
            ]
          : []),
        {
          term: t(extraInterestMinor < 0 ? 'admin-measures.effect.less' : 'admin-measures.effect.extra'),
          value: <Amount minor={Math.abs(extraInterestMinor)} currency={loan.currency} />,
          strong: true,
        },
      ]}
    />
  );
}

/** Proposes a measure to the client, or carries out a judge's decision; its effect is computed by the server as it is typed. */
export function MeasureDialog({ loan, onClose }: { loan: ReviewedLoan; onClose: () => void }) {
  const t = useT();
  const form = useMeasureForm(loan);
  const terms = useTerms(loan, form);
  const { data, isFetching, isError } = useQuery({
    ...query.loanRepayments.measureEffect.queryOptions({
      input: { id: loan.id, ...(terms ?? { kind: 'extension' as const }) },
    }),
    enabled: terms !== null,
    placeholderData: keepPreviousData,
  });
  const effect = terms && !isError ? data?.effect : undefined;
  const isImposed = form.typed.decisionOn !== '';
  const { send, sending } = useFormAct(form, api.loanRepayments.measure, {
    say: (done) =>
      isImposed
        ? done('admin-measures.form.imposed', t('admin-measures.form.imposedText'))
        : done('admin-measures.form.done', t('admin-measures.form.doneText')),
    rereads: ['loans'],
    onClose,
  });
  const orderOf = (input: NonNullable<typeof terms>, { extraInterestMinor }: Effect) => ({
    id: loan.id,
    action: input.decisionOn ? ('impose' as const) : ('propose' as const),
    ...input,
    seenExtraInterestMinor: extraInterestMinor,
  });
  const propose = useProposeWord(
    isImposed ? 'loanRepayments.measure.impose' : 'loanRepayments.measure.propose',
    terms && effect ? orderOf(terms, effect) : null,
  );
  return (
    <FormDialog
      onClose={onClose}
      title={t('admin-measures.form.title')}
      description={isImposed ? undefined : t('admin-measures.form.lead')}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={propose ?? t(isImposed ? 'admin-measures.form.impose' : 'admin-measures.form.submit')}
      submitting={t(isFetching ? 'admin-measures.form.reading' : 'admin-measures.form.sending')}
      isPreparing={isFetching}
      sending={sending}
      onSend={(input) => {
        if (effect) send(orderOf(input, effect));
      }}
    >
      <MeasureFields form={form} loan={loan} />
      {effect ? (
        <EffectFigures effect={effect} loan={loan} />
      ) : terms && isError ? (
        <Notice tone="warning" title={t('admin-measures.form.impossible')} />
      ) : (
        <p className="cell-note">{t('admin-measures.form.needs')}</p>
      )}
    </FormDialog>
  );
}
