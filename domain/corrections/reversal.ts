import * as z from 'zod/mini';
import { eventOfLedger, type LedgerEvent } from '../ledger/events.ts';

/** Fewest and most characters of the reason of a reversal or a correction (PAY-52). The client reads it. */
export const MIN_REASON = 10;
const MAX_REASON = 200;

export const correctionReason = z
  .string('validation.required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'validation.required', abort: true }),
    z.minLength(MIN_REASON, 'validation.reasonShort'),
    z.maxLength(MAX_REASON, 'validation.tooLong'),
  );

/** A posting, as its reversal is judged. */
export interface PostingToReverse {
  readonly event: LedgerEvent;
  readonly isReversed: boolean;
  /** Whether it changed what our bank's statements keep by now: the bank's lines are facts (PAY-19). */
  readonly touchesKeptSettlement: boolean;
  /** Whether it took a receipt back from a client who had spent it: the receipt has found its client since (PAY-54). */
  readonly isOfReceipt: boolean;
}

/**
 * Why a posting cannot be reversed, or null (PAY-52). A receipt of our bank stands; what its client got is taken back by a correction
 * (PAY-53).
 */
export function reversalObstacle(
  posting: PostingToReverse,
): 'posting.already-reversed' | 'posting.not-reversible' | null {
  if (posting.isReversed) return 'posting.already-reversed';
  const { isReversible } = eventOfLedger(posting.event);
  return isReversible && !posting.touchesKeptSettlement && !posting.isOfReceipt
    ? null
    : 'posting.not-reversible';
}
