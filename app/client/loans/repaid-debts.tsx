import { namesRepaidDebts } from '#domain/loans/consolidation.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { debtsOf, loansOf, type SheetForm, writeLoans } from './dialogue-sheet-form.ts';

/** What the loan asked for repays: which of the loans above, and debts that are no credit (LC-24, R314-20). */
export function RepaidDebts({
  form,
  currency,
  onAdd,
}: {
  form: SheetForm;
  currency: CurrencyCode;
  onAdd: () => void;
}) {
  const t = useT();
  const format = useFormats();
  const loans = loansOf(form.typed);
  const debts = debtsOf(form.typed);
  const isEnough = namesRepaidDebts({ currentLoans: [...loans], otherDebts: [...debts] });
  return (
    <Card title={t('loan-file.sheet.repaidDebts')}>
      <div className="stack">
        <p className="request-note">{t('client-loans.file.repaidHint')}</p>
        {loans.map((loan, index) => (
          <Checkbox
            // biome-ignore lint/suspicious/noArrayIndexKey: two loans may be the same in everything.
            key={index}
            name={`isRepaid-${index}`}
            label={`${t(`loan-file.sheet.loanKinds.${loan.kind}`)} – ${loan.lender}, ${format.amount(loan.remainingMinor, currency)}`}
            checked={loan.isRepaid === true}
            onChange={(event) =>
              writeLoans(
                form,
                loans.map((one, place) =>
                  place === index ? { ...one, isRepaid: event.target.checked } : one,
                ),
              )
            }
          />
        ))}
        {debts.length > 0 ? (
          <ul className="sheet-loans">
            {debts.map((debt, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two debts may be the same in everything.
              <li key={index} className="sheet-loan">
                <div>
                  <p className="sheet-loan-title">{t(`loan-file.sheet.debtKinds.${debt.kind}`)}</p>
                  <p className="request-note tabular">
                    {t('loan-file.sheet.debtLine', {
                      amount: format.amount(debt.amountMinor, currency),
                      day: format.day(debt.dueOn),
                    })}
                  </p>
                </div>
                <Button
                  size="dense"
                  tone="danger-quiet"
                  onClick={() =>
                    form.set('otherDebts', JSON.stringify(debts.filter((_, place) => place !== index)))
                  }
                >
                  {t('client-loans.file.removeLoan')}
                  <span className="visually-hidden"> {t(`loan-file.sheet.debtKinds.${debt.kind}`)}</span>
                </Button>
              </li>
            ))}
          </ul>
        ) : null}
        <div>
          <Button onClick={onAdd}>{t('client-loans.file.addDebt')}</Button>
        </div>
        {isEnough ? null : <p className="field-hint">{t('client-loans.file.repaidTooFew')}</p>}
      </div>
    </Card>
  );
}
