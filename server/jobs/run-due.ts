import { JOB_NAMES, type JobName, lastDueUpTo, nextDueAfter, TIMETABLES } from '#domain/jobs/timetable.ts';
import { type JobState, jobStates, type Occurrence } from './queries.ts';
import { type JobRunner, runOccurrence } from './run-occurrence.ts';

/**
 * The occurrence of a job that comes next: the first that is not done, else the one after the last. A bank that never ran the job begins
 * with the last moment at which it was due.
 */
export function nextOccurrence(job: JobName, state: JobState | undefined, now: Date): Occurrence {
  const timetable = TIMETABLES[job];
  if (state?.open) return { job, dueAt: state.open.dueAt };
  const latest = lastDueUpTo(timetable, now);
  if (!state?.last) return { job, dueAt: latest };
  const following = nextDueAfter(timetable, state.last.dueAt);
  return { job, dueAt: timetable.everyMinute && following < latest ? latest : following };
}

/** The next occurrence of every job that the runner runs, in the order in which they run. */
async function upcoming(runner: JobRunner): Promise<Occurrence[]> {
  const { database, surroundings } = runner.bank;
  const states = await jobStates(database.db);
  return (runner.jobs ?? JOB_NAMES)
    .map((job) => nextOccurrence(job, states.get(job), surroundings.now()))
    .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
}

/**
 * Runs everything that is due, in order of time: the days of one job never overtake each other, and what was missed while no node ran is
 * made up for. A job that failed waits for its next attempt and holds up no other.
 * @returns when the next job is due; null when all wait for another attempt or another node.
 */
export async function runDue(runner: JobRunner): Promise<Date | null> {
  const waiting = new Set<JobName>();
  for (;;) {
    const next = (await upcoming(runner)).filter(({ job }) => !waiting.has(job));
    const [first] = next;
    if (!first) return null;
    if (first.dueAt > runner.bank.surroundings.now() || runner.isStopping?.()) return first.dueAt;
    if ((await runOccurrence(runner, first)) !== 'done') waiting.add(first.job);
  }
}
