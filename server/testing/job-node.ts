import { sql } from 'drizzle-orm';
import demonstration from '#content/institution/demo.ts';
import { institutionSchema } from '#content/institution/schema.ts';
import { dueOn, TIMETABLES } from '#domain/jobs/timetable.ts';
import { rowsOf } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';
import { newUuid } from '../ids.ts';
import type { Occurrence } from '../jobs/queries.ts';
import { runOccurrence } from '../jobs/run-occurrence.ts';
import type { JobStep } from '../jobs/steps.ts';
import { collectInstalments } from '../loans/servicing/collect-instalments.ts';

/** A step that does two of the things in the table `todo`, and counts how often each was done. */
export const todoStep =
  (who: string, afterStep: () => Promise<void> = async () => {}): JobStep =>
  async ({ tx }) => {
    const done = await rowsOf(
      tx,
      sql`update todo set done_by = ${who}, times = times + 1
        where n in (select n from todo where times = 0 order by n limit 2) returning n`,
    );
    await afterStep();
    return done.length;
  };

/**
 * Run as a program: a node that runs one job, says each step before it commits, and stands still in one of them, to be killed there. Without a
 * day the job is one of the table `todo`, up to its sixth step; with one, the collection of that morning, up to its third.
 */
if (import.meta.main) {
  const [, , url = '', day] = process.argv;
  const database = await openDatabase({ kind: 'postgresql', url, poolSize: 3 });
  let steps = 0;
  const untilStep = (last: number) => async () => {
    steps += 1;
    process.stdout.write(`step ${steps}\n`);
    if (steps === last) await new Promise(() => {});
  };
  const collects: JobStep = async (work, { day: today }) => {
    const tried = await collectInstalments(work, { day: today, time: 'morning', today, atOnce: 5 });
    await untilThird();
    return tried;
  };
  const untilThird = untilStep(3);
  const occurrence: Occurrence = day
    ? { job: 'collect-morning', dueAt: dueOn(TIMETABLES['collect-morning'], day) ?? new Date() }
    : { job: 'purge-mails', dueAt: new Date('2026-12-05T02:20:00Z') };
  const now = () => (day ? occurrence.dueAt : new Date('2026-12-05T12:00:00Z'));
  await runOccurrence(
    {
      bank: {
        database,
        surroundings: { now, newId: newUuid },
        institution: institutionSchema.parse(demonstration),
      },
      logger: { error: () => {} },
      leaseMs: 2_000,
      steps: { 'purge-mails': todoStep('killed', untilStep(6)), 'collect-morning': collects },
    },
    occurrence,
  );
}
