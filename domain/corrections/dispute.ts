import type { LedgerEvent } from '../ledger/events.ts';
import { addMonths } from '../loans/due-dates.ts';
import { addDaysOf } from '../time/calendars.ts';
import { legalDay } from '../time/days.ts';

/**
 * The movements that a client may dispute as not authorised (PAY-55): transfers out of the account. What a loan takes follows from its
 * contract and has its own remedies.
 */
export const DISPUTABLE_EVENTS = [
  'withdrawal-execution',
  'transfer-sent',
  'internal-transfer',
] as const satisfies readonly LedgerEvent[];

/** Months after a movement within which its client may dispute it (CMF L133-24). */
export const DISPUTE_MONTHS = 13;

/**
 * Where a dispute stands. `refunded`: the client has the money, provisionally. `suspected`: not refunded because there are good reasons to
 * suspect the client of fraud (CMF L133-18), which are kept. `borne`: the client keeps the refund, the house bears the loss.
 */
export const DISPUTE_STATES = ['open', 'refunded', 'suspected', 'borne'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/**
 * Why the house bears a refund (CMF L133-18, L133-23): the client had not authorised the transfer, the house cannot prove that they had, or the
 * payee's bank gives nothing back.
 */
export const LOSS_MOTIVES = ['not-authorised', 'not-proved', 'not-recovered'] as const;
export type LossMotive = (typeof LOSS_MOTIVES)[number];

/** Says whether the house can bear a dispute's refund: one that it gave provisionally and has not taken back. */
export function isBearable(dispute: {
  readonly state: DisputeState;
  /** Whether the posting of the refund is the house's own: money that came back by itself is no loss. */
  readonly isProvisional: boolean;
  readonly isTakenBack: boolean;
}): boolean {
  return dispute.state === 'refunded' && dispute.isProvisional && !dispute.isTakenBack;
}

/**
 * What a client reads of their dispute: its state, or, of a refund, what became of it. `returned`: the money of the transfer itself came back, with
 * or without a refund before. `taken-back`: the provisional refund was reversed.
 */
export const DISPUTE_OUTCOMES = [...DISPUTE_STATES, 'returned', 'taken-back'] as const;
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number];

/** What a client reads of a dispute as it stands. */
export function disputeOutcome({
  state,
  isProvisional,
  isTakenBack,
  isTransferBack,
}: Parameters<typeof isBearable>[0] & {
  /** Whether the transfer that was disputed has come back. */
  readonly isTransferBack: boolean;
}): DisputeOutcome {
  if (state !== 'refunded') return state;
  if (!isProvisional) return 'returned';
  if (!isTakenBack) return 'refunded';
  return isTransferBack ? 'returned' : 'taken-back';
}

/** Says whether a client may dispute a movement of their account on a day. @param amountMinor below zero for money that left. */
export function isDisputable(
  movement: { readonly event: LedgerEvent; readonly amountMinor: number; readonly day: string },
  today: string,
): boolean {
  const { event, amountMinor, day } = movement;
  return (
    amountMinor < 0 &&
    (DISPUTABLE_EVENTS as readonly LedgerEvent[]).includes(event) &&
    today <= addMonths(day, DISPUTE_MONTHS)
  );
}

/** The last day of the refund: the payment day after the one on which the dispute came (PAY-55, CMF L133-18). YYYY-MM-DD. */
export function refundDay(disputedAt: Date): string {
  return addDaysOf('target-days', legalDay(disputedAt), 1);
}
