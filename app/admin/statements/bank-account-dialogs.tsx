import * as z from 'zod/mini';
import { assignIbanInput } from '#domain/accounts/account.ts';
import { CURRENCIES, type CurrencyCode, isCurrencyCode } from '#domain/money/currencies.ts';
import { currencyCode } from '#domain/money/fields.ts';
import { minorToDecimalString } from '#domain/money/money.ts';
import { writeDecimalString } from '#domain/money/typed-number.ts';
import { bankBalanceMinor } from '#domain/statements/bank-account.ts';
import { api } from '../../api/client.ts';
import { useScreenForm } from '../../form/form.ts';
import { FormDialog } from '../../form/form-dialog.tsx';
import { typedAmount } from '../../i18n/form-schema.ts';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { DateField } from '../../ui/date-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { AmountField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { useFormAct } from '../desk/dialog-act.ts';
import { useProposeWord } from '../proposals/approval-needed.ts';

const newAccount = z.extend(assignIbanInput, { currency: currencyCode });

/** Adds an account of the house at a bank: people enter what happens on it until it is adopted (PAY-19). */
export function AddAccountDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const form = useScreenForm({
    draft: 'bank-account',
    initial: { iban: '', bankName: '', currency: 'EUR' as string },
    schema: newAccount,
    labels: { iban: t('admin-bank-lines.proof.account'), bankName: t('admin-bank-lines.proof.bankName') },
  });
  const { send, sending } = useFormAct(form, api.bankAccounts.create, {
    say: (done) => done('admin-bank-lines.proof.added'),
    rereads: ['bank'],
    onClose,
  });
  return (
    <FormDialog
      title={t('admin-bank-lines.proof.add')}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={t('admin-bank-lines.proof.addSubmit')}
      submitting={t('admin-bank-lines.sending')}
      sending={sending}
      onSend={(input) => send(input)}
      onClose={onClose}
    >
      <TextField label="IBAN" required data-autofocus {...form.field('iban')} />
      <TextField label={t('admin-bank-lines.proof.bankName')} required {...form.field('bankName')} />
      <Select
        label={t('admin-clients.currency')}
        options={CURRENCIES.map(({ code }) => ({ value: code, label: code }))}
        {...form.field('currency')}
      />
    </FormDialog>
  );
}

const adoption = z.object({
  openingMinor: bankBalanceMinor,
  day: z
    .string()
    .check(z.minLength(1, 'validation.required'), z.regex(/^\d{4}-\d{2}-\d{2}$/, 'validation.date')),
});

/** Lets an account be kept by its statements from a balance of the bank on (PAY-19): there is no way back. */
export function AdoptDialog({
  account,
  onClose,
}: {
  account: {
    readonly id: string;
    readonly bankName: string;
    readonly currency: CurrencyCode;
    /** What the books have at the bank. */
    readonly booksMinor: number;
    readonly today: string;
  };
  onClose: () => void;
}) {
  const { t, locale } = useWords();
  const { currency } = account;
  const form = useScreenForm({
    initial: {
      opening: writeDecimalString(minorToDecimalString(account.booksMinor, currency), locale),
      day: account.today,
    },
    schema: adoption,
    currency: isCurrencyCode(currency) ? currency : 'EUR',
    toInput: (typed) => ({ openingMinor: typedAmount(typed.opening, currency, locale), day: typed.day }),
    controls: { openingMinor: 'opening' },
    labels: { opening: t('admin-bank-lines.proof.opening'), day: t('admin-bank-lines.proof.day') },
  });
  // Who approves it does not depend on what is typed.
  const propose = useProposeWord('bankAccounts.adopt', {
    id: account.id,
    openingMinor: account.booksMinor,
    day: account.today,
  });
  const { send, sending } = useFormAct(form, api.bankAccounts.adopt, {
    say: (done) => done('admin-bank-lines.proof.adopted'),
    rereads: ['bank'],
    onClose,
  });
  return (
    <FormDialog
      title={t('admin-bank-lines.proof.adopt')}
      description={t('admin-bank-lines.proof.adoptText', { bank: account.bankName })}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={propose ?? t('admin-bank-lines.proof.adopt')}
      submitting={t('admin-bank-lines.sending')}
      sending={sending}
      onSend={(input) => send({ id: account.id, ...input })}
      onClose={onClose}
    >
      <AmountField
        label={t('admin-bank-lines.proof.opening')}
        hint={t('admin-bank-lines.proof.openingHint')}
        required
        data-autofocus
        width="sm"
        suffix={currency}
        {...form.field('opening')}
      />
      <DateField label={t('admin-bank-lines.proof.day')} required {...form.field('day')} />
    </FormDialog>
  );
}

const explanation = z.object({
  note: z
    .string('validation.required')
    .check(z.trim(), z.minLength(1, 'validation.required'), z.maxLength(500, 'validation.tooLong')),
});

/** Explains the difference between bank and books (PAY-33). */
export function ExplainDialog({
  currency,
  differenceMinor,
  onClose,
}: {
  currency: CurrencyCode;
  differenceMinor: number;
  onClose: () => void;
}) {
  const { t } = useWords();
  const { amount } = useFormats();
  const form = useScreenForm({
    draft: `explanation:${currency}`,
    initial: { note: '' },
    schema: explanation,
    labels: { note: t('admin-bank-lines.proof.note') },
  });
  // Who approves it does not depend on what is typed.
  const propose = useProposeWord('reconciliation.explain', { currency, note: '–' });
  const { send, sending } = useFormAct(form, api.reconciliation.explain, {
    say: (done) => done('admin-bank-lines.proof.explained'),
    rereads: ['bank'],
    onClose,
  });
  return (
    <FormDialog
      title={t('admin-bank-lines.proof.explain')}
      description={t('admin-bank-lines.proof.explainText', { amount: amount(differenceMinor, currency) })}
      form={form}
      summaryTitle={t('admin.reviewForm')}
      submit={propose ?? t('admin-bank-lines.proof.explain')}
      submitting={t('admin-bank-lines.sending')}
      sending={sending}
      onSend={({ note }) => send({ currency, note })}
      onClose={onClose}
    >
      <TextField label={t('admin-bank-lines.proof.note')} required data-autofocus {...form.field('note')} />
    </FormDialog>
  );
}
