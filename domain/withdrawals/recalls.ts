import * as z from 'zod/mini';
import { addMonths } from '../loans/due-dates.ts';
import { addDaysOf } from '../time/calendars.ts';

/** Demands for money that has arrived (PAY-41, PAY-42): of our client to the payee, or of another bank to our client. */
export const RECALL_KINDS = ['sent', 'received'] as const;
export type RecallKind = (typeof RECALL_KINDS)[number];

/** Why money is asked back: sent twice, a technical fault, fraud, a wrong IBAN, a wrong amount (codes of ISO 20022). */
export const RECALL_REASONS = ['DUPL', 'TECH', 'FRAD', 'AC03', 'AM09'] as const;
export type RecallReason = (typeof RECALL_REASONS)[number];

/** What was answered; `none` is a bank's silence. */
export const RECALL_ANSWERS = ['accepted', 'refused', 'none'] as const;
export type RecallAnswer = (typeof RECALL_ANSWERS)[number];

export const recallReason = z.enum(RECALL_REASONS, 'validation.choice');

/** The delays of recalls (PAY-41, PAY-42), in force on a day. */
export interface RecallDelays {
  /** Payment days for a double or a technical fault. */
  readonly shortPaymentDays: number;
  /** Months for the other reasons. */
  readonly longMonths: number;
}

/**
 * The last day on which a transfer can be recalled for a reason (PAY-41).
 * @param sentOn the day on which it left, YYYY-MM-DD.
 */
export function lastRecallDay(reason: RecallReason, sentOn: string, delays: RecallDelays): string {
  return reason === 'DUPL' || reason === 'TECH'
    ? addDaysOf('target-days', sentOn, delays.shortPaymentDays)
    : addMonths(sentOn, delays.longMonths);
}

/**
 * The reasons for which a transfer can still be recalled on a day (PAY-41); none once every delay is over.
 * @param sentOn the day on which it left. @param today both YYYY-MM-DD.
 */
export const recallReasonsOn = (sentOn: string, today: string, delays: RecallDelays): RecallReason[] =>
  RECALL_REASONS.filter((reason) => today <= lastRecallDay(reason, sentOn, delays));
