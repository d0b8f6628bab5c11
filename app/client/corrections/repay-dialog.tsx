import * as z from 'zod/mini';
import { currencyOf } from '#domain/money/currencies.ts';
import { positiveAmountMinor } from '#domain/money/fields.ts';
import { minorToDecimalString } from '#domain/money/money.ts';
import { writeDecimalString } from '#domain/money/typed-number.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { useRefusal } from '../../form/refusal.ts';
import { typedAmount } from '../../i18n/form-schema.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { AmountField } from '../../ui/number-field.tsx';
import { toast } from '../../ui/toasts.ts';
import type { Receivable } from './receivable.ts';

const schema = z.object({ amountMinor: positiveAmountMinor });

/** Gives back, from the own account, a sum that was credited by mistake: all of it, or a part. */
export function RepayDialog({ receivable, onClose }: { receivable: Receivable; onClose: () => void }) {
  const { t, locale } = useWords();
  const { amount } = useFormats();
  const { id, owedMinor, currency } = receivable;
  const form = useScreenForm({
    initial: { amount: writeDecimalString(minorToDecimalString(owedMinor, currency), locale) },
    schema,
    currency,
    toInput: (typed) => ({ amountMinor: typedAmount(typed.amount, currency, locale) }),
    controls: { amountMinor: 'amount' },
    labels: { amount: t('client.receivable.amount') },
  });
  const refuse = useRefusal(form);
  const { send, sending } = useSubmission(api.corrections.repay, {
    remembered: { name: `receivable:${id}` },
    onSuccess: () => {
      void refresh(['account', 'transactions', 'corrections']);
      toast({ tone: 'success', title: t('client.receivable.done') });
      onClose();
    },
    onProblem: (problem) => {
      refuse(problem);
      if (problem.status === 404) onClose();
    },
  });
  return (
    <FormDialog
      title={t('client.receivable.repay')}
      description={t('client.receivable.repayText', { amount: amount(owedMinor, currency) })}
      form={form}
      summaryTitle={t('client.checkForm')}
      submit={t('client.receivable.submit')}
      submitting={t('client.receivable.sending')}
      sending={sending}
      onSend={({ amountMinor }) => send({ id, amountMinor })}
      onClose={onClose}
    >
      <AmountField
        label={t('client.receivable.amount')}
        required
        data-autofocus
        width="sm"
        suffix={currencyOf(currency).symbol}
        {...form.field('amount')}
      />
    </FormDialog>
  );
}
