import type * as z from 'zod/mini';
import type { earlyRepaymentQuote } from '#contract/loan-repayments.ts';
import { typedAmount } from '../../../i18n/form-schema.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useT, useWords } from '../../../i18n/t.ts';
import { Amount } from '../../../page/amount.tsx';
import { hasAccounts } from '../../../page/institution.ts';
import { CreditWarning } from '../../../page/legal-notices.tsx';
import { RadioCards } from '../../../ui/choices.tsx';
import { type Definition, DefinitionList } from '../../../ui/definition-list.tsx';
import { Figure } from '../../../ui/figure.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SkeletonList } from '../../../ui/states.tsx';
import { Table } from '../../../ui/table.tsx';
import type { Loan } from '../../accounts/overview.ts';
import { DownloadButton } from '../../frame/download-button.tsx';
import { CapitalDrawing } from './capital-drawing.tsx';
import type { ChoiceForm } from './early-repayment-form.ts';

export type Quote = z.infer<typeof earlyRepaymentQuote>;

/** The sum that the account gives for what is chosen; null while it is not known. */
export function totalOf(quote: Quote, what: string): number | null {
  if (what === 'whole') return quote.whole.totalMinor;
  return what === 'part' ? (quote.part?.totalMinor ?? null) : null;
}

/** Whether the part that is typed is all the capital left: that is no part (LC-97). */
export function coversAll(form: ChoiceForm, quote: Quote, locale: string): boolean {
  return (typedAmount(form.typed.amount, quote.currency, locale) ?? 0) >= quote.balanceMinor;
}

/** What is debited, line by line. */
function Debit({ loan, quote, what, isToday }: { loan: Loan; quote: Quote; what: string; isToday: boolean }) {
  const t = useT();
  const format = useFormats();
  const costs = what === 'whole' ? quote.whole : quote.part;
  if (!costs) return null;
  const amount = (minor: number) => <Amount minor={minor} currency={loan.currency} />;
  const { arrears } = quote;
  const items: Definition[] = [
    ...(arrears.totalMinor > 0
      ? [
          {
            term: t('client-repayments.repay.late'),
            value: amount(arrears.interestMinor + arrears.capitalMinor),
          },
          { term: t('client-repayments.repay.lateInterest'), value: amount(arrears.lateInterestMinor) },
          ...(arrears.indemnityMinor > 0
            ? [{ term: t('client-repayments.repay.lateIndemnity'), value: amount(arrears.indemnityMinor) }]
            : []),
          ...(arrears.costsMinor > 0
            ? [{ term: t('client-repayments.repay.taxedCosts'), value: amount(arrears.costsMinor) }]
            : []),
        ]
      : []),
    {
      term: t(what === 'whole' ? 'client-repayments.repay.wholeCapital' : 'client-repayments.repay.capital'),
      value: amount(costs.capitalMinor),
    },
    { term: t('client-repayments.repay.run'), value: amount(costs.interestMinor) },
    { term: t('client-repayments.repay.indemnity'), value: amount(costs.indemnityMinor) },
    {
      term: isToday
        ? t('client-repayments.repay.total')
        : t('client-repayments.repay.totalOn', { date: format.day(quote.day) }),
      value: amount(costs.totalMinor),
      strong: true,
    },
    ...(isToday && costs.totalMinor <= quote.availableMinor
      ? [{ term: t('client-repayments.repay.after'), value: amount(quote.availableMinor - costs.totalMinor) }]
      : []),
  ];
  return <DefinitionList look="ledger" items={items} />;
}

const modes = ['shorter', 'lower'] as const;

/** The figures of both results beside today's. */
function Comparison({
  loan,
  current,
  part,
}: {
  loan: Loan;
  current: Quote['current'];
  part: NonNullable<Quote['part']>;
}) {
  const t = useT();
  const format = useFormats();
  const amount = (minor: number) => <Amount minor={minor} currency={loan.currency} />;
  const lines = [
    { key: 'instalment' as const, of: (plan: Quote['current']) => amount(plan.instalmentMinor) },
    { key: 'left' as const, of: (plan: Quote['current']) => plan.instalmentsLeft },
    { key: 'end' as const, of: (plan: Quote['current']) => format.shortDay(plan.endsOn) },
    { key: 'interest' as const, of: (plan: Quote['current']) => amount(plan.interestLeftMinor) },
  ];
  return (
    <Table
      caption={t('client-repayments.repay.compare')}
      rows={lines}
      rowKey={({ key }) => key}
      columns={[
        {
          key: 'line',
          header: t('client-repayments.repay.result'),
          hideHeader: true,
          rowHeader: true,
          cell: ({ key }) => t(`client-repayments.repay.${key}`),
        },
        {
          key: 'now',
          header: t('client-repayments.repay.now'),
          numeric: true,
          cell: ({ of }) => of(current),
        },
        ...modes.map((mode) => ({
          key: mode,
          header: t(`client-repayments.repay.${mode}`),
          numeric: true,
          cell: ({ of }: (typeof lines)[number]) => of(part[mode]),
        })),
      ]}
    />
  );
}

/** Both results of a part side by side (LC-97): what each saves, the choice, the figures against today's and the drawing. */
function PartResults({ loan, quote, form }: { loan: Loan; quote: Quote; form: ChoiceForm }) {
  const { t, locale } = useWords();
  const format = useFormats();
  const { part, current } = quote;
  if (coversAll(form, quote, locale))
    return (
      <Notice live="polite">
        {t('client-repayments.repay.isWhole', {
          balance: format.amount(quote.balanceMinor, loan.currency),
          whole: t('client-repayments.repay.whole'),
        })}
      </Notice>
    );
  if (!part) return <p className="repayment-waiting">{t('client-repayments.repay.waiting')}</p>;
  const amount = (minor: number) => <Amount minor={minor} currency={loan.currency} />;
  return (
    <>
      <div className="figure-row">
        {modes.map((mode) => (
          <Figure
            key={mode}
            // A lower instalment may cost interest, where the last of the rows was small.
            label={t(
              part[mode].interestSavedMinor < 0
                ? 'client-repayments.measure.extra'
                : 'client-repayments.repay.saved',
            )}
            note={t(`client-repayments.repay.${mode}`)}
            size="large"
            live
          >
            {amount(Math.abs(part[mode].interestSavedMinor))}
          </Figure>
        ))}
      </div>
      <RadioCards
        {...form.field('keep')}
        label={t('client-repayments.repay.choose')}
        columns={2}
        options={modes.map((mode) => ({
          value: mode,
          title: t(`client-repayments.repay.${mode}`),
          description: t(`client-repayments.repay.${mode}Note`),
        }))}
        required
      />
      <Comparison loan={loan} current={current} part={part} />
      <CapitalDrawing
        balanceMinor={quote.balanceMinor}
        day={quote.day}
        title={t('client-repayments.repay.drawing')}
        text={t('client-repayments.repay.drawingText', {
          now: format.day(current.endsOn),
          shorter: format.day(part.shorter.endsOn),
          lower: format.day(part.lower.endsOn),
        })}
        lines={[
          { key: 'now', label: t('client-repayments.repay.now'), points: current.capital },
          ...modes.map((mode) => ({
            key: mode,
            label: t(`client-repayments.repay.${mode}`),
            points: part[mode].capital,
            opening: quote.balanceMinor - part.capitalMinor,
          })),
        ]}
      />
    </>
  );
}

/** The figures of what is chosen, from the server. */
export function QuotePanel({
  loan,
  form,
  quote,
  isFailed,
  isToday,
}: {
  loan: Loan;
  form: ChoiceForm;
  quote: Quote | undefined;
  isFailed: boolean;
  isToday: boolean;
}) {
  const t = useT();
  const format = useFormats();
  const { what } = form.typed;
  if (isFailed) return <Notice tone="warning" title={t('client-repayments.repay.unread')} />;
  if (!quote) return <SkeletonList label={t('client-repayments.repay.reading')} rows={4} />;
  const totalMinor = totalOf(quote, what);
  const missingMinor = totalMinor === null ? 0 : totalMinor - quote.availableMinor;
  return (
    <section className="loan-preview" aria-label={t('client-repayments.repay.result')}>
      {what === 'part' ? <PartResults loan={loan} quote={quote} form={form} /> : null}
      {what === 'whole' ? (
        <Figure label={t('client-repayments.repay.saved')} size="large" live>
          <Amount minor={quote.whole.interestSavedMinor} currency={loan.currency} />
        </Figure>
      ) : null}
      <Debit loan={loan} quote={quote} what={what} isToday={isToday} />
      {quote.upcoming.instalments > 0 ? (
        <p className="field-hint">
          {t('client-repayments.repay.upcoming', {
            amount: format.amount(quote.upcoming.totalMinor, loan.currency),
          })}
        </p>
      ) : null}
      {isToday ? null : (
        <Notice>{t('client-repayments.repay.notToday', { date: format.day(quote.day) })}</Notice>
      )}
      {isToday && missingMinor > 0 ? (
        <Notice tone="warning" live="polite">
          {t(`client-repayments.repay.${hasAccounts ? 'short' : 'shortElsewhere'}`, {
            amount: format.amount(missingMinor, loan.currency),
          })}
        </Notice>
      ) : null}
      {what === 'whole' ? (
        <div>
          <DownloadButton
            path={`/api/loans/${loan.id}/early-repayment-quote.pdf?day=${quote.day}`}
            isTranslated
          >
            {t('client-repayments.repay.pdf')}
          </DownloadButton>
        </div>
      ) : null}
      <CreditWarning loud />
    </section>
  );
}
