import * as z from 'zod/mini';
import * as statusTable from '../status-table.ts';
import {
  statusOfPhase,
  TRANSFER_STEPS,
  type TransferEvent,
  WITHDRAWAL_STATUSES,
  type WithdrawalStatus,
} from './phases.ts';

export { WITHDRAWAL_STATUSES, type WithdrawalStatus };

export const WITHDRAWAL_ACTIONS = ['approve', 'process', 'complete', 'reject', 'cancel'] as const;
export type WithdrawalAction = (typeof WITHDRAWAL_ACTIONS)[number];

/** What an action of a person is among the events that move a transfer (docs/rules.md, States of a transfer). */
export const EVENT_OF_ACTION = {
  approve: 'validate',
  process: 'take',
  reject: 'refuse',
  complete: 'execute',
  cancel: 'cancel',
} as const satisfies Readonly<Record<WithdrawalAction, TransferEvent>>;

/**
 * What people may do to a request in each status: the steps of its phases (phases.ts) that change the status. Only `complete` (« Exécuté »)
 * debits the ledger; until then the amount is held. A rejection releases the hold and always says why (CMF L133-10). A client may take back a
 * request no colleague has taken in hand yet.
 */
export const WITHDRAWAL_TRANSITIONS: readonly statusTable.Transition<WithdrawalStatus, WithdrawalAction>[] =
  WITHDRAWAL_STATUSES.flatMap((from) =>
    WITHDRAWAL_ACTIONS.flatMap((action) => {
      const step = TRANSFER_STEPS.find(
        (one) => one.event === EVENT_OF_ACTION[action] && statusOfPhase(one.from) === from,
      );
      const to = step && statusOfPhase(step.to);
      const by = step?.by[0];
      return !by || !to || to === from ? [] : [{ from, action, to, by, reasonRequired: to === 'rejected' }];
    }),
  );

/** What an administrator may decide; cancelling is the client's. */
export const WITHDRAWAL_DECISIONS = [
  'approve',
  'process',
  'reject',
  'complete',
] as const satisfies readonly WithdrawalAction[];

export const withdrawalStatus = z.enum(WITHDRAWAL_STATUSES, 'validation.choice');

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
