import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/format.ts';
import { useWords } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { arrearsTitle } from './arrears-title.ts';
import type { ReviewedLoan } from './loan-words.ts';

/** Where a loan in repayment stands, for the staff: what is late, the next instalment, the capital left. */
export function LoanPosition({ loan }: { loan: ReviewedLoan }) {
  const { t, tKey } = useWords();
  const format = useFormats();
  const { position, currency } = loan;
  if (!position) return null;
  const { arrears, next, advanceMinor } = position;
  const said = arrears ? arrearsTitle(arrears) : null;
  const amount = (minor: number) => <Amount minor={minor} currency={currency} />;
  const line = (term: string, value: ReactNode, strong = false) => ({ term, value, strong });
  return (
    <section className="desk-panel-part">
      <h3>{t('admin-loans.servicing.title')}</h3>
      {arrears && said ? (
        <Notice tone={said.tone} title={tKey(`admin-loans.servicing.${said.title}`)}>
          <DefinitionList
            look="ledger"
            items={[
              line(t(`admin-loans.servicing.${said.total}`), amount(arrears.totalMinor), true),
              line(t('admin-loans.servicing.lateInterest'), amount(arrears.lateInterestMinor)),
              ...(arrears.indemnityMinor > 0
                ? [line(t('admin-loans.servicing.indemnity'), amount(arrears.indemnityMinor))]
                : []),
              ...(arrears.costsMinor > 0
                ? [line(t('admin-loans.servicing.costs'), amount(arrears.costsMinor))]
                : []),
              ...(arrears.since
                ? [
                    line(t('admin-loans.servicing.perDay'), amount(arrears.perDayMinor)),
                    line(t('admin-loans.servicing.since'), format.day(arrears.since)),
                    line(
                      t('admin-loans.servicing.daysPastDue'),
                      t('admin-loans.servicing.days', { count: arrears.daysPastDue }),
                    ),
                  ]
                : []),
            ]}
          />
        </Notice>
      ) : null}
      <DefinitionList
        look="ledger"
        items={[
          // While the payout is back nothing falls due (LC-6).
          ...(next && loan.freeze !== 'payout-returned'
            ? [
                line(
                  `${t('admin-loans.servicing.next')} (${format.day(next.dueDate)})`,
                  amount(next.amountMinor),
                ),
              ]
            : []),
          line(t('admin-loans.servicing.left'), amount(position.capitalLeftMinor), true),
          ...(advanceMinor > 0 ? [line(t('admin-loans.servicing.advance'), amount(advanceMinor))] : []),
        ]}
      />
    </section>
  );
}
