import { addDays, legalDay } from '../time/days.ts';

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
