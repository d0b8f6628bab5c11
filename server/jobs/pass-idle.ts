import { sql } from 'drizzle-orm';
import { TIMETABLES } from '#domain/jobs/timetable.ts';
import { legalDay } from '#domain/time/days.ts';
import type { Db } from '../db/database.ts';
import { transactionOf, type Work, workIn } from '../work/work.ts';
import type { Occurrence } from './queries.ts';
import type { JobRunner } from './run-occurrence.ts';
import { JOB_STEPS } from './steps.ts';

/** An occurrence whose first step was made, with its work and how many things it did. */
interface Begun {
  readonly occurrence: Occurrence;
  readonly work: Work;
  readonly handled: number;
}

/** Writes occurrences that found nothing to do as done, each at its own moment; one that did something stays running, for `runOccurrence`. */
async function writeBegun(tx: Db, begun: readonly Begun[]): Promise<void> {
  const rows = begun.map(({ occurrence: { job, dueAt }, work, handled }) => ({
    job,
    due_at: dueAt,
    claim: work.newId(),
    handled,
    started_at: work.now,
  }));
  await tx.execute(
    sql`insert into job_runs (job, due_at, state, claim, lease_until, attempts, handled, started_at, ended_at, duration_ms)
      select job, due_at, case handled when 0 then 'done' else 'running' end, claim, clock_timestamp(), 1,
        handled, started_at, case handled when 0 then started_at end, case handled when 0 then 0 end
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as r(job text, due_at timestamptz, claim uuid, handled int, started_at timestamptz)`,
  );
}

/**
 * Makes the first step of occurrences that follow one another, as long as each finds nothing to do, in one transaction: of a demonstration that is
 * advanced most find nothing, and a transaction for each took most of the time. The first that does something is the last; `runOccurrence` goes on
 * with it. One whose step is more than a transaction is not begun.
 * @param due in order of time, none of them begun before.
 * @returns how many are done.
 * @throws the error of a step, or of a row that another node wrote: nothing was done then.
 */
export function passIdle(
  { bank, steps = JOB_STEPS }: JobRunner,
  due: readonly Occurrence[],
): Promise<number> {
  const { database, surroundings, institution } = bank;

  /** Makes the first step of an occurrence at its own moment; null when it is more than a transaction. */
  async function begin(tx: Db, occurrence: Occurrence): Promise<Begun | null> {
    const { job, dueAt } = occurrence;
    const step = steps[job];
    if (typeof step !== 'function') return null;
    const now = new Date(Math.max(dueAt.getTime(), surroundings.now().getTime()));
    const movesMoney = TIMETABLES[job].movesMoney ?? false;
    const work = workIn(tx, now, surroundings, { actor: { kind: 'bank', job }, origin: null, movesMoney });
    const lane = { index: 0, count: 1 };
    return { occurrence, work, handled: await step(work, { day: legalDay(dueAt), institution, lane }) };
  }

  if (typeof steps[due[0]?.job ?? ''] !== 'function') return Promise.resolve(0);
  return transactionOf(database.db, async (tx) => {
    const begun: Begun[] = [];
    for (const occurrence of due) {
      const one = await begin(tx, occurrence);
      if (one) begun.push(one);
      if (!one || one.handled > 0) break;
    }
    await writeBegun(tx, begun);
    return {
      result: begun.filter(({ handled }) => handled === 0).length,
      works: begun.map(({ work }) => work),
    };
  });
}
