import * as z from 'zod/mini';
import * as statusTable from '../status-table.ts';

export const LOAN_STATUSES = ['pending', 'processing', 'approved', 'rejected'] as const;
export type LoanStatus = (typeof LOAN_STATUSES)[number];

export const LOAN_ACTIONS = ['approve', 'process', 'reject'] as const;
export type LoanAction = (typeof LOAN_ACTIONS)[number];

/**
 * Specification, signed-in areas, section 4. It shows the buttons only while a request is pending; a request set to
 * "processing" would then never get an answer, so approval and rejection are also allowed from there.
 */
export const LOAN_TRANSITIONS: readonly statusTable.Transition<LoanStatus, LoanAction>[] = [
  { from: 'pending', action: 'approve', to: 'approved', by: 'staff', reasonRequired: false },
  { from: 'pending', action: 'process', to: 'processing', by: 'staff', reasonRequired: false },
  { from: 'pending', action: 'reject', to: 'rejected', by: 'staff', reasonRequired: true },
  { from: 'processing', action: 'approve', to: 'approved', by: 'staff', reasonRequired: false },
  { from: 'processing', action: 'reject', to: 'rejected', by: 'staff', reasonRequired: true },
];

export const loanStatus = z.enum(LOAN_STATUSES, 'validation.choice');

/** A new request. */
export const INITIAL_LOAN_STATUS = 'pending' satisfies LoanStatus;

/** The status after an action, or null when the action is not allowed. */
export function transition(from: LoanStatus, action: LoanAction): LoanStatus | null {
  return findTransition(from, action)?.to ?? null;
}

/** The row of the table with who may act and whether a reason is required, or null. */
export function findTransition(from: LoanStatus, action: LoanAction) {
  return statusTable.findTransition(LOAN_TRANSITIONS, from, action);
}

export function actionsFrom(from: LoanStatus, by: statusTable.Decider): LoanAction[] {
  return statusTable.actionsFrom(LOAN_TRANSITIONS, from, by);
}

/** Still waiting for a decision: counted in badges. */
export function isOpenLoanStatus(status: LoanStatus): boolean {
  return status === 'pending' || status === 'processing';
}
