import { addDaysOf, firstDayOf, isDayOf } from '../time/calendars.ts';
import { addDays, instantIn, LEGAL_TIME_ZONE, legalDay, startOfDayIn } from '../time/days.ts';

/** Until when an order is executed or refused. */
export interface Receipt {
  /** The payment day on which the order counts as received, YYYY-MM-DD. */
  readonly receivedDay: string;
  /** The last payment day for it, YYYY-MM-DD. */
  readonly executeBy: string;
  /** The end of that day in French legal time. */
  readonly deadline: Date;
}

/**
 * When an order counts as received, and until when it is executed or refused (PAY-8): the day of its confirmation when that is a payment day
 * and the clock is before the cut-off, else the next payment day; then some payment days more.
 * @param cutoff HH:MM in French legal time. @param within payment days after the day of receipt (CMF L133-13: one).
 */
export function receiptOf(
  confirmedAt: Date,
  { cutoff, within }: { readonly cutoff: string; readonly within: number },
): Receipt {
  const day = legalDay(confirmedAt);
  const isInTime = isDayOf('target-days', day) && confirmedAt < instantIn(LEGAL_TIME_ZONE, day, cutoff);
  const receivedDay = isInTime ? day : firstDayOf('target-days', addDays(day, 1));
  const executeBy = addDaysOf('target-days', receivedDay, within);
  return { receivedDay, executeBy, deadline: startOfDayIn(LEGAL_TIME_ZONE, addDays(executeBy, 1)) };
}

/**
 * The payment day on which a file that is made now is executed by our bank: this one before the cut-off for files (PAY-2 `cutoff.batch`), else the next.
 * @param cutoff HH:MM in French legal time. @returns YYYY-MM-DD.
 */
export function fileDay(now: Date, cutoff: string): string {
  const today = legalDay(now);
  const isInTime = now < instantIn(LEGAL_TIME_ZONE, today, cutoff);
  return firstDayOf('target-days', isInTime ? today : addDays(today, 1));
}

/** The hour of its last day at which an undecided return or hold raises an alarm (PAY-39, PAY-61). HH:MM in French legal time. */
const ALARM_AT = '12:00';

/** Says whether what waits for a decision alarms: it is noon of its last day (YYYY-MM-DD), or later (PAY-39, PAY-61). */
export function isAlarming(lastDay: string, now: Date): boolean {
  return now >= instantIn(LEGAL_TIME_ZONE, lastDay, ALARM_AT);
}

/** Payment days after which a file that our bank's statement does not have alarms (PAY-38). */
const TRANSIT_DAYS = 2;

/**
 * Says whether what a file sent is under way for too long: our bank was asked to pay it more than two payment days ago (PAY-38).
 * @param executionDay the payment day of the file. @param today both YYYY-MM-DD.
 */
export function isTransitLate(executionDay: string, today: string): boolean {
  return today > addDaysOf('target-days', executionDay, TRANSIT_DAYS);
}

/** The last execution day that is late on a day by `isTransitLate`. Both YYYY-MM-DD. */
export function lastLateTransit(today: string): string {
  let day = addDays(today, -1);
  while (!isTransitLate(day, today)) day = addDays(day, -1);
  return day;
}

/** The day by which a transfer arrives at the payee's bank: the payment day after the one on which it left (CMF L133-13). */
export function arrivesBy(sentAt: Date): string {
  return addDaysOf('target-days', legalDay(sentAt), 1);
}
