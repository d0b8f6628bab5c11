import * as z from 'zod/mini';
import { OTHER_DEBT_KINDS, type OtherDebt, otherDebt } from '#domain/loans/solvency.ts';
import { type CurrencyCode, currencyOf } from '#domain/money/currencies.ts';
import { useScreenForm } from '../../form/form.ts';
import { typedAmount } from '../../i18n/form-schema.ts';
import { useWords } from '../../i18n/t.ts';
import { DateField } from '../../ui/date-field.tsx';
import { AmountField } from '../../ui/number-field.tsx';
import { EntryKind, SheetEntryDialog } from './sheet-entry-dialog.tsx';

/** One debt that is no credit, for the list of what a consolidation repays (LC-24). */
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
  return (
    <SheetEntryDialog
      title={t('client-loans.file.addDebtTitle')}
      submit={t('client-loans.file.addDebtSubmit')}
      form={form}
      onAdd={onAdd}
      onClose={onClose}
    >
      <EntryKind
        field={form.field('kind')}
        label={t('loan-file.sheet.debtKind')}
        kinds={OTHER_DEBT_KINDS}
        wordOf={(kind) => t(`loan-file.sheet.debtKinds.${kind}`)}
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
    </SheetEntryDialog>
  );
}
