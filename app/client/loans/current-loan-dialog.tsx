import * as z from 'zod/mini';
import { CURRENT_LOAN_KINDS, type CurrentLoan, currentLoan } from '#domain/loans/solvency.ts';
import { type CurrencyCode, currencyOf } from '#domain/money/currencies.ts';
import { useScreenForm } from '../../form/form.ts';
import { typedAmount } from '../../i18n/form-schema.ts';
import { useWords } from '../../i18n/t.ts';
import { typedMonth } from '../../i18n/typed-month.ts';
import { TextField } from '../../ui/field.tsx';
import { AmountField } from '../../ui/number-field.tsx';
import { EntryKind, SheetEntryDialog } from './sheet-entry-dialog.tsx';

/** One loan that the client repays elsewhere, for the list of their sheet. */
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
  const { symbol } = currencyOf(currency);
  return (
    <SheetEntryDialog
      title={t('client-loans.file.addLoanTitle')}
      submit={t('client-loans.file.addLoanSubmit')}
      form={form}
      onAdd={onAdd}
      onClose={onClose}
    >
      <EntryKind
        field={form.field('kind')}
        label={t('loan-file.sheet.loanKind')}
        kinds={CURRENT_LOAN_KINDS}
        wordOf={(kind) => t(`loan-file.sheet.loanKinds.${kind}`)}
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
    </SheetEntryDialog>
  );
}
