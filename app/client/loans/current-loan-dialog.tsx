import * as z from 'zod/mini';
import { CURRENT_LOAN_KINDS, type CurrentLoan, currentLoan } from '#domain/loans/solvency.ts';
import { type CurrencyCode, currencyOf } from '#domain/money/currencies.ts';
import { useSubmission } from '../../api/submission.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { typedAmount } from '../../i18n/form-schema.ts';
import { useWords } from '../../i18n/t.ts';
import { typedMonth } from '../../i18n/typed-month.ts';
import { TextField } from '../../ui/field.tsx';
import { AmountField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';

/** One loan that the client repays elsewhere, for the list of their sheet. Nothing is sent: the sheet is. */
// Longer than 70 lines: it is the fields of one form, in the order of the screen.
export function CurrentLoanDialog({
  currency,
  onAdd,
  onClose,
}: {
  currency: CurrencyCode;
  onAdd: (loan: CurrentLoan) => void;
  onClose: () => void;
}) {
  const { t, locale } = useWords();
  const form = useScreenForm({
    initial: { kind: '', lender: '', instalment: '', remaining: '', endMonth: '' },
    schema: z.object(currentLoan.shape),
    currency,
    toInput: (typed) => ({
      kind: typed.kind || undefined,
      lender: typed.lender,
      instalmentMinor: typedAmount(typed.instalment, currency, locale),
      remainingMinor: typedAmount(typed.remaining, currency, locale),
      endMonth: typedMonth(typed.endMonth),
    }),
    controls: { instalmentMinor: 'instalment', remainingMinor: 'remaining' },
    labels: {
      kind: t('loan-file.sheet.loanKind'),
      lender: t('loan-file.sheet.lender'),
      instalment: t('loan-file.sheet.instalment'),
      remaining: t('loan-file.sheet.remaining'),
      endMonth: t('loan-file.sheet.endMonth'),
    },
  });
  const { send, sending } = useSubmission(async (loan: CurrentLoan) => loan, {
    onSuccess: (loan) => {
      onAdd(loan);
      onClose();
    },
  });
  const { symbol } = currencyOf(currency);
  return (
    <FormDialog
      title={t('client-loans.file.addLoanTitle')}
      form={form}
      summaryTitle={form.hasMissing ? t('client.required') : t('client.checkForm')}
      submit={t('client-loans.file.addLoanSubmit')}
      submitting={t('client-loans.file.saving')}
      sending={sending}
      onSend={send}
      onClose={onClose}
    >
      <Select
        {...form.field('kind')}
        label={t('loan-file.sheet.loanKind')}
        placeholder={t('client-loans.file.choose')}
        options={CURRENT_LOAN_KINDS.map((value) => ({
          value,
          label: t(`loan-file.sheet.loanKinds.${value}`),
        }))}
        required
        data-autofocus
      />
      <TextField {...form.field('lender')} label={t('loan-file.sheet.lender')} maxLength={60} required />
      <div className="form-row">
        <AmountField
          {...form.field('instalment')}
          label={t('loan-file.sheet.instalment')}
          suffix={symbol}
          required
        />
        <AmountField
          {...form.field('remaining')}
          label={t('loan-file.sheet.remaining')}
          suffix={symbol}
          required
        />
      </div>
      <TextField
        {...form.field('endMonth')}
        label={t('loan-file.sheet.endMonth')}
        hint={t('client-loans.file.monthHint')}
        width="sm"
        required
      />
    </FormDialog>
  );
}
