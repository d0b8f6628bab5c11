import type { TransferPhase } from './phases.ts';

/** Phases in which a transfer is still the house's, in no file for our bank. */
const IN_THE_HOUSE: readonly TransferPhase[] = ['requested', 'in-hand', 'held', 'validated'];

/** Whether the payee's name can be added to a transfer: one of before names were kept, which is still the house's (PAY-11). */
export const canBeNamed = (transfer: {
  readonly recipientName: string | null;
  readonly phase: TransferPhase;
}): boolean => transfer.recipientName === null && IN_THE_HOUSE.includes(transfer.phase);
