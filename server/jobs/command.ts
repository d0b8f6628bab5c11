import { dueOn, isJobName, JOB_NAMES, nextDueAfter, TIMETABLES } from '#domain/jobs/timetable.ts';
import { LEGAL_TIME_ZONE, legalDay, timeIn } from '#domain/time/days.ts';
import { BadConfiguration } from '../config.ts';
import { listJobs, type PresentedJob } from './list-jobs.ts';
import { type JobRunner, runOccurrence } from './run-occurrence.ts';

const CALENDAR_WORDS = {
  'every-day': 'every day',
  'working-days': 'on working days',
  'target-days': 'on TARGET days',
} as const;

/** « 2026-12-05 09:00 », in French legal time. */
function legalMoment(instant: Date): string {
  return `${legalDay(instant)} ${timeIn(LEGAL_TIME_ZONE, instant).slice(0, 5)}`;
}

function lineOf({ name, calendar, at, everyMinute, last, nextAt }: PresentedJob): string {
  const state = last
    ? `last ${legalMoment(new Date(last.dueAt))} ${last.state}${last.failure ? ` (${last.failure})` : ''}`
    : 'never run';
  return `  ${name.padEnd(18)} ${(everyMinute ? 'every minute' : `${CALENDAR_WORDS[calendar]} ${at}`).padEnd(24)} ${state}, next ${legalMoment(new Date(nextAt))}`;
}

/**
 * `npm run jobs` lists the jobs; `npm run jobs -- <name> <day>` runs one for a day, also one that is done or waits after a failure.
 * @returns what to tell the operator, a line each.
 * @throws BadConfiguration for an unknown job, a day it does not run on or that has not come, and a run that failed.
 */
export async function jobsCommand(runner: JobRunner, args: readonly string[]): Promise<string[]> {
  const { database, surroundings } = runner.bank;
  const [name, day] = args;
  if (name === undefined) {
    const jobs = await listJobs(database.db, surroundings.now());
    return ['Jobs (times of Europe/Paris):', ...jobs.map(lineOf)];
  }
  if (!isJobName(name))
    throw new BadConfiguration([`There is no job ${name}. There are: ${JOB_NAMES.join(', ')}.`]);
  if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day)) || args.length > 2)
    throw new BadConfiguration([`Usage: npm run jobs -- ${name} 2026-12-05`]);
  const dueAt = dueOn(TIMETABLES[name], day);
  if (!dueAt) {
    const next = nextDueAfter(TIMETABLES[name], new Date(`${day}T12:00:00Z`));
    throw new BadConfiguration([
      `${name} does not run on ${day}, but ${CALENDAR_WORDS[TIMETABLES[name].calendar]}: next ${legalMoment(next)}.`,
    ]);
  }
  if (dueAt > surroundings.now())
    throw new BadConfiguration([
      `${name} of ${day} is due at ${TIMETABLES[name].at}: that has not come yet.`,
    ]);
  const started = performance.now();
  const outcome = await runOccurrence(runner, { job: name, dueAt }, true);
  const job = (await listJobs(database.db, surroundings.now())).find((one) => one.name === name);
  if (outcome === 'failed')
    throw new BadConfiguration([`${name} of ${day} failed: ${job?.last?.failure ?? 'see the log'}`]);
  if (outcome !== 'done') throw new BadConfiguration([`Another node is running ${name} of ${day}.`]);
  return [`${name} of ${day} is done (${Math.round(performance.now() - started)} ms).`];
}
