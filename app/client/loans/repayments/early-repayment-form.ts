import { useEffect } from 'react';
import { earlyRepaymentChoice } from '#domain/loans/repayment-fields.ts';
import { useScreenForm } from '../../../form/form.ts';
import { typedAmount } from '../../../i18n/form-schema.ts';
import { useWords } from '../../../i18n/t.ts';
import type { Loan } from '../../accounts/overview.ts';

/** What is chosen and typed. */
export function useChoice(loan: Loan, today: string) {
  const { t, locale } = useWords();
  const form = useScreenForm({
    initial: { what: '' as string, amount: '', day: today, keep: '' as string },
    schema: earlyRepaymentChoice,
    currency: loan.currency,
    toInput: (typed) => ({
      what: typed.what,
      amountMinor: typedAmount(typed.amount, loan.currency, locale),
      keep: typed.keep === '' ? undefined : typed.keep,
    }),
    labels: {
      what: t('client-repayments.repay.what'),
      amount: t('client-repayments.repay.amount'),
      keep: t('client-repayments.repay.choose'),
    },
    controls: { amountMinor: 'amount' },
  });
  const { what, amount, keep } = form.typed;
  // What was at fault of a part is not asked for the whole: its line would lead to a field that is not there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the choice between them changes, and then only.
  useEffect(() => {
    if (form.errorOf('amount')) form.set('amount', amount);
    if (form.errorOf('keep')) form.set('keep', keep);
  }, [what]);
  return form;
}

export type ChoiceForm = ReturnType<typeof useChoice>;
