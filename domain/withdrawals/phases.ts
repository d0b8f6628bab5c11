import type { Decider } from '../status-table.ts';

/** What lists, filters, counts and clients know of a transfer. */
export const WITHDRAWAL_STATUSES = [
  'pending',
  'processing',
  'approved',
  'completed',
  'rejected',
  'cancelled',
] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/**
 * The phases of a transfer (PAY-35): where it stands beneath the six statuses that people know. `held` waits for a check of its security
 * (PAY-60); `exported` stands in a file for our bank, which has `accepted` it once it says so; `sent` has left the client's account, and
 * `settled` our bank's.
 */
export const TRANSFER_PHASES = [
  'requested',
  'in-hand',
  'held',
  'validated',
  'exported',
  'accepted',
  'sent',
  'settled',
  'refused',
  'bank-refused',
  'returned',
  'cancelled',
] as const;
export type TransferPhase = (typeof TRANSFER_PHASES)[number];

const STATUS_OF: Readonly<Record<TransferPhase, WithdrawalStatus>> = {
  requested: 'pending',
  'in-hand': 'processing',
  held: 'processing',
  validated: 'approved',
  exported: 'approved',
  accepted: 'approved',
  sent: 'completed',
  settled: 'completed',
  refused: 'rejected',
  'bank-refused': 'rejected',
  returned: 'rejected',
  cancelled: 'cancelled',
};

/** The status that lists, filters, counts and clients know a phase by (PAY-35). */
export function statusOfPhase(phase: TransferPhase): WithdrawalStatus {
  return STATUS_OF[phase];
}

/** What moves a transfer from one phase to the next. */
export const TRANSFER_EVENTS = [
  'take',
  'validate',
  'refuse',
  'cancel',
  'export',
  'cancel-batch',
  'accept',
  'bank-refuse',
  'execute',
  'settle',
  'return',
] as const;
export type TransferEvent = (typeof TRANSFER_EVENTS)[number];

/** A step of a transfer. `bank` is the house itself, by a job or by what its own bank's file says. */
export interface TransferStep {
  readonly from: TransferPhase;
  readonly event: TransferEvent;
  readonly to: TransferPhase;
  readonly by: readonly Decider[];
}

const steps = (
  from: readonly TransferPhase[],
  event: TransferEvent,
  to: TransferPhase,
  ...by: readonly Decider[]
): readonly TransferStep[] => from.map((phase) => ({ from: phase, event, to, by }));

/** A new request. */
export const FIRST_TRANSFER_PHASE = 'requested' satisfies TransferPhase;

/** The only steps there are: what is not listed is refused (docs/rules.md, States of a transfer). */
export const TRANSFER_STEPS: readonly TransferStep[] = [
  ...steps(['requested', 'held'], 'take', 'in-hand', 'staff'),
  ...steps(['requested', 'in-hand', 'held'], 'validate', 'validated', 'staff'),
  ...steps(['requested', 'in-hand', 'held', 'validated'], 'refuse', 'refused', 'staff', 'bank'),
  ...steps(['requested'], 'cancel', 'cancelled', 'client'),
  // By the bank itself for an instant transfer, which it hands to the rail or puts into a file of its own (PAY-43).
  ...steps(['validated'], 'export', 'exported', 'staff', 'bank'),
  ...steps(['exported'], 'cancel-batch', 'validated', 'staff'),
  ...steps(['exported'], 'accept', 'accepted', 'bank'),
  ...steps(['exported', 'accepted'], 'bank-refuse', 'bank-refused', 'bank', 'staff'),
  ...steps(['validated', 'exported', 'accepted'], 'execute', 'sent', 'staff', 'bank'),
  ...steps(['exported', 'accepted', 'sent'], 'settle', 'settled', 'bank'),
  ...steps(['sent'], 'bank-refuse', 'bank-refused', 'bank'),
  ...steps(['sent', 'settled'], 'return', 'returned', 'bank'),
];

/** The step that an event takes from a phase, or null when the table has none. */
export function findTransferStep(from: TransferPhase, event: TransferEvent): TransferStep | null {
  return TRANSFER_STEPS.find((step) => step.from === from && step.event === event) ?? null;
}

/** Says whether a transfer is over and its money did not arrive: refused, returned or cancelled. */
export function cameBack(phase: TransferPhase): boolean {
  return STATUS_OF[phase] === 'rejected' || STATUS_OF[phase] === 'cancelled';
}
