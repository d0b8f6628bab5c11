import { sql } from 'drizzle-orm';
import { DAILY_JOBS } from '#domain/jobs/timetable.ts';
import { legalDay } from '#domain/time/days.ts';
import { BadConfiguration } from '../config.ts';
import type { DemonstrationClock } from '../work/demonstration-clock.ts';
import { passIdle } from './pass-idle.ts';
import type { Occurrence } from './queries.ts';
import { occurrenceAfter, readUpcoming, runDue, type Upcoming } from './run-due.ts';
import type { JobRunner } from './run-occurrence.ts';

const DAY_MS = 86_400_000;
/** Ten years: more is a slip of the finger. */
const MOST_DAYS = 3_660;

/**
 * Runs work whose commits do not wait for the disk, on the embedded database: half of the time of an advance went there. A kill loses its last
 * moments as a whole, jobs and what they did, and they run again. The next commit after it takes all of it to the disk.
 */
async function withoutWaitingForTheDisk({ bank }: JobRunner, work: () => Promise<void>): Promise<void> {
  const { db, kind } = bank.database;
  const waits = (value: 'on' | 'off') =>
    kind === 'pglite' ? db.execute(sql.raw(`set synchronous_commit = ${value}`)) : null;
  await waits('off');
  try {
    await work();
  } finally {
    await waits('on');
  }
}

/** What is due before a moment, in order of time; what was begun before waits for its next attempt. */
function dueBefore(upcoming: Upcoming, moment: Date): Occurrence[] {
  return [...upcoming.values()]
    .filter(({ isOpen, dueAt }) => !isOpen && dueAt < moment)
    .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
}

/**
 * Lives until a moment: the jobs of each day run in order, each at its own moment. Those that find nothing to do are done together, and the clock is
 * written once a day: what a transaction takes in the database is more than what most jobs find to do.
 */
async function liveUntil(runner: JobRunner, clock: DemonstrationClock, target: Date): Promise<void> {
  const { surroundings } = runner.bank;
  const upcoming = await readUpcoming(runner);
  // The end of the day that the database was told of: sessions hold until then, and no job runs after it.
  let dayEnd = surroundings.now();
  for (;;) {
    const [first] = dueBefore(upcoming, target);
    if (!first) return;
    const isToCome = first.dueAt > surroundings.now();
    if (first.dueAt >= dayEnd)
      dayEnd = isToCome
        ? new Date(Math.min(first.dueAt.getTime() + DAY_MS, target.getTime()))
        : new Date(first.dueAt.getTime() + 1);
    if (isToCome) await clock.moveTo(first.dueAt, dayEnd);
    const due = dueBefore(upcoming, dayEnd);
    // A job that fails is run by itself, which writes down why.
    const passed = await passIdle(runner, due).catch(() => 0);
    for (const { job, dueAt } of due.slice(0, passed))
      upcoming.set(job, { ...occurrenceAfter({ job, dueAt }, surroundings.now()), isOpen: false });
    const busy = due[passed];
    if (!busy) continue;
    if (busy.dueAt > surroundings.now()) await clock.moveTo(busy.dueAt, dayEnd);
    await runDue(runner, upcoming);
  }
}

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
  await withoutWaitingForTheDisk(runner, () => liveUntil(daily, clock, target));
  if (target > surroundings.now()) await clock.moveTo(target);
  await runDue(runner);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  return [
    `The demonstration's day is now ${legalDay(surroundings.now())}; the jobs of ${days} days have run (${seconds} s).`,
    'Who is signed in stays signed in. Time goes forward only: npm start on an empty DATA_DIR begins anew.',
  ];
}
