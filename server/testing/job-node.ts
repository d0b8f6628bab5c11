import { sql } from 'drizzle-orm';
import demonstration from '#content/institution/demo.ts';
import { institutionSchema } from '#content/institution/schema.ts';
import { rowsOf } from '../db/database.ts';
import { openDatabase } from '../db/open-database.ts';
import { newUuid } from '../ids.ts';
import { runOccurrence } from '../jobs/run-occurrence.ts';
import type { JobStep } from '../jobs/steps.ts';

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

/** Run as a program: a node that runs one job, says each step, and stands still in the sixth, to be killed in it. */
if (import.meta.main) {
  const database = await openDatabase({ kind: 'postgresql', url: process.argv[2] ?? '', poolSize: 3 });
  let steps = 0;
  const untilTheSixth = async () => {
    steps += 1;
    process.stdout.write(`step ${steps}\n`);
    if (steps === 6) await new Promise(() => {});
  };
  await runOccurrence(
    {
      bank: {
        database,
        surroundings: { now: () => new Date('2026-12-05T12:00:00Z'), newId: newUuid },
        institution: institutionSchema.parse(demonstration),
      },
      logger: { error: () => {} },
      leaseMs: 2_000,
      steps: { 'purge-mails': todoStep('killed', untilTheSixth) },
    },
    { job: 'purge-mails', dueAt: new Date('2026-12-05T02:20:00Z') },
  );
}
