import { DAILY_JOBS } from '#domain/jobs/timetable.ts';
import { legalDay } from '#domain/time/days.ts';
import { BadConfiguration } from '../config.ts';
import { readUpcoming, runDue } from '../jobs/run-due.ts';
import type { JobRunner } from '../jobs/run-occurrence.ts';

const DAY_MS = 86_400_000;
/** Ten years: more is a slip of the finger. */
const MOST_DAYS = 3_660;

/**
 * `npm run demo:advance -- 90d`: moves a demonstration's time on and runs the jobs of each day that passes, in order, each at its own moment.
 * @returns what to tell the operator, a line each.
 * @throws BadConfiguration in a live institution, and for anything but a number of days.
 */
export async function advanceCommand(runner: JobRunner, args: readonly string[]): Promise<string[]> {
  const { institution, surroundings } = runner.bank;
  const clock = surroundings.demonstrationClock;
  if (institution.mode !== 'demo' || !clock)
    throw new BadConfiguration([
      'Only a demonstration can be moved on: the days of a live institution are real.',
    ]);
  const days = Number(/^(\d{1,4})d$/.exec(args[0] ?? '')?.[1] ?? 0);
  if (args.length !== 1 || days < 1 || days > MOST_DAYS)
    throw new BadConfiguration([`Usage: npm run demo:advance -- 90d (from 1d to ${MOST_DAYS}d)`]);
  const started = performance.now();
  const target = new Date(surroundings.now().getTime() + days * DAY_MS);
  // What looks for work in every minute runs once at the end: its work is not of a day.
  const daily = { ...runner, jobs: DAILY_JOBS };
  const upcoming = await readUpcoming(daily);
  for (let next = await runDue(daily, upcoming); next && next < target; next = await runDue(daily, upcoming))
    if (next > surroundings.now()) await clock.moveTo(next);
  if (target > surroundings.now()) await clock.moveTo(target);
  await runDue(runner);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  return [
    `The demonstration's day is now ${legalDay(surroundings.now())}; the jobs of ${days} days have run (${seconds} s).`,
    'Who is signed in stays signed in. Time goes forward only: npm start on an empty DATA_DIR begins anew.',
  ];
}
