import type * as z from 'zod/mini';
import type { reviewedLoan } from '#contract/loans.ts';
import { debtRatioBps } from '#domain/loans/affordability.ts';
import type { LoanStatus } from '#domain/loans/phases.ts';
import { isDemo } from '../../page/institution.ts';
import type { StatusKind } from '../../ui/badge.tsx';
import type { WholeCommand } from '../proposals/approval-needed.ts';

/** A loan request as the back office's API returns it. */
export type ReviewedLoan = z.infer<typeof reviewedLoan>;

export const loanLooks: Record<LoanStatus, StatusKind> = {
  pending: 'waiting',
  processing: 'running',
  approved: 'done',
  rejected: 'refused',
};

/** Share of the client's income taken by instalments with this loan; null without income, undefined for a reader who may not see it (STAFF-5). */
export function debtRatioOf(loan: ReviewedLoan): number | null | undefined {
  if (loan.monthlyIncomeMinor === null) return undefined;
  return debtRatioBps({
    monthlyIncomeMinor: loan.monthlyIncomeMinor,
    existingInstalmentsMinor: loan.client.commitments.runningInstalmentsMinor,
    instalmentMinor: loan.instalmentMinor,
  });
}

/** What « Approuver » comes to: in a demonstration a payout at once, in a live institution an offer of contract (LC-5). */
export const approvalCommandOf = ({
  id,
  status,
  phase,
}: Pick<ReviewedLoan, 'id' | 'status' | 'phase'>): WholeCommand =>
  isDemo
    ? { operation: 'loans.decide.approve', input: { id, action: 'approve', seenStatus: status } }
    : { operation: 'loanOffers.issue', input: { id, seenPhase: phase } };
