import * as z from 'zod/mini';
import { OTHER_DEBT_KINDS, type OtherDebt, otherDebt } from '#domain/loans/solvency.ts';
import { type CurrencyCode, currencyOf } from '#domain/money/currencies.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { typedAmount } from '../../i18n/form-schema.ts';
import { useWords } from '../../i18n/t.ts';
import { DateField } from '../../ui/date-field.tsx';
import { AmountField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';

/** One debt that is no credit, for the list of what a consolidation repays (LC-24). Nothing is sent: the sheet is. */
export function OtherDebtDialog({
  currency,
  onAdd,
  onClose,
}: {
  currency: CurrencyCode;
  onAdd: (debt: OtherDebt) => void;
  onClose: () => void;
}) {
  const { t, locale } = useWords();
  const form = useScreenForm({
    initial: { kind: '', amount: '', dueOn: '' },
    schema: z.object(otherDebt.shape),
    currency,
    toInput: (typed) => ({
      kind: typed.kind || undefined,
      amountMinor: typedAmount(typed.amount, currency, locale),
      dueOn: typed.dueOn || undefined,
    }),
    controls: { amountMinor: 'amount' },
    labels: {
      kind: t('loan-file.sheet.debtKind'),
      amount: t('loan-file.sheet.debtAmount'),
      dueOn: t('loan-file.sheet.debtDay'),
    },
  });
  const { send, sending } = useSubmission(async (debt: OtherDebt) => debt, {
    onSuccess: (debt) => {
      onAdd(debt);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('client-loans.file.addDebtTitle')}
      form={form}
      summaryTitle={form.hasMissing ? t('client.required') : t('client.checkForm')}
      submit={t('client-loans.file.addDebtSubmit')}
      submitting={t('client-loans.file.saving')}
      sending={sending}
      onSend={send}
      onClose={onClose}
    >
      <Select
        {...form.field('kind')}
        label={t('loan-file.sheet.debtKind')}
        placeholder={t('client-loans.file.choose')}
        options={OTHER_DEBT_KINDS.map((value) => ({ value, label: t(`loan-file.sheet.debtKinds.${value}`) }))}
        required
        data-autofocus
      />
      <div className="form-row">
        <AmountField
          {...form.field('amount')}
          label={t('loan-file.sheet.debtAmount')}
          suffix={currencyOf(currency).symbol}
          required
        />
        <DateField {...form.field('dueOn')} label={t('loan-file.sheet.debtDay')} required />
      </div>
    </FormDialog>
  );
}
