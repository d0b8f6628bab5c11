import type * as z from 'zod/mini';
import type { reviewedWithdrawal } from '#contract/withdrawals.ts';
import type { WithdrawalStatus } from '#domain/withdrawals/status.ts';
import type { StatusKind } from '../../ui/badge.tsx';
import type { WholeCommand } from '../proposals/approval-needed.ts';

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

/** What « Valider » sends. */
export const validationCommandOf = ({
  id,
  status,
}: Pick<ReviewedWithdrawal, 'id' | 'status'>): WholeCommand => ({
  operation: 'withdrawals.decide.approve',
  input: { id, action: 'approve', seenStatus: status },
});
