import * as z from 'zod/mini';
import * as statusTable from '../status-table.ts';

export const WITHDRAWAL_STATUSES = [
  'pending',
  'processing',
  'approved',
  'completed',
  'rejected',
  'cancelled',
] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

export const WITHDRAWAL_ACTIONS = ['approve', 'process', 'reject', 'complete', 'cancel'] as const;
export type WithdrawalAction = (typeof WITHDRAWAL_ACTIONS)[number];

/**
 * Specification, signed-in areas, section 4, completed by its reading: only `complete` (« Exécuté ») debits the ledger;
 * until then the amount is held. A rejection releases the hold and always says why (CMF L133-10). A validated
 * withdrawal can still be rejected, since the payee's bank may send it back. A client may take back a request
 * no colleague has taken in hand yet.
 */
export const WITHDRAWAL_TRANSITIONS: readonly statusTable.Transition<WithdrawalStatus, WithdrawalAction>[] = [
  { from: 'pending', action: 'approve', to: 'approved', by: 'staff', reasonRequired: false },
  { from: 'pending', action: 'process', to: 'processing', by: 'staff', reasonRequired: false },
  { from: 'pending', action: 'reject', to: 'rejected', by: 'staff', reasonRequired: true },
  { from: 'processing', action: 'approve', to: 'approved', by: 'staff', reasonRequired: false },
  { from: 'processing', action: 'reject', to: 'rejected', by: 'staff', reasonRequired: true },
  { from: 'approved', action: 'complete', to: 'completed', by: 'staff', reasonRequired: false },
  { from: 'approved', action: 'reject', to: 'rejected', by: 'staff', reasonRequired: true },
  { from: 'pending', action: 'cancel', to: 'cancelled', by: 'client', reasonRequired: false },
];

/** What an administrator may decide; cancelling is the client's. */
export const WITHDRAWAL_DECISIONS = [
  'approve',
  'process',
  'reject',
  'complete',
] as const satisfies readonly WithdrawalAction[];

export const withdrawalStatus = z.enum(WITHDRAWAL_STATUSES, 'validation.choice');

/** A new request. */
export const INITIAL_WITHDRAWAL_STATUS = 'pending' satisfies WithdrawalStatus;

/** Statuses whose amount is held: subtracted from the balance to give what is available. */
export const OPEN_WITHDRAWAL_STATUSES = [
  'pending',
  'processing',
  'approved',
] as const satisfies readonly WithdrawalStatus[];

/** The status after an action, or null when the action is not allowed. */
export function transition(from: WithdrawalStatus, action: WithdrawalAction): WithdrawalStatus | null {
  return findTransition(from, action)?.to ?? null;
}

/** The row of the table with who may act and whether a reason is required, or null. */
export function findTransition(from: WithdrawalStatus, action: WithdrawalAction) {
  return statusTable.findTransition(WITHDRAWAL_TRANSITIONS, from, action);
}

export function actionsFrom(from: WithdrawalStatus, by: statusTable.Decider): WithdrawalAction[] {
  return statusTable.actionsFrom(WITHDRAWAL_TRANSITIONS, from, by);
}

export function isOpenWithdrawalStatus(status: WithdrawalStatus): boolean {
  return (OPEN_WITHDRAWAL_STATUSES as readonly WithdrawalStatus[]).includes(status);
}
