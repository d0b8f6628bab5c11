import { attemptInstants } from '#domain/standing-orders/attempts.ts';
import {
  lastExecution,
  nextPlanned,
  type Pause,
  type Progress,
  progressFrom,
  type Schedule,
} from '#domain/standing-orders/schedule.ts';
import { endNoticeDay, isStillChangeable } from '#domain/standing-orders/standing-order.ts';
import { addDays, legalDay } from '#domain/time/days.ts';
import { parameterOn } from '../../parameters/parameters-on.ts';
import type { Work } from '../../work/work.ts';
import type { NewStandingOrderRow, StandingOrderRow } from './queries.ts';

export const scheduleOfRow = (row: StandingOrderRow): Schedule => ({
  frequency: row.frequency,
  firstDay: row.firstDay,
  dayOfMonth: row.dayOfMonth,
  lastDay: row.lastDay,
  times: row.times,
});

/** The pause of an order; null for none. */
export const pauseOfRow = (row: Pick<StandingOrderRow, 'pauseFrom' | 'pauseUntil'>): Pause | null =>
  row.pauseFrom === null ? null : { from: row.pauseFrom, until: row.pauseUntil };

export const progressOfRow = ({ nextIndex: index, counted }: StandingOrderRow): Progress => ({
  index,
  counted,
});

/** Says whether the transfer of an order is made today, or is still tried: it goes on whatever is asked for (PAY-47). */
export const isUnderWay = (row: StandingOrderRow, today: string): boolean =>
  !isStillChangeable(row.nextExecutionDay, today);

/** Where an order goes on: at its transfer that is under way, else at its first nominal day from tomorrow. */
export const progressOn = (row: StandingOrderRow, today: string): Progress =>
  isUnderWay(row, today)
    ? progressOfRow(row)
    : progressFrom(scheduleOfRow(row), row.counted, addDays(today, 1));

/** The columns of an order whose next transfer is not planned. */
export const NOTHING_PLANNED = {
  nextNominalDay: null,
  nextExecutionDay: null,
  nextAttemptAt: null,
  attempts: 0,
} as const;

export type PlannedColumns = Pick<
  NewStandingOrderRow,
  | 'nextIndex'
  | 'counted'
  | 'nextNominalDay'
  | 'nextExecutionDay'
  | 'nextAttemptAt'
  | 'attempts'
  | 'endsOn'
  | 'isEndAnnounced'
>;

/**
 * The columns that say when the next transfer of an order is made, and when its last one is.
 * @param earliest YYYY-MM-DD: what should have been made before is past.
 */
export async function plannedColumns(
  work: Work,
  schedule: Schedule,
  {
    pause,
    progress,
    earliest,
  }: { readonly pause: Pause | null; readonly progress: Progress; readonly earliest: string },
): Promise<PlannedColumns> {
  const today = legalDay(work.now);
  const pauses = pause ? [pause] : [];
  const next = nextPlanned(schedule, pauses, progress, earliest);
  const endsOn = lastExecution(schedule, pauses, progress);
  const ending = {
    endsOn,
    // An end that is near when it is chosen is known already; « Plus tard » has one day only.
    isEndAnnounced: schedule.frequency === 'once' || (endsOn !== null && endNoticeDay(endsOn) <= today),
  };
  if (!next) return { ...NOTHING_PLANNED, nextIndex: progress.index, counted: progress.counted, ...ending };
  const times = await parameterOn(work.tx, today, 'standing.attempts');
  return {
    nextIndex: next.index,
    counted: progress.counted,
    nextNominalDay: next.nominal,
    nextExecutionDay: next.execution,
    nextAttemptAt: attemptInstants(next.execution, times)[0] ?? null,
    attempts: 0,
    ...ending,
  };
}
