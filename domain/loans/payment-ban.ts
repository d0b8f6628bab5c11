import { addDays, legalDay } from '../time/days.ts';
import type { LoanPhase } from './phases.ts';

/** C. conso. L312-25: no payment of any kind for seven days after the day the borrower accepted the contract. */
export const LOCK_DAYS = 7;

/** What the rule below has to know of a client's loan requests. */
export interface LoansInTime {
  /** A request that is neither refused nor paid out, or a loan whose payout came back (LC-6). */
  readonly hasOpenRequest: boolean;
  /** The day J on which the last of their loans was accepted, YYYY-MM-DD: of a loan paid out at its approval, that day (LC-2). */
  readonly lastAcceptedOn: string | null;
}

/** That nothing may be asked of a client or taken from them. `until` is its last day, YYYY-MM-DD; null: until the loan is paid out. */
export interface PaymentBan {
  readonly until: string | null;
}

/**
 * LC-14, CMF L519-6 and C. conso. L312-25: from the request of a loan until the later of its payout and the end of the seventh day after
 * its acceptance, no fee of the client is created, declared paid or settled and no first deposit is received. Days are French legal days.
 * No configuration changes this; the database holds to it as well (server/db/payment-ban.sql).
 * @returns null when nothing forbids a payment.
 */
export function paymentBan({ hasOpenRequest, lastAcceptedOn }: LoansInTime, now: Date): PaymentBan | null {
  if (hasOpenRequest) return { until: null };
  if (!lastAcceptedOn) return null;
  const until = addDays(lastAcceptedOn, LOCK_DAYS);
  return legalDay(now) <= until ? { until } : null;
}

/** The first day of acceptance that still forbids payments at `now`, YYYY-MM-DD: what a search by that day compares with. */
export function firstBanningDay(now: Date): string {
  return addDays(legalDay(now), -LOCK_DAYS);
}

/** Phases of a loan in which its client owes what the law names of that loan, and nothing beside it (L312-26, L312-38, L312-39). */
const PHASES_WITHOUT_FEES: readonly LoanPhase[] = ['retracting', 'accelerated', 'written_off'];

/**
 * Whether a loan forbids to ask a fee of its client: what a fee is for is free text, and of a borrower who defaults only late interest, the indemnity and
 * taxed costs are asked (LC-75, L312-38), of one who withdrew only the capital and the daily interest (LC-57, L312-26). Both are refused alike, since who
 * withdrew is not to be recognised (LC-56). The database holds to it as well (server/db/payment-ban.sql).
 * @param loan isLate: from its first missed instalment until nothing is late any more.
 */
export function forbidsFees({
  phase,
  isLate,
}: {
  readonly phase: LoanPhase;
  readonly isLate: boolean;
}): boolean {
  return isLate || PHASES_WITHOUT_FEES.includes(phase);
}
