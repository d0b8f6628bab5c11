import { sql } from 'drizzle-orm';
import { JOB_NAMES } from '#domain/jobs/timetable.ts';
import { rowsOf } from '../db/database.ts';
import type { JobRunner } from '../jobs/run-occurrence.ts';
import type { JobStep } from '../jobs/steps.ts';
import type { TestBank } from './test-bank.ts';

/** What the tests of jobs run them with, and read of what became of them. */

export const at = (day: string, time = '12:00:00') => new Date(`${day}T${time}Z`);

/** A step that finds nothing to do. */
const nothing: JobStep = async () => 0;

/** Every job with nothing to do. */
export const IDLE: Readonly<Record<string, JobStep>> = Object.fromEntries(
  JOB_NAMES.map((name) => [name, nothing]),
);

/** Makes runners of the bank with steps that do nothing but for the given ones; their errors are added to `errors`. */
export const runnerOf =
  (bank: () => TestBank, errors: string[] = []) =>
  (steps: Readonly<Record<string, JobStep>> = {}, rest: Partial<JobRunner> = {}): JobRunner => ({
    bank: bank().bank,
    logger: { error: (_, message) => errors.push(message) },
    steps: { ...IDLE, ...steps },
    ...rest,
  });

/** Reads the runs of a job, in order. */
export const runsOf = (bank: () => TestBank) => (job: string) =>
  rowsOf<{ due: string; state: string; attempts: number; handled: number; failure: string | null }>(
    bank().database.db,
    sql`select to_char(due_at at time zone 'Europe/Paris', 'YYYY-MM-DD HH24:MI') as due, state, attempts, handled, failure
      from job_runs where job = ${job} order by due_at`,
  );
