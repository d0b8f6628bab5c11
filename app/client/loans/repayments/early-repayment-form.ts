import { earlyRepaymentChoice } from '#domain/loans/repayment-fields.ts';
import { useScreenForm } from '../../../form/form.ts';
import { typedAmount } from '../../../i18n/form-schema.ts';
import { useWords } from '../../../i18n/t.ts';
import type { Loan } from '../../accounts/overview.ts';

/** What is chosen and typed. */
export function useChoice(loan: Loan, today: string) {
  const { t, locale } = useWords();
  return useScreenForm({
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
}

export type ChoiceForm = ReturnType<typeof useChoice>;
