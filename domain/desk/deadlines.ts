import type { LegalParameterKey } from '../parameters/legal-parameters.ts';
import { addDaysOf, type Calendar } from '../time/calendars.ts';
import { addDays, LEGAL_TIME_ZONE, legalDay, startOfDayIn } from '../time/days.ts';

interface DeadlineRule {
  /** The dated number of days. */
  readonly parameter: LegalParameterKey;
  readonly calendar: Calendar;
}

/**
 * Until when what arrives has to be done: a number of days of a calendar after the day of arrival. A client's order to pay is executed or refused by
 * the end of the next payment day (CMF L133-13, secondary source); the others are decisions of the house.
 */
export const DEADLINE_RULES = {
  withdrawal: { parameter: 'queue.withdrawalDays', calendar: 'target-days' },
  loan: { parameter: 'queue.loanDays', calendar: 'working-days' },
  document: { parameter: 'queue.documentDays', calendar: 'working-days' },
  activation: { parameter: 'queue.activationDays', calendar: 'working-days' },
  fee: { parameter: 'queue.feeDays', calendar: 'working-days' },
} as const satisfies Readonly<Record<string, DeadlineRule>>;
export type DeadlineKind = keyof typeof DEADLINE_RULES;

/** The first moment that is too late: the end of the last day, French legal time. */
export function deadlineAfter(arrivedAt: Date, calendar: Calendar, days: number): Date {
  const lastDay = addDaysOf(calendar, legalDay(arrivedAt), days);
  return startOfDayIn(LEGAL_TIME_ZONE, addDays(lastDay, 1));
}

/** How near a deadline is. */
export type Urgency = 'calm' | 'soon' | 'late';

const LAST_HOURS_MS = 4 * 3_600_000;

/**
 * `late` once the deadline is reached, `soon` in the last quarter of the time, which counts four hours at least. Moments in milliseconds.
 */
export function urgencyOf(arrivedMs: number, dueMs: number, nowMs: number): Urgency {
  if (nowMs >= dueMs) return 'late';
  const last = Math.max((dueMs - arrivedMs) / 4, LAST_HOURS_MS);
  return nowMs >= dueMs - last ? 'soon' : 'calm';
}
