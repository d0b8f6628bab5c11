import { addDaysOf } from '../time/calendars.ts';
import type { ReturnReason } from './line-parts.ts';

/** The dated values of lines that wait (PAY-2), in payment days. */
export interface SuspenseDelays {
  readonly alarmDays: number;
  readonly returnDays: number;
}

/** Until when a person decides on a line that waits. */
export interface SuspenseDeadline {
  /** YYYY-MM-DD: some payment days after a receipt's booking; for a debit that nobody knows the day itself (PAY-32). */
  readonly deadline: string;
  readonly isLate: boolean;
  /** Whether the receipt has waited for so long that sending it back is what the house proposes (PAY-31). */
  readonly isReturnProposed: boolean;
}

/**
 * The deadline of a line that waits.
 * @param line.openMinor what waits of it: above zero for a receipt. @param today YYYY-MM-DD, French legal time.
 */
export function suspenseDeadline(
  {
    bookingDay,
    openMinor,
    isReturnable,
  }: { readonly bookingDay: string; readonly openMinor: number; readonly isReturnable: boolean },
  today: string,
  { alarmDays, returnDays }: SuspenseDelays,
): SuspenseDeadline {
  if (openMinor < 0) return { deadline: bookingDay, isLate: today >= bookingDay, isReturnProposed: false };
  const deadline = addDaysOf('target-days', bookingDay, alarmDays);
  return {
    deadline,
    isLate: openMinor > 0 && today > deadline,
    isReturnProposed:
      openMinor > 0 && isReturnable && today > addDaysOf('target-days', bookingDay, returnDays),
  };
}

/** The reason that a return begins with, by why the receipt waits. A person may choose another. */
export function returnReasonFor(reason: string | null): ReturnReason {
  if (reason === 'iban-unknown') return 'AC01';
  return reason === 'account-closed' ? 'AC04' : 'MS03';
}
