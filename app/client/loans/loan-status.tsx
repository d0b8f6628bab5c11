import type { LoanStatus } from '#domain/loans/phases.ts';
import { useT } from '../../i18n/t.ts';
import { StatusBadge, type StatusKind } from '../../ui/badge.tsx';

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
