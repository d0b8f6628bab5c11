import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { QUOTE_DAYS } from '#domain/loans/repayment-fields.ts';
import { currencyOf } from '#domain/money/currencies.ts';
import { addDays } from '#domain/time/days.ts';
import { useBankDay } from '../../../api/bank-clock.ts';
import { api } from '../../../api/client.ts';
import { query, refresh } from '../../../api/queries.ts';
import { useSubmission } from '../../../api/submission.ts';
import { FormDialog } from '../../../form/form-dialog.tsx';
import { useRefusal } from '../../../form/refusal.ts';
import { typedAmount } from '../../../i18n/form-schema.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useT, useWords } from '../../../i18n/t.ts';
import { RadioCards } from '../../../ui/choices.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { AmountField } from '../../../ui/number-field.tsx';
import { toast } from '../../../ui/toasts.ts';
import type { Loan } from '../../accounts/overview.ts';
import { type ChoiceForm, useChoice } from './early-repayment-form.ts';
import { coversAll, type Quote, QuotePanel, totalOf } from './early-repayment-result.tsx';

/** Milliseconds without a keystroke after which the figures are asked for. */
const PAUSE_MS = 300;

/** A value once it has stopped changing. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Whether a day that is typed can be quoted (LC-96). */
const isQuotable = (day: string, today: string) => day >= today && day <= addDays(today, QUOTE_DAYS);

/** The figures of the day and the amount that are typed, asked anew when they change. */
function useQuote(loan: Loan, form: ChoiceForm, today: string) {
  const { locale } = useWords();
  const { what, amount, day } = form.typed;
  const amountMinor = what === 'part' ? typedAmount(amount, loan.currency, locale) : undefined;
  const isDay = isQuotable(day, today);
  const asked = useSettled(
    JSON.stringify({ day: isDay ? day : today, ...(amountMinor && amountMinor > 0 ? { amountMinor } : {}) }),
  );
  return useQuery({
    ...query.loanRepayments.quote.queryOptions({
      input: { id: loan.id, ...(JSON.parse(asked) as { day: string; amountMinor?: number }) },
    }),
    placeholderData: keepPreviousData,
  });
}

type Repayment = Parameters<typeof api.loanRepayments.repay>[0];

/** Whether two are the same repayment. The total is left out: it is another one once the first was made. */
const isSameRepayment = (before: Repayment, now: Repayment) =>
  before.kind === now.kind && before.amountMinor === now.amountMinor;

/** Sends the repayment that is shown, and says what it did. */
function useRepay(loan: Loan, form: ChoiceForm, onClose: () => void) {
  const t = useT();
  const format = useFormats();
  const refuse = useRefusal(form);
  return useSubmission(api.loanRepayments.repay, {
    remembered: { name: `loan-repayment:${loan.id}`, isSame: isSameRepayment },
    onSuccess: ({ paidMinor, phase }) => {
      void refresh(['loans', 'account', 'transactions']);
      toast({
        title: t('client-repayments.repay.done'),
        description: t(
          phase === 'repaid' ? 'client-repayments.repay.doneWhole' : 'client-repayments.repay.donePart',
          { amount: format.amount(paidMinor, loan.currency) },
        ),
      });
      onClose();
    },
    onProblem: (problem) => {
      if (problem.code === 'repayment.figures-changed') void refresh(['loans']);
      refuse(problem);
    },
  });
}

/** What to repay: the whole or a part, and on which day. */
function ChoiceFields({
  form,
  loan,
  quote,
  today,
}: {
  form: ChoiceForm;
  loan: Loan;
  quote: Quote | undefined;
  today: string;
}) {
  const t = useT();
  const format = useFormats();
  const latest = addDays(today, QUOTE_DAYS);
  const days = t('client-repayments.repay.dayHint', { latest: format.shortDay(latest) });
  return (
    <>
      <RadioCards
        {...form.field('what')}
        label={t('client-repayments.repay.what')}
        columns={2}
        options={[
          {
            value: 'whole',
            title: t('client-repayments.repay.whole'),
            description: t('client-repayments.repay.wholeNote'),
          },
          {
            value: 'part',
            title: t('client-repayments.repay.part'),
            description: t('client-repayments.repay.partNote'),
          },
        ]}
        required
      />
      <div className="form-row">
        {form.typed.what === 'part' ? (
          <AmountField
            {...form.field('amount')}
            label={t('client-repayments.repay.amount')}
            hint={
              quote
                ? t('client-repayments.repay.amountHint', {
                    balance: format.amount(quote.balanceMinor, loan.currency),
                  })
                : undefined
            }
            suffix={currencyOf(loan.currency).symbol}
            required
          />
        ) : null}
        {form.typed.what === '' ? null : (
          <DateField
            {...form.field('day')}
            min={today}
            max={latest}
            label={t('client-repayments.repay.day')}
            {...{ [isQuotable(form.typed.day, today) ? 'hint' : 'error']: days }}
          />
        )}
      </div>
    </>
  );
}

/** « Rembourser par anticipation » (LC-95): the whole or a part, both results of a part side by side, and what it saves. */
export function EarlyRepaymentDialog({ loan, onClose }: { loan: Loan; onClose: () => void }) {
  const { t, locale } = useWords();
  const format = useFormats();
  const today = useBankDay();
  const form = useChoice(loan, today);
  const { data, isError, isFetching } = useQuote(loan, form, today);
  const quote = data?.quote;
  const { send, sending } = useRepay(loan, form, onClose);
  const { what } = form.typed;
  const totalMinor = quote ? totalOf(quote, what) : null;
  const isToday = !quote || quote.day === today;
  const isShort = quote !== undefined && totalMinor !== null && totalMinor > quote.availableMinor;
  const isWhole = what === 'part' && quote !== undefined && coversAll(form, quote, locale);
  const canSend = isToday && !isShort && !isWhole && isQuotable(form.typed.day, today);
  return (
    <FormDialog
      onClose={onClose}
      size="wide"
      title={t('client-repayments.repay.title')}
      description={t('client-repayments.repay.lead')}
      form={form}
      summaryTitle={t('client.checkForm')}
      submit={
        canSend
          ? totalMinor === null
            ? t('client-repayments.repay.submitEmpty')
            : t('client-repayments.repay.submit', { amount: format.amount(totalMinor, loan.currency) })
          : null
      }
      submitting={t(isFetching ? 'client-repayments.repay.reading' : 'client-repayments.repay.submitting')}
      isPreparing={isFetching}
      sending={sending}
      onSend={(choice) => {
        if (!quote || totalMinor === null) return;
        const kind = choice.what === 'whole' ? ('whole' as const) : (choice.keep ?? 'shorter');
        send({
          id: loan.id,
          kind,
          ...(kind === 'whole' || typeof choice.amountMinor !== 'number'
            ? {}
            : { amountMinor: choice.amountMinor }),
          totalMinor,
        });
      }}
    >
      <ChoiceFields form={form} loan={loan} quote={quote} today={today} />
      {what === '' ? null : (
        <QuotePanel loan={loan} form={form} quote={quote} isFailed={isError && !quote} isToday={isToday} />
      )}
    </FormDialog>
  );
}
