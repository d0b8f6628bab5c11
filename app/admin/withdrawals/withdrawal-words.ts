import type * as z from 'zod/mini';
import type { reviewedWithdrawal } from '#contract/withdrawals.ts';
import type { WithdrawalStatus } from '#domain/withdrawals/status.ts';
import type { StatusKind } from '../../ui/badge.tsx';

/** A withdrawal request as the back office's API returns it. */
export type ReviewedWithdrawal = z.infer<typeof reviewedWithdrawal>;

export const withdrawalLooks: Record<WithdrawalStatus, StatusKind> = {
  pending: 'waiting',
  processing: 'running',
  approved: 'attention',
  completed: 'done',
  rejected: 'refused',
  cancelled: 'idle',
};
