import { lazy, Suspense } from 'react';
import {
  type Commitments,
  commitmentsOf,
  debtRatioBps,
  withinDebtRatioPolicy,
} from '#domain/loans/affordability.ts';
import { loanBounds, loanDurations, offerFor, withinLoanBounds } from '#domain/loans/offer.ts';
import { productOrWidest } from '#domain/loans/products.ts';
import { regimeMaxMinor } from '#domain/loans/regime.ts';
import { currencyOfRequest, loanRequestInputFor, nearestDuration } from '#domain/loans/request.ts';
import type { SimulationAnswer } from '#domain/loans/simulation.ts';
import { taegBps } from '#domain/loans/taeg.ts';
import { currencyOf } from '#domain/money/currencies.ts';
import { useBankDay } from '../../api/bank-clock.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useRefusal } from '../../form/refusal.ts';
import { amountAsTyped, typedAmount } from '../../i18n/form-schema.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT, useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { isDemo } from '../../page/institution.ts';
import type { KeptLoan } from '../../page/kept-simulation.ts';
import { DebtRatioNotice, LoanSentences } from '../../page/legal-notices.tsx';
import { priceList } from '../../page/price-list.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { TextField } from '../../ui/field.tsx';
import { Figure } from '../../ui/figure.tsx';
import { AmountField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toasts.ts';
import type { Overview } from '../accounts/overview.ts';
import { LenderChoice } from './lender-parts.ts';
import { SimulationNotice } from './simulation-notice.tsx';

// Few clients have an account in another currency.
const EuroOnlyDialog = lazy(() => import('./euro-only-dialog.tsx'));

/** Everything the law wants beside a rate (C. conso. L312-6), for the terms being typed. */
function OfferPreview({
  offer,
  currency,
}: {
  offer: SimulationAnswer;
  currency: Overview['account']['currency'];
}) {
  const t = useT();
  const format = useFormats();
  const { schedule } = offer;
  const amount = (minor: number) => <Amount minor={minor} currency={currency} />;
  return (
    <>
      <Figure label={t('client-loans.offer.instalment')} note={t('client-loans.offer.perMonth')} live>
        {amount(schedule.instalmentMinor)}
      </Figure>
      <DefinitionList
        look="ledger"
        items={[
          { term: t('client-loans.offer.amount'), value: amount(offer.amountMinor) },
          { term: t('client-loans.offer.duration'), value: format.months(offer.durationMonths) },
          { term: t('client-loans.offer.rate'), value: format.rate(offer.annualRateBps) },
          {
            term: t('client-loans.offer.taeg'),
            value: format.rate(taegBps(offer.taegPercent)),
            strong: false,
          },
          { term: t('client-loans.offer.last'), value: amount(schedule.lastInstalmentMinor) },
          { term: t('client-loans.offer.fees'), value: amount(productOrWidest(priceList, null).feesMinor) },
          { term: t('client-loans.offer.interest'), value: amount(schedule.totalInterestMinor) },
          { term: t('client-loans.offer.total'), value: amount(schedule.totalDueMinor), strong: true },
        ]}
      />
    </>
  );
}

/** What the instalments would take of the income, against the institution's own limit. */
function DebtRatio({
  incomeMinor,
  instalmentMinor,
  commitments,
  policyBps,
  currency,
}: {
  /** The policy of the house today. */
  policyBps: number;
  incomeMinor: number | null;
  instalmentMinor: number;
  commitments: Commitments;
  currency: Overview['account']['currency'];
}) {
  const t = useT();
  const format = useFormats();
  const ratio =
    incomeMinor === null
      ? null
      : debtRatioBps({
          monthlyIncomeMinor: incomeMinor,
          existingInstalmentsMinor: commitments.runningInstalmentsMinor,
          instalmentMinor,
        });
  const policy = format.percent(policyBps / 100, policyBps % 100 === 0 ? 0 : 2);
  let words: string;
  if (incomeMinor === null) words = t('client-loans.ratio.noIncome');
  else if (ratio === null) words = t('client-loans.ratio.zero');
  else {
    const key = withinDebtRatioPolicy(ratio, policyBps)
      ? 'client-loans.ratio.within'
      : 'client-loans.ratio.above';
    words = t(key, { ratio: format.rate(ratio), policy });
  }
  return (
    <div
      className="debt-ratio"
      data-above={ratio !== null && !withinDebtRatioPolicy(ratio, policyBps) ? true : undefined}
    >
      <h3 className="debt-ratio-title">{t('client-loans.ratio.title')}</h3>
      <p aria-live="polite">{words}</p>
      {commitments.runningLoans > 0 ? (
        <p className="debt-ratio-note">
          {t('client-loans.ratio.existing', {
            amount: format.amount(commitments.runningInstalmentsMinor, currency),
          })}
        </p>
      ) : null}
      {commitments.openRequests > 0 ? (
        <p className="debt-ratio-note">
          {t('client-loans.ratio.open', {
            amount: format.amount(commitments.openInstalmentsMinor, currency),
          })}
        </p>
      ) : null}
      <DebtRatioNotice />
    </div>
  );
}

/** What the request may hold: the limits of the product, and what the simulation already says. */
function useLoanTerms(overview: Overview, simulation: KeptLoan | null) {
  const format = useFormats();
  const currency = currencyOfRequest(overview.account.currency, overview.lenders.length === 0);
  const eurRate = currency === 'EUR' ? '1' : overview.eurRate;
  const product = simulation?.product ?? null;
  const wish = { currency, eurRate, product };
  const bounds = loanBounds(priceList, wish, regimeMaxMinor(useBankDay()));
  const durations = loanDurations(priceList, product);
  return {
    currency,
    product,
    /** To whom the request may be handed, where the house does not lend (LC-6). */
    lenders: overview.lenders,
    bounds,
    durations,
    eurRate,
    /** The duration on offer that is nearest to the one simulated. */
    asked: simulation && nearestDuration(durations, simulation.durationMonths),
    limits: {
      min: format.amount(bounds.minMinor, currency),
      max: format.amount(bounds.maxMinor, currency),
    },
  };
}

type LoanTerms = ReturnType<typeof useLoanTerms>;

/** What is typed in the dialog, checked within the limits of the product. */
function useLoanRequestForm(terms: LoanTerms, simulation: KeptLoan | null) {
  const { t, tKey, locale } = useWords();
  const { currency, product, lenders, bounds, asked, limits } = terms;
  return useScreenForm({
    // A simulation starts with its own figures, not with an earlier draft.
    draft: simulation ? 'loan:simulated' : 'loan',
    initial: {
      // The public simulator counts in euro.
      amount: simulation && currency === 'EUR' ? amountAsTyped(simulation.amountMinor, 'EUR', locale) : '',
      purpose: '',
      duration: asked ? String(asked) : '',
      monthlyIncome: '',
      documentsUrl: '',
      lenders: '',
    },
    schema: loanRequestInputFor(bounds),
    currency,
    toInput: (typed) => ({
      amountMinor: typedAmount(typed.amount, currency, locale),
      purpose: typed.purpose,
      durationMonths: typed.duration === '' ? undefined : Number(typed.duration),
      monthlyIncomeMinor: typedAmount(typed.monthlyIncome, currency, locale),
      documentsUrl: typed.documentsUrl,
      ...(product ? { product } : {}),
      ...(lenders.length > 0 ? { lenders: typed.lenders.split(' ').filter((code) => code !== '') } : {}),
    }),
    labels: {
      amount: t('client-loans.request.amount'),
      purpose: t('client-loans.request.purpose'),
      duration: t('client-loans.request.duration'),
      monthlyIncome: t('client-loans.request.income'),
      documentsUrl: t('client-loans.request.documents'),
      ...(lenders.length > 0 ? { lenders: tKey('errors.loan.lender-required.title') } : {}),
    },
    controls: { amountMinor: 'amount', durationMonths: 'duration', monthlyIncomeMinor: 'monthlyIncome' },
    rephrase: (message) => {
      if (message === 'validation.amount.min') return { key: 'validation.amount.minOf', values: limits };
      if (message === 'validation.amount.max') return { key: 'validation.amount.maxOf', values: limits };
      return message === 'validation.amount.between' ? { key: message, values: limits } : null;
    },
  });
}

type TypedRequest = ReturnType<typeof useLoanRequestForm>;

/** Sends the request; empties the form once the bank has it. */
function useLoanSubmission(form: TypedRequest, currency: LoanTerms['currency'], onClose: () => void) {
  const t = useT();
  const format = useFormats();
  const refuse = useRefusal(form);
  return useSubmission(api.loans.request, {
    remembered: { name: 'loan' },
    onSuccess: ({ loan }) => {
      void refresh(['loans']);
      toast({
        title: t('client.sent'),
        description: t(loan.intermediation ? 'client-lenders.sent' : 'client-loans.request.sentText', {
          amount: format.amount(loan.amountMinor, currency),
          lenders: loan.intermediation?.lenders.join(', ') ?? '',
        }),
      });
      form.reset();
      onClose();
    },
    onProblem: (problem) => refuse(problem),
  });
}

/** The offer for the terms that are typed, or null while they are not complete or out of bounds. */
function useTypedOffer(form: TypedRequest, { currency, product, bounds, durations, eurRate }: LoanTerms) {
  const { locale } = useWords();
  const amountMinor = typedAmount(form.typed.amount, currency, locale) ?? null;
  const durationMonths = durations.find((months) => String(months) === form.typed.duration);
  return amountMinor !== null && durationMonths && withinLoanBounds(amountMinor, bounds)
    ? offerFor(priceList, { amountMinor, currency, eurRate, durationMonths, product })
    : null;
}

/** What the loan would cost, beside the form; of a lender that fixes its own price nothing is said (LC-6). */
function LoanPreview({
  form,
  terms,
  overview,
}: {
  form: TypedRequest;
  terms: LoanTerms;
  overview: Overview;
}) {
  const { t, locale } = useWords();
  const { currency } = terms;
  const offer = useTypedOffer(form, terms);
  const incomeMinor = typedAmount(form.typed.monthlyIncome, currency, locale) ?? null;
  const commitments = commitmentsOf(overview.loans);
  if (terms.lenders.length > 0) return <LoanSentences loud />;
  return (
    <section className="loan-preview" aria-label={t('client-loans.request.preview')}>
      <h3 className="loan-preview-title">{t('client-loans.request.preview')}</h3>
      {offer ? (
        <>
          <OfferPreview offer={offer} currency={currency} />
          <DebtRatio
            incomeMinor={incomeMinor}
            instalmentMinor={offer.schedule.instalmentMinor}
            commitments={commitments}
            policyBps={overview.debtRatioPolicyBps}
            currency={currency}
          />
        </>
      ) : (
        <p className="loan-preview-empty">{t('client-loans.request.previewEmpty')}</p>
      )}
      <LoanSentences loud />
    </section>
  );
}

/** The fields of the request. */
function LoanRequestFields({ form, terms }: { form: TypedRequest; terms: LoanTerms }) {
  const t = useT();
  const format = useFormats();
  const { symbol } = currencyOf(terms.currency);
  return (
    <>
      <AmountField
        {...form.field('amount')}
        label={t('client-loans.request.amount')}
        hint={t('client-loans.request.amountHint', terms.limits)}
        suffix={symbol}
        required
      />
      <TextField
        {...form.field('purpose')}
        label={t('client-loans.request.purpose')}
        hint={t('client-loans.request.purposeHint')}
        required
      />
      <Select
        {...form.field('duration')}
        label={t('client-loans.request.duration')}
        placeholder={t('client-loans.request.chooseDuration')}
        options={terms.durations.map((months) => ({
          value: String(months),
          label: format.months(months),
        }))}
        required
      />
      <AmountField
        {...form.field('monthlyIncome')}
        label={t('client-loans.request.income')}
        hint={t('client-loans.request.incomeHint')}
        suffix={symbol}
        required
      />
      <TextField
        {...form.field('documentsUrl')}
        label={t('client-loans.request.documents')}
        optionalText={t('common.optional')}
        hint={t('client-loans.request.documentsHint')}
        type="url"
        inputMode="url"
      />
    </>
  );
}

interface LoanRequestProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly overview: Overview;
  /** The simulation of the public site that this request goes on with. */
  readonly simulation: KeptLoan | null;
}

/** A request for a loan; where none can be made in the currency of the client's account, that alone (LC-13). */
export function LoanRequestDialog(props: LoanRequestProps) {
  const { open, onClose, overview } = props;
  const currency = currencyOfRequest(overview.account.currency, overview.lenders.length === 0);
  if (isDemo || currency === 'EUR') return <LoanRequestForm {...props} />;
  return open ? (
    <Suspense>
      <EuroOnlyDialog currency={currency} onClose={onClose} />
    </Suspense>
  ) : null;
}

/** What is asked for, with what it would cost beside every keystroke. Closing keeps what was typed. */
function LoanRequestForm({ open, onClose, overview, simulation }: LoanRequestProps) {
  const t = useT();
  const terms = useLoanTerms(overview, simulation);
  const form = useLoanRequestForm(terms, simulation);
  const { send, sending } = useLoanSubmission(form, terms.currency, onClose);
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="wide"
      title={t('client-loans.request.title')}
      // A house that does not lend says beside its lenders what becomes of the request.
      description={
        terms.lenders.length > 0
          ? undefined
          : t(isDemo ? 'client-loans.request.leadDemo' : 'client-loans.request.lead')
      }
      form={form}
      summaryTitle={form.hasMissing ? t('client.required') : t('client.checkForm')}
      submit={t('client-loans.request.submit')}
      submitting={t('client-loans.request.sending')}
      keepsTyped
      sending={sending}
      onSend={(input) => send(input)}
      frame={(fields) => (
        <div className="loan-request">
          {fields}
          <LoanPreview form={form} terms={terms} overview={overview} />
        </div>
      )}
    >
      {simulation && terms.asked ? (
        <SimulationNotice simulation={simulation} asked={terms.asked} durations={terms.durations} />
      ) : null}
      {terms.lenders.length > 0 ? (
        <Suspense>
          <LenderChoice form={form} lenders={terms.lenders} />
        </Suspense>
      ) : null}
      <LoanRequestFields form={form} terms={terms} />
    </FormDialog>
  );
}
