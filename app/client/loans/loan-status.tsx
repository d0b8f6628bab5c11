import { Suspense } from 'react';
import type { LoanStatus } from '#domain/loans/phases.ts';
import { useFormats } from '../../i18n/format.ts';
import { useT, useWords } from '../../i18n/t.ts';
import { StatusBadge, type StatusKind } from '../../ui/badge.tsx';
import type { Loan } from '../accounts/overview.ts';
import { LenderSub } from './lender-parts.ts';

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

/** Second lines without a figure or a day (LC-7). */
const PLAIN_SUBS = [
  'documentsAsked',
  'inRepayment',
  'immediateRepayment',
  'cancelled',
  'declined',
  'expired',
  'lapsed',
  'closed',
] as const;

/** Second lines that name a day (LC-7): there once the day is known. */
const DATED_SUBS = ['offerOpen', 'agreementAwaited', 'payoutPlanned', 'sumToReturn', 'repaid'] as const;

/** The second line of a loan's badge (LC-7). */
export function LoanSubLine({
  loan,
}: {
  loan: Pick<
    Loan,
    'sub' | 'subDay' | 'lateInstalments' | 'intermediation' | 'freeze' | 'phase' | 'reasonCode'
  >;
}) {
  const { t, tKey } = useWords();
  const format = useFormats();
  // A frozen loan is not in repayment, and nothing of it is late.
  if (loan.freeze && loan.phase === 'active')
    return <span className="request-sub">{t(`client-recovery.freeze.${loan.freeze}.title`)}</span>;
  if (loan.sub === 'instalmentsLate')
    return (
      <span className="request-sub" data-late>
        {t('client-loans.servicing.sub.instalmentsLate', { count: loan.lateInstalments })}
      </span>
    );
  if (loan.sub === 'refused' && loan.reasonCode)
    return <span className="request-sub">{tKey(`loan-reasons.reasons.${loan.reasonCode}`)}</span>;
  const dated = DATED_SUBS.find((sub) => sub === loan.sub);
  if (dated && loan.subDay)
    return (
      <span className="request-sub">
        {t(`client-loans.servicing.sub.${dated}`, { date: format.day(loan.subDay) })}
      </span>
    );
  if (loan.intermediation && loan.sub !== 'documentsAsked')
    return (
      <Suspense>
        <LenderSub loan={loan} />
      </Suspense>
    );
  const plain = PLAIN_SUBS.find((sub) => sub === loan.sub);
  return plain ? <span className="request-sub">{t(`client-loans.servicing.sub.${plain}`)}</span> : null;
}
