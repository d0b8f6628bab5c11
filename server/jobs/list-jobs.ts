import type * as z from 'zod/mini';
import type { job as jobShape } from '#contract/jobs.ts';
import { JOB_NAMES, lastDueUpTo, nextDueAfter, TIMETABLES } from '#domain/jobs/timetable.ts';
import type { Db } from '../db/database.ts';
import { jobStates } from './queries.ts';

export type PresentedJob = z.infer<typeof jobShape>;

/** Every job with its timetable, what became of its last run and when the next one is. The first run that is not done counts as the last. */
export async function listJobs(db: Db, now: Date): Promise<PresentedJob[]> {
  const states = await jobStates(db);
  return JOB_NAMES.map((name) => {
    const state = states.get(name);
    const run = state?.open ?? state?.last ?? null;
    const following = state?.last
      ? nextDueAfter(TIMETABLES[name], state.last.dueAt)
      : lastDueUpTo(TIMETABLES[name], now);
    const next = run?.nextAttemptAt ?? following;
    return {
      name,
      calendar: TIMETABLES[name].calendar,
      at: TIMETABLES[name].at,
      everyMinute: TIMETABLES[name].everyMinute ?? false,
      nextAt: next.toISOString(),
      last: run && {
        dueAt: run.dueAt.toISOString(),
        state: run.state,
        startedAt: run.startedAt.toISOString(),
        durationMs: run.durationMs,
        handled: run.handled,
        attempts: run.attempts,
        failure: run.failure,
      },
    };
  });
}
