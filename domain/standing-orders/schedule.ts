import { addMonths } from '../loans/due-dates.ts';
import { firstDayOf } from '../time/calendars.ts';
import { addDays } from '../time/days.ts';

/** How often a programmed transfer leaves (PAY-45). `once` is « Plus tard »: one day, then nothing. */
export const FREQUENCIES = [
  'once',
  'weekly',
  'fortnightly',
  'monthly',
  'quarterly',
  'half-yearly',
  'yearly',
] as const;
export type Frequency = (typeof FREQUENCIES)[number];

const DAYS: Partial<Record<Frequency, number>> = { weekly: 7, fortnightly: 14 };
const MONTHS: Partial<Record<Frequency, number>> = { monthly: 1, quarterly: 3, 'half-yearly': 6, yearly: 12 };

/** Says whether the nominal days of a frequency are counted in months: then the day of the month is kept (PAY-46). */
export const isCountedInMonths = (frequency: Frequency): boolean => MONTHS[frequency] !== undefined;

/** From one day to another, both included, YYYY-MM-DD; without an end while `until` is null. */
export interface Pause {
  readonly from: string;
  readonly until: string | null;
}

/** When a programmed transfer leaves. Days are YYYY-MM-DD in French legal time. */
export interface Schedule {
  readonly frequency: Frequency;
  /** The first nominal day. */
  readonly firstDay: string;
  /** The day of the month, 1 to 31, of a frequency in months; the first day's own when null. */
  readonly dayOfMonth: number | null;
  /** The last day on which a nominal day may fall; null for none. */
  readonly lastDay: string | null;
  /** How many times it leaves, 1 to 999; null for no number. */
  readonly times: number | null;
}

/**
 * A nominal day of a schedule, counted from the first (PAY-46): never from the day before, and never from a shifted one, so that the 31st
 * becomes 28 February and the 31st again in March.
 * @param index 0 for the first.
 */
export function nominalDay(schedule: Schedule, index: number): string {
  const { frequency, firstDay } = schedule;
  const months = MONTHS[frequency];
  if (months === undefined) return addDays(firstDay, (DAYS[frequency] ?? 0) * index);
  return addMonths(firstDay, months * index, schedule.dayOfMonth ?? Number(firstDay.slice(8)));
}

/** The day on which the transfer of a nominal day is made (PAY-47): that day, else the next payment day, also in another month. */
export const executionDay = (nominal: string): string => firstDayOf('target-days', nominal);

/** Says whether a nominal day falls into a pause: it is skipped, not made up for, and not counted (PAY-47). */
export function isPaused(pauses: readonly Pause[], day: string): boolean {
  return pauses.some(({ from, until }) => from <= day && (until === null || day <= until));
}

/** One nominal day with what becomes of it. */
export type Occurrence =
  | { readonly index: number; readonly nominal: string; readonly execution: string }
  | { readonly index: number; readonly nominal: string; readonly skipped: true };

/** Where a schedule goes on: from a nominal day, some of its times used up. */
export interface Progress {
  /** The index of the next nominal day. */
  readonly index: number;
  /** How many nominal days had their turn: made or failed, not skipped. */
  readonly counted: number;
}

export const START: Progress = { index: 0, counted: 0 };

/**
 * Where a schedule goes on from a day: at its first nominal day whose transfer is made on that day or later. Nominal days before it that had
 * no turn are neither made up for nor counted (PAY-47).
 * @param counted how many nominal days had their turn. @param earliest YYYY-MM-DD.
 */
export function progressFrom(schedule: Schedule, counted: number, earliest: string): Progress {
  const last = schedule.frequency === 'once' ? 1 : Number.POSITIVE_INFINITY;
  let index = 0;
  while (index < last && executionDay(nominalDay(schedule, index)) < earliest) index += 1;
  return { index, counted };
}

/** The nominal days of a schedule in their order, skipped ones marked, until its last day or its number of times. */
export function* occurrences(
  schedule: Schedule,
  pauses: readonly Pause[] = [],
  from: Progress = START,
): Generator<Occurrence> {
  const times = schedule.frequency === 'once' ? 1 : schedule.times;
  let { counted } = from;
  for (let index = from.index; times === null || counted < times; index += 1) {
    const nominal = nominalDay(schedule, index);
    if (schedule.lastDay !== null && nominal > schedule.lastDay) return;
    if (schedule.frequency === 'once' && index > 0) return;
    if (isPaused(pauses, nominal)) yield { index, nominal, skipped: true };
    else {
      counted += 1;
      yield { index, nominal, execution: executionDay(nominal) };
    }
  }
}

/** The first so many nominal days of a schedule. */
export function firstOccurrences(
  schedule: Schedule,
  count: number,
  pauses: readonly Pause[] = [],
  from: Progress = START,
): Occurrence[] {
  const found: Occurrence[] = [];
  if (count < 1) return found;
  for (const one of occurrences(schedule, pauses, from)) {
    found.push(one);
    if (found.length === count) break;
  }
  return found;
}

/** A nominal day on which a transfer is made. */
export type Planned = Extract<Occurrence, { readonly execution: string }>;

/**
 * The next nominal day that is not skipped and whose transfer is made on a day or later. Null when there is none, or when a pause has no end.
 * @param earliest YYYY-MM-DD: days before it are past.
 */
export function nextPlanned(
  schedule: Schedule,
  pauses: readonly Pause[],
  from: Progress,
  earliest: string,
): Planned | null {
  const endless = pauses.find(({ until }) => until === null);
  for (const one of occurrences(schedule, pauses, from)) {
    if (endless && one.nominal >= endless.from) return null;
    if ('execution' in one && one.execution >= earliest) return one;
  }
  return null;
}

/** The day on which the last transfer of a schedule is made; null for a schedule without an end. */
export function lastExecution(schedule: Schedule, pauses: readonly Pause[], from: Progress): string | null {
  if (schedule.frequency !== 'once' && schedule.lastDay === null && schedule.times === null) return null;
  if (schedule.lastDay === null && pauses.some(({ until }) => until === null)) return null;
  let last: string | null = null;
  for (const one of occurrences(schedule, pauses, from)) if ('execution' in one) last = one.execution;
  return last;
}
