import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * What became of each occurrence of a job (domain/jobs/timetable.ts): one row, made by the node that runs it. An occurrence runs again after
 * a failure, after its node died, or by the operator's hand.
 */
export const jobRuns = pgTable(
  'job_runs',
  {
    job: text('job').notNull(),
    /** When it was due, which names the occurrence. */
    dueAt: moment('due_at').notNull(),
    state: text('state', { enum: ['running', 'done', 'failed'] }).notNull(),
    /** Drawn by the node that runs the occurrence. Each of the run's transactions checks it, because another node may have taken over. */
    claim: uuid('claim').notNull(),
    /** Until when the claim holds, by the database's clock; every transaction of the job moves it on. */
    leaseUntil: moment('lease_until').notNull(),
    attempts: integer('attempts').notNull(),
    /** How many things were done, over all attempts. */
    handled: integer('handled').notNull(),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
    /** How long the last attempt took, in milliseconds. */
    durationMs: integer('duration_ms'),
    /** When a failed occurrence is tried again. */
    nextAttemptAt: moment('next_attempt_at'),
    /** Why the last attempt failed, in the words of the error. */
    failure: text('failure'),
  },
  (table) => [
    primaryKey({ columns: [table.job, table.dueAt] }),
    index('job_runs_open').on(table.job, table.dueAt).where(sql`state <> 'done'`),
  ],
);

/** How far a demonstration's time is ahead of the real one (`npm run demo:advance`): one row, or none. */
export const demonstrationClock = pgTable('demonstration_clock', {
  id: smallint('id').primaryKey(),
  aheadMs: bigint('ahead_ms', { mode: 'number' }).notNull(),
});
