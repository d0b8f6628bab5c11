import type { Actor } from './actors.ts';

/** Who performs an action: the client on their own request, the staff, or the bank itself by one of its jobs. */
export type Decider = Extract<Actor['kind'], 'client' | 'staff' | 'bank'>;

/** One allowed change of state. What is not listed is refused, by the server and by the screens alike. */
export type Transition<Status extends string, Action extends string> = {
  readonly from: Status;
  readonly action: Action;
  readonly to: Status;
  readonly by: Decider;
  /** The action is refused without a reason that the client can read. */
  readonly reasonRequired: boolean;
};

/** The part of a reason that is missing: its code, or the note without which `other` says nothing. Null for a whole reason. */
export function missingOfReason(reason: {
  readonly reasonCode?: string | undefined;
  readonly reasonNote?: string | undefined;
}): 'reasonCode' | 'reasonNote' | null {
  if (!reason.reasonCode) return 'reasonCode';
  return reason.reasonCode === 'other' && !reason.reasonNote?.trim() ? 'reasonNote' : null;
}

/** Finds the row of a status table, or null when the action is not allowed from that status. */
export function findTransition<Status extends string, Action extends string>(
  table: readonly Transition<Status, Action>[],
  from: Status,
  action: Action,
): Transition<Status, Action> | null {
  return table.find((row) => row.from === from && row.action === action) ?? null;
}

/** The actions someone may take from a status, in the order of the table: this is what the screens show as buttons. */
export function actionsFrom<Status extends string, Action extends string>(
  table: readonly Transition<Status, Action>[],
  from: Status,
  by: Decider,
): Action[] {
  return table.filter((row) => row.from === from && row.by === by).map((row) => row.action);
}
