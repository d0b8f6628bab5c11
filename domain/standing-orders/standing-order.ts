import * as z from 'zod/mini';
import { isCalendarDate } from '../fields.ts';
import { daysBetween } from '../loans/due-dates.ts';
import { addDays } from '../time/days.ts';
import { withdrawalInput } from '../withdrawals/request.ts';
import {
  FREQUENCIES,
  firstOccurrences,
  isCountedInMonths,
  nominalDay,
  type Pause,
  type Schedule,
} from './schedule.ts';

/** What is stored of where an order stands; `paused` follows from its pause and the day. */
export const STORED_STATES = ['active', 'suspended', 'ended'] as const;
export type StoredState = (typeof STORED_STATES)[number];

/** The states of an order as people read them (PAY-46 to PAY-48). */
export const STANDING_STATES = ['active', 'paused', 'suspended', 'ended'] as const;
export type StandingState = (typeof STANDING_STATES)[number];

/** Why an order was suspended: its transfers failed, or the payee's bank refused the account. */
export const SUSPENSION_REASONS = ['failures', 'payee-refused'] as const;
export type SuspensionReason = (typeof SUSPENSION_REASONS)[number];

/** Why an order ended. */
export const END_REASONS = ['by-client', 'finished', 'account-closed'] as const;
export type EndReason = (typeof END_REASONS)[number];

/** The state that people read on a day. */
export function stateOn(stored: StoredState, pause: Pause | null, today: string): StandingState {
  if (stored !== 'active' || !pause) return stored;
  return pause.from <= today && (pause.until === null || today <= pause.until) ? 'paused' : 'active';
}

/** What a client may do with an order in a state. */
export const STANDING_ACTIONS = ['change', 'pause', 'resume', 'end'] as const;
export type StandingAction = (typeof STANDING_ACTIONS)[number];

const ACTIONS: Readonly<Record<StandingState, readonly StandingAction[]>> = {
  active: ['change', 'pause', 'end'],
  paused: ['change', 'resume', 'end'],
  suspended: ['change', 'resume', 'end'],
  ended: [],
};

/**
 * Says whether an action is one of a state: what is not listed is refused `transfer.wrong-phase`.
 * @param isPauseAhead whether an active order has a pause that has not begun: resuming withdraws it.
 */
export const mayDo = (state: StandingState, action: StandingAction, isPauseAhead = false): boolean =>
  ACTIONS[state].includes(action) || (state === 'active' && action === 'resume' && isPauseAhead);

/**
 * Whether an order can still be changed or ended: until 24:00 of the day before its transfer is made (PAY-47).
 * @param execution the day of its next transfer; null for none.
 */
export const isStillChangeable = (execution: string | null, today: string): boolean =>
  execution === null || execution > today;

/** « Plus tard » is at most a year away (PAY-44). */
export const MAX_DAYS_AHEAD = 365;

const day = z
  .string('validation.required')
  .check(
    z.minLength(1, { error: 'validation.required', abort: true }),
    z.refine(isCalendarDate, 'validation.date'),
  );

const scheduleFields = {
  frequency: z.enum(FREQUENCIES, 'validation.choice'),
  firstDay: day,
  dayOfMonth: z.optional(
    z.nullable(
      z.int('validation.choice').check(z.gte(1, 'validation.choice'), z.lte(31, 'validation.choice')),
    ),
  ),
  lastDay: z.optional(z.nullable(day)),
  times: z.optional(
    z.nullable(z.int('validation.times').check(z.gte(1, 'validation.times'), z.lte(999, 'validation.times'))),
  ),
};

/** What a client sends to programme a transfer: an order with its payee as any other, and when it leaves. */
export const standingOrderInput = z.object({ ...withdrawalInput.shape, ...scheduleFields });
export type StandingOrderInput = z.infer<typeof standingOrderInput>;

/** What a pause is asked for: from a day, until a day or without an end. */
export const pauseInput = z.object({ from: day, until: z.optional(z.nullable(day)) });
export type PauseInput = z.infer<typeof pauseInput>;

/** The schedule of an input. */
export function scheduleOf(
  input: Pick<StandingOrderInput, 'frequency' | 'firstDay' | 'dayOfMonth' | 'lastDay' | 'times'>,
): Schedule {
  const isOnce = input.frequency === 'once';
  return {
    frequency: input.frequency,
    firstDay: input.firstDay,
    dayOfMonth: isCountedInMonths(input.frequency) ? (input.dayOfMonth ?? null) : null,
    lastDay: isOnce ? null : (input.lastDay ?? null),
    times: isOnce ? null : (input.times ?? null),
  };
}

/** A field at fault. */
export interface ScheduleFault {
  readonly field: 'firstDay' | 'dayOfMonth' | 'lastDay' | 'times';
  readonly message: string;
}

/**
 * What is wrong with a schedule that begins: first day from tomorrow on and at most a year ahead, on the chosen day of the month, and an end
 * that is one and leaves at least one time (PAY-44, PAY-45).
 * @param isKept whether the first day is one that was accepted before: it may be past.
 */
export function scheduleFault(schedule: Schedule, today: string, isKept = false): ScheduleFault | null {
  const { firstDay, dayOfMonth, lastDay, times } = schedule;
  if (!isKept && firstDay <= today) return { field: 'firstDay', message: 'validation.standing.tomorrow' };
  if (!isKept && daysBetween(today, firstDay) > MAX_DAYS_AHEAD)
    return { field: 'firstDay', message: 'validation.standing.yearAhead' };
  // « Le 31 » begins on 30 November too: the day of a short month is clamped.
  if (dayOfMonth !== null && nominalDay(schedule, 0) !== firstDay)
    return { field: 'dayOfMonth', message: 'validation.standing.dayOfMonth' };
  if (lastDay !== null && times !== null) return { field: 'times', message: 'validation.standing.oneEnd' };
  if (firstOccurrences(schedule, 1).length === 0)
    return { field: 'lastDay', message: 'validation.standing.lastDay' };
  return null;
}

/** What is wrong with a pause: it begins today at the earliest, and does not end before it begins. */
export function pauseFault(pause: Pause, today: string): { field: 'from' | 'until'; message: string } | null {
  if (pause.from < today) return { field: 'from', message: 'validation.standing.pausePast' };
  if (pause.until !== null && pause.until < pause.from)
    return { field: 'until', message: 'validation.standing.pauseEnd' };
  return null;
}

/** Days before its end at which a client is told that an order ends (PAY-49). */
export const END_NOTICE_DAYS = 30;

/** The day from which the end of an order is told. */
export const endNoticeDay = (lastExecution: string): string => addDays(lastExecution, -END_NOTICE_DAYS);
