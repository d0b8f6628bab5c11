import type { LoanStatus } from '#domain/loans/phases.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { StatusBadge, type StatusKind } from '../../ui/badge.tsx';
import type { Loan } from '../accounts/overview.ts';

const looks: Record<LoanStatus, StatusKind> = {
  pending: 'waiting',
  processing: 'running',
  approved: 'done',
  rejected: 'refused',
};

export function LoanStatusBadge({ status }: { status: LoanStatus }) {
  const t = useT();
  return <StatusBadge kind={looks[status]}>{t(`client-loans.status.${status}`)}</StatusBadge>;
}

/** The second line of the badge of a loan that was paid out (LC-7): in repayment, late, or repaid. */
export function LoanSubLine({ loan }: { loan: Pick<Loan, 'sub' | 'lateInstalments' | 'endedOn'> }) {
  const t = useT();
  const format = useFormats();
  if (loan.sub === 'instalmentsLate')
    return (
      <span className="request-sub" data-late>
        {t('client-loans.servicing.sub.instalmentsLate', { count: loan.lateInstalments })}
      </span>
    );
  if (loan.sub === 'inRepayment')
    return <span className="request-sub">{t('client-loans.servicing.sub.inRepayment')}</span>;
  if (loan.sub === 'repaid' && loan.endedOn)
    return (
      <span className="request-sub">
        {t('client-loans.servicing.sub.repaid', { date: format.day(loan.endedOn) })}
      </span>
    );
  return null;
}
