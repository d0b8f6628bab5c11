import { addDaysOf } from '../time/calendars.ts';
import { instantIn, LEGAL_TIME_ZONE } from '../time/days.ts';

/** When a programmed transfer is tried: some payment days after its own, at a time HH:MM of French legal time (`standing.attempts`, PAY-48). */
export interface AttemptTime {
  readonly paymentDay: number;
  readonly at: string;
}

/** The instants at which the transfer of an execution day is tried, in their order (PAY-48). */
export function attemptInstants(execution: string, times: readonly AttemptTime[]): Date[] {
  return times.map(({ paymentDay, at }) =>
    instantIn(LEGAL_TIME_ZONE, addDaysOf('target-days', execution, paymentDay), at),
  );
}

/** Why a programmed transfer was not made. */
export const STANDING_FAILURES = [
  'insufficient-balance',
  'limit',
  'payee-unavailable',
  'not-allowed',
  'too-late',
] as const;
export type StandingFailure = (typeof STANDING_FAILURES)[number];

/** What became of the transfer of one nominal day. */
export type AttemptsResult =
  | { readonly result: 'executed'; readonly at: Date; readonly attempts: readonly Date[] }
  | { readonly result: 'failed'; readonly reason: StandingFailure; readonly attempts: readonly Date[] };

/**
 * Tries the transfer of an execution day at each of its times until one succeeds: the whole amount or nothing (PAY-48).
 * @param attempt says why it fails at an instant; null when it succeeds.
 */
export function resultOfAttempts(
  instants: readonly Date[],
  attempt: (at: Date) => StandingFailure | null,
): AttemptsResult {
  const attempts: Date[] = [];
  let reason: StandingFailure = 'too-late';
  for (const at of instants) {
    attempts.push(at);
    const failure = attempt(at);
    if (failure === null) return { result: 'executed', at, attempts };
    reason = failure;
  }
  return { result: 'failed', reason, attempts };
}

/** Payment days for which a missed execution is made up for (PAY-48). */
const MADE_UP_PAYMENT_DAYS = 2;

/** Says whether the transfer of an execution day is still made on a day: a bank that was down makes up for the last two payment days. */
export function isMadeUpFor(execution: string, today: string): boolean {
  return execution >= addDaysOf('target-days', today, -MADE_UP_PAYMENT_DAYS);
}
