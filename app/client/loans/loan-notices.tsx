import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Loan } from '../accounts/overview.ts';
import { loanHref } from '../frame/sections.ts';
import { payWord } from './servicing/pay-word.ts';

/** How much is late, and since when; or what is demanded. */
function Owed({ loan: { position, currency, sub } }: { loan: Loan }) {
  const t = useT();
  const format = useFormats();
  const arrears = position?.arrears;
  if (!arrears) return null;
  return (
    <p>
      <strong>
        {t('client-loans.servicing.state.owed', { amount: format.amount(arrears.totalMinor, currency) })}
      </strong>{' '}
      {/* What is demanded as a whole is not owed since the first miss. */}
      {arrears.since && sub !== 'immediateRepayment'
        ? t('client-loans.servicing.state.since', { date: format.day(arrears.since) })
        : null}
    </p>
  );
}

/** What a loan asks of its client now, on the first screen: an offer with its last day, an instalment that is late, all of it at once, another account. */
export function LoanNotices({ loans }: { loans: readonly Loan[] }) {
  const t = useT();
  const format = useFormats();
  const titleOf = ({ sub, subDay, lateInstalments, freeze }: Loan): string | null => {
    if (freeze === 'payout-returned') return t('client-recovery.freeze.payout-returned.title');
    // Of any other frozen loan nothing is asked (LC-92, LC-93).
    if (freeze) return null;
    if (sub === 'instalmentsLate') return t('client-loans.servicing.state.late', { count: lateInstalments });
    if (sub === 'immediateRepayment') return t('client-loans.servicing.sub.immediateRepayment');
    return sub === 'offerOpen' && subDay
      ? t('client-loans.contract.offered', { date: format.day(subDay) })
      : null;
  };
  const actOf = (loan: Loan): string => {
    if (loan.phase === 'accelerated') return t('client-recovery.claim.pay');
    return loan.sub === 'instalmentsLate' && !loan.freeze
      ? payWord(t, loan.lateInstalments)
      : t('client-loans.file.back');
  };
  return loans.map((loan) => {
    const title = titleOf(loan);
    if (title === null) return null;
    const isOwed = !loan.freeze && loan.sub !== 'offerOpen';
    return (
      <Notice
        key={loan.id}
        tone={isOwed ? 'danger' : 'info'}
        title={title}
        actions={<LinkButton href={loanHref(loan.id)}>{actOf(loan)}</LinkButton>}
      >
        {isOwed ? <Owed loan={loan} /> : null}
        {loan.purpose}
      </Notice>
    );
  });
}
