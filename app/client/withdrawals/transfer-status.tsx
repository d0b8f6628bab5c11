import type { WithdrawalStatus } from '#domain/withdrawals/status.ts';
import { useT } from '../../i18n/t.ts';
import { StatusBadge, type StatusKind } from '../../ui/badge.tsx';

const looks: Record<WithdrawalStatus, StatusKind> = {
  pending: 'waiting',
  processing: 'running',
  approved: 'running',
  completed: 'done',
  rejected: 'refused',
  cancelled: 'idle',
};

export function TransferStatusBadge({ status }: { status: WithdrawalStatus }) {
  const t = useT();
  return <StatusBadge kind={looks[status]}>{t(`client-transfers.status.${status}`)}</StatusBadge>;
}
