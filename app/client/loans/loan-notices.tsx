import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Loan } from '../accounts/overview.ts';
import { loanHref } from '../frame/sections.ts';

/** How much is late, and since when. */
function Owed({ loan: { position, currency } }: { loan: Loan }) {
  const t = useT();
  const format = useFormats();
  const arrears = position?.arrears;
  if (!arrears) return null;
  return (
    <p>
      <strong>
        {t('client-loans.servicing.state.owed', { amount: format.amount(arrears.totalMinor, currency) })}
      </strong>{' '}
      {arrears.since ? t('client-loans.servicing.state.since', { date: format.day(arrears.since) }) : null}
    </p>
  );
}

/** What a loan asks of its client now, on the first screen: an offer with its last day, an instalment that is late, all of it at once. */
export function LoanNotices({ loans }: { loans: readonly Loan[] }) {
  const t = useT();
  const format = useFormats();
  const titleOf = ({ sub, subDay, lateInstalments }: Loan): string | null => {
    if (sub === 'instalmentsLate') return t('client-loans.servicing.state.late', { count: lateInstalments });
    if (sub === 'immediateRepayment') return t('client-loans.servicing.sub.immediateRepayment');
    return sub === 'offerOpen' && subDay
      ? t('client-loans.contract.offered', { date: format.day(subDay) })
      : null;
  };
  return loans.map((loan) => {
    // Of a frozen loan nothing is asked (LC-92, LC-93).
    const title = loan.freeze ? null : titleOf(loan);
    if (title === null) return null;
    const isOffer = loan.sub === 'offerOpen';
    return (
      <Notice
        key={loan.id}
        tone={isOffer ? 'info' : 'danger'}
        title={title}
        actions={
          <LinkButton href={loanHref(loan.id)}>
            {isOffer ? t('client-loans.file.back') : t('client-loans.servicing.pay.button')}
          </LinkButton>
        }
      >
        <Owed loan={loan} />
        {loan.purpose}
      </Notice>
    );
  });
}
