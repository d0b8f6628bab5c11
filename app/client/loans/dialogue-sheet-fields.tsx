import {
  CHARGES,
  EMPLOYMENTS,
  HOUSINGS,
  type KnownLoan,
  MARITAL_STATUSES,
  RESOURCES,
} from '#domain/loans/solvency.ts';
import { type CurrencyCode, currencyOf } from '#domain/money/currencies.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT, useWords } from '../../i18n/t.ts';
import { monthInWords } from '../../i18n/typed-month.ts';
import { CHARGE_WORDS, RESOURCE_WORDS } from '../../office/sheet-content.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox, RadioCards } from '../../ui/choices.tsx';
import { TextField } from '../../ui/field.tsx';
import { AmountField, NumberField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { loansOf, type SheetForm, writeLoans } from './dialogue-sheet-form.ts';
import { RepaidDebts } from './repaid-debts.tsx';

interface Props {
  readonly form: SheetForm;
  readonly currency: CurrencyCode;
}

interface LoansProps extends Props {
  readonly knownLoans: readonly KnownLoan[];
  /** Opens the dialog of one loan, which stands outside of this form. */
  readonly onAdd: () => void;
  /** The same for a debt that is no credit. */
  readonly onAddDebt: () => void;
}

/** Who lives in the household, how they are housed and what they work as. */
function Household({ form }: Pick<Props, 'form'>) {
  const t = useT();
  const choose = t('client-loans.file.choose');
  return (
    <Card title={t('loan-file.sheet.household')}>
      <div className="form">
        <div className="form-row">
          <Select
            {...form.field('maritalStatus')}
            label={t('loan-file.sheet.maritalStatus')}
            placeholder={choose}
            options={MARITAL_STATUSES.map((value) => ({
              value,
              label: t(`loan-file.sheet.maritalStatuses.${value}`),
            }))}
            required
          />
          <NumberField
            {...form.field('dependants')}
            label={t('loan-file.sheet.dependants')}
            width="sm"
            required
          />
        </div>
        <Select
          {...form.field('housing')}
          label={t('loan-file.sheet.housing')}
          placeholder={choose}
          options={HOUSINGS.map((value) => ({ value, label: t(`loan-file.sheet.housings.${value}`) }))}
          required
        />
        <div className="form-row">
          <Select
            {...form.field('employment')}
            label={t('loan-file.sheet.employment')}
            placeholder={choose}
            options={EMPLOYMENTS.map((value) => ({
              value,
              label: t(`loan-file.sheet.employments.${value}`),
            }))}
            required
          />
          <TextField
            {...form.field('employedSince')}
            label={t('loan-file.sheet.employedSince')}
            hint={t('client-loans.file.monthHint')}
            width="sm"
            required
          />
        </div>
      </div>
    </Card>
  );
}

/** The amounts of one side of the sheet, with the label of « other » beside its amount. */
function Amounts({ form, currency, side }: Props & { readonly side: 'resources' | 'charges' }) {
  const t = useT();
  const { symbol } = currencyOf(currency);
  const names =
    side === 'resources'
      ? RESOURCES.map((name) => RESOURCE_WORDS[name])
      : CHARGES.map((name) => CHARGE_WORDS[name]);
  const other = side === 'resources' ? 'otherResources' : 'otherCharges';
  const amount = (name: (typeof names)[number]) => (
    <AmountField key={name} {...form.field(name)} label={t(`loan-file.sheet.${name}`)} suffix={symbol} />
  );
  return (
    <Card title={t(`loan-file.sheet.${side}`)}>
      <div className="form">
        <p className="field-hint">{t('client-loans.file.amountHint')}</p>
        <div className="form-row">{names.filter((name) => name !== other).map(amount)}</div>
        <div className="form-row">
          {amount(other)}
          <TextField
            {...form.field(`${other}Label`)}
            label={t('loan-file.sheet.otherLabel')}
            optionalText={t('client-loans.file.ifAny')}
            maxLength={40}
          />
        </div>
      </div>
    </Card>
  );
}

/** The loans that this house pays out: shown, and not to be taken away (LC-19). */
function KnownLoans({ loans, currency }: { loans: readonly KnownLoan[]; currency: CurrencyCode }) {
  const { t, locale } = useWords();
  const format = useFormats();
  if (loans.length === 0) return null;
  return (
    <div className="stack">
      <p className="request-note">{t('client-loans.file.knownHint')}</p>
      <ul className="sheet-loans">
        {loans.map((loan) => (
          <li key={loan.loanId} className="sheet-loan">
            <div>
              <p className="sheet-loan-title">
                {loan.purpose} <span className="sheet-loan-known">{t('loan-file.sheet.known')}</span>
              </p>
              <p className="request-note tabular">
                {t('loan-file.sheet.loanLine', {
                  instalment: format.amount(loan.instalmentMinor, currency),
                  remaining: format.amount(loan.remainingMinor, currency),
                  end: monthInWords(loan.endMonth, locale),
                })}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The loans elsewhere: added one at a time, or « Aucun prêt en cours », never ticked in advance (LC-16). */
function CurrentLoans({ form, currency, knownLoans, onAdd }: Omit<LoansProps, 'onAddDebt'>) {
  const { t, locale } = useWords();
  const format = useFormats();
  const loans = loansOf(form.typed);
  return (
    <Card title={t('loan-file.sheet.currentLoans')}>
      <div className="stack">
        <KnownLoans loans={knownLoans} currency={currency} />
        <p className="request-note">{t('client-loans.file.loansHint')}</p>
        {loans.length > 0 ? (
          <ul className="sheet-loans">
            {loans.map((loan, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two loans may be the same in everything.
              <li key={index} className="sheet-loan">
                <div>
                  <p className="sheet-loan-title">
                    {t(`loan-file.sheet.loanKinds.${loan.kind}`)} – {loan.lender}
                  </p>
                  <p className="request-note tabular">
                    {t('loan-file.sheet.loanLine', {
                      instalment: format.amount(loan.instalmentMinor, currency),
                      remaining: format.amount(loan.remainingMinor, currency),
                      end: monthInWords(loan.endMonth, locale),
                    })}
                  </p>
                </div>
                <Button
                  size="dense"
                  tone="danger-quiet"
                  aria-label={t('client-loans.file.removeLoanOf', { lender: loan.lender })}
                  onClick={() =>
                    writeLoans(
                      form,
                      loans.filter((_, place) => place !== index),
                    )
                  }
                >
                  {t('client-loans.file.removeLoan')}
                </Button>
              </li>
            ))}
          </ul>
        ) : null}
        <div>
          <Button onClick={onAdd}>{t('client-loans.file.addLoan')}</Button>
        </div>
        {loans.length === 0 ? (
          <Checkbox
            id={form.idOf('hasNoCurrentLoan')}
            name="hasNoCurrentLoan"
            error={form.errorOf('hasNoCurrentLoan')}
            label={t('loan-file.sheet.noCurrentLoan')}
            checked={form.typed.hasNoCurrentLoan === 'yes'}
            onChange={(event) => form.set('hasNoCurrentLoan', event.target.checked ? 'yes' : '')}
          />
        ) : null}
      </div>
    </Card>
  );
}

/** The fields of the dialogue sheet, by subject. */
export function SheetFields({ form, currency, knownLoans, onAdd, onAddDebt }: LoansProps) {
  const t = useT();
  return (
    <>
      <Household form={form} />
      <Amounts form={form} currency={currency} side="resources" />
      <Amounts form={form} currency={currency} side="charges" />
      <CurrentLoans form={form} currency={currency} knownLoans={knownLoans} onAdd={onAdd} />
      <Card>
        <div id={form.idOf('repaysDebts')} tabIndex={-1}>
          <RadioCards
            name="repaysDebts"
            label={t('loan-file.sheet.repaysDebts')}
            error={form.errorOf('repaysDebts')}
            columns={2}
            required
            value={form.typed.repaysDebts}
            onChange={(event) => form.set('repaysDebts', event.target.value)}
            options={[
              { value: 'yes', title: t('loan-file.sheet.yes') },
              { value: 'no', title: t('loan-file.sheet.no') },
            ]}
          />
        </div>
      </Card>
      {form.typed.repaysDebts === 'yes' ? (
        <RepaidDebts form={form} currency={currency} onAdd={onAddDebt} />
      ) : null}
    </>
  );
}
