import { answerDueOn, DIFFICULTY_CHANGES } from '#domain/loans/difficulties.ts';
import { difficultyInput } from '#domain/loans/repayment-fields.ts';
import { currencyOf } from '#domain/money/currencies.ts';
import { useBankDay } from '../../../api/bank-clock.ts';
import { api } from '../../../api/client.ts';
import { refresh } from '../../../api/queries.ts';
import { useSubmission } from '../../../api/submission.ts';
import { useScreenForm } from '../../../form/form.ts';
import { FormDialog } from '../../../form/form-dialog.tsx';
import { useRefusal } from '../../../form/refusal.ts';
import { typedAmount } from '../../../i18n/form-schema.ts';
import { useFormats } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/t.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { AmountField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { toast } from '../../../ui/toasts.ts';
import type { Loan } from '../../accounts/overview.ts';

/** « En difficulté ? » (LC-86): what changed, since when, and what can be paid. */
// Longer than 70 lines: it is the fields of one form, in the order of the screen.
export function DifficultyDialog({ loan, onClose }: { loan: Loan; onClose: () => void }) {
  const { t, locale } = useWords();
  const format = useFormats();
  const today = useBankDay();
  const { currency } = loan;
  const form = useScreenForm({
    draft: `difficulty:${loan.id}`,
    initial: { change: '', since: '', monthly: '' },
    schema: difficultyInput,
    currency,
    toInput: (typed) => ({
      change: typed.change,
      since: typed.since,
      monthlyMinor: typedAmount(typed.monthly, currency, locale),
    }),
    labels: {
      change: t('client-repayments.difficulty.change'),
      since: t('client-repayments.difficulty.since'),
      monthly: t('client-repayments.difficulty.monthly'),
    },
    controls: { monthlyMinor: 'monthly' },
  });
  const refuse = useRefusal(form);
  const { send, sending } = useSubmission(api.loanRepayments.tellDifficulty, {
    onSuccess: ({ difficulty }) => {
      void refresh(['loans']);
      toast({
        title: t('client-repayments.difficulty.sent'),
        description: t('client-repayments.difficulty.sentText', { date: format.day(difficulty.answerDueOn) }),
      });
      form.reset();
      onClose();
    },
    onProblem: (problem) => refuse(problem),
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t('client-repayments.difficulty.title')}
      description={t('client-repayments.difficulty.lead', { date: format.day(answerDueOn(today)) })}
      form={form}
      summaryTitle={form.hasMissing ? t('client.required') : t('client.checkForm')}
      submit={t('client-repayments.difficulty.submit')}
      submitting={t('client-repayments.difficulty.sending')}
      keepsTyped
      sending={sending}
      onSend={(input) => send({ id: loan.id, ...input })}
    >
      <Select
        {...form.field('change')}
        label={t('client-repayments.difficulty.change')}
        placeholder={t('client-repayments.difficulty.chooseChange')}
        options={DIFFICULTY_CHANGES.map((change) => ({
          value: change,
          label: t(`client-repayments.difficulty.changes.${change}`),
        }))}
        required
      />
      <DateField
        {...form.field('since')}
        max={today}
        label={t('client-repayments.difficulty.since')}
        required
      />
      <AmountField
        {...form.field('monthly')}
        label={t('client-repayments.difficulty.monthly')}
        hint={t('client-repayments.difficulty.monthlyHint', {
          instalment: format.amount(loan.instalmentMinor, currency),
        })}
        suffix={currencyOf(currency).symbol}
        required
      />
      <p className="field-hint">{t('client-repayments.difficulty.advice')}</p>
    </FormDialog>
  );
}
