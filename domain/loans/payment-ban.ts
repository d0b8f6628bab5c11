import { addDays, LEGAL_TIME_ZONE, legalDay, startOfDayIn } from '../time/days.ts';

/** C. conso. L312-25: no payment of any kind for seven days after the day the borrower accepted the contract. */
export const LOCK_DAYS = 7;

/** What the rule below has to know of a client's loan requests. */
export interface LoansInTime {
  /** A request that is neither refused nor paid out. */
  readonly hasOpenRequest: boolean;
  /** When the last of their loans was paid out: a loan paid out at its approval counts as accepted that day (LC-2). */
  readonly lastPayoutAt: Date | null;
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
export function paymentBan({ hasOpenRequest, lastPayoutAt }: LoansInTime, now: Date): PaymentBan | null {
  if (hasOpenRequest) return { until: null };
  if (!lastPayoutAt) return null;
  const until = addDays(legalDay(lastPayoutAt), LOCK_DAYS);
  return legalDay(now) <= until ? { until } : null;
}

/** The first moment of payouts that still forbid payments at `now`: what a search by payout compares with. */
export function firstBanningPayout(now: Date): Date {
  return startOfDayIn(LEGAL_TIME_ZONE, addDays(legalDay(now), -LOCK_DAYS));
}
