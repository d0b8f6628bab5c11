import type { LedgerEvent } from '../ledger/events.ts';

/** The events by which a client got money that came from outside: those that a correction takes back (PAY-53, PAY-54). */
export const RECEIPT_EVENTS = [
  'receipt-matched',
  'suspense-allocation',
  'account-credit',
  'first-deposit',
] as const satisfies readonly LedgerEvent[];

/**
 * Why the house gives up what it claims from a client after a mistake (PAY-54): they cannot pay, they do not answer, the five years in which it
 * can be asked are over (C. civ. 2224), or the house bears its own mistake.
 */
export const CLAIM_LOSS_MOTIVES = ['insolvent', 'unanswered', 'time-barred', 'own-mistake'] as const;
export type ClaimLossMotive = (typeof CLAIM_LOSS_MOTIVES)[number];

/** Says whether a posting gave a client money that came from outside. */
export function isReceipt(event: LedgerEvent): boolean {
  return (RECEIPT_EVENTS as readonly LedgerEvent[]).includes(event);
}

/** What is taken back from the account, and what is left to recover because it was spent (PAY-54). Minor units. */
export interface TakenBack {
  readonly fromAccountMinor: number;
  readonly receivableMinor: number;
}

/**
 * Divides what a client got by mistake (PAY-54).
 * @param amountMinor what they got, above zero. @param availableMinor what is there and not held, zero or more.
 */
export function takenBack(amountMinor: number, availableMinor: number): TakenBack {
  const fromAccountMinor = Math.min(amountMinor, availableMinor);
  return { fromAccountMinor, receivableMinor: amountMinor - fromAccountMinor };
}
