import * as z from 'zod/mini';
import * as statusTable from '../status-table.ts';

export const FEE_STATUSES = ['unpaid', 'pending_validation', 'paid'] as const;
export type FeeStatus = (typeof FEE_STATUSES)[number];

export const FEE_ACTIONS = ['declare-paid', 'validate', 'mark-paid'] as const;
export type FeeAction = (typeof FEE_ACTIONS)[number];

/** What the client sets when declaring a fee paid in person (docs/rules.md, Fees). */
export const IN_PERSON_PAYMENT = 'in_person';

/** What is not listed is refused (docs/rules.md, Fees). */
export const FEE_TRANSITIONS: readonly statusTable.Transition<FeeStatus, FeeAction>[] = [
  { from: 'unpaid', action: 'declare-paid', to: 'pending_validation', by: 'client', reasonRequired: false },
  { from: 'pending_validation', action: 'validate', to: 'paid', by: 'staff', reasonRequired: false },
  { from: 'unpaid', action: 'mark-paid', to: 'paid', by: 'staff', reasonRequired: false },
];

export const feeStatus = z.enum(FEE_STATUSES, 'validation.choice');

/** A new fee. */
export const INITIAL_FEE_STATUS = 'unpaid' satisfies FeeStatus;

/** The status after an action, or null when the action is not allowed. */
export function transition(from: FeeStatus, action: FeeAction): FeeStatus | null {
  return findTransition(from, action)?.to ?? null;
}

/** The row of the table with who may act, or null. */
export function findTransition(from: FeeStatus, action: FeeAction) {
  return statusTable.findTransition(FEE_TRANSITIONS, from, action);
}

export function actionsFrom(from: FeeStatus, by: statusTable.Decider): FeeAction[] {
  return statusTable.actionsFrom(FEE_TRANSITIONS, from, by);
}
