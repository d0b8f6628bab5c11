import { JOB_NAMES, type JobName, lastDueUpTo, nextDueAfter, TIMETABLES } from '#domain/jobs/timetable.ts';
import { type JobState, jobStates, type Occurrence } from './queries.ts';
import { type JobRunner, runOccurrence } from './run-occurrence.ts';

/**
 * The occurrence of a job that comes next: the first that is not done, else the one after the last. A bank that never ran the job begins
 * with the last moment at which it was due.
 */
export function nextOccurrence(job: JobName, state: JobState | undefined, now: Date): Occurrence {
  if (state?.open) return { job, dueAt: state.open.dueAt };
  if (!state?.last) return { job, dueAt: lastDueUpTo(TIMETABLES[job], now) };
  return occurrenceAfter({ job, dueAt: state.last.dueAt }, now);
}

/** The occurrence after another one: of a job of every minute, the last one that has come. */
export function occurrenceAfter({ job, dueAt }: Occurrence, now: Date): Occurrence {
  const timetable = TIMETABLES[job];
  const following = nextDueAfter(timetable, dueAt);
  if (!timetable.everyMinute) return { job, dueAt: following };
  const latest = lastDueUpTo(timetable, now);
  return { job, dueAt: following < latest ? latest : following };
}

/** The next occurrence of every job, and whether it was begun before. */
export type Upcoming = Map<JobName, Occurrence & { readonly isOpen: boolean }>;

/** Reads the next occurrence of every job that the runner runs, in the order in which jobs due at the same moment run. */
export async function readUpcoming(
  { bank, jobs = JOB_NAMES }: JobRunner,
  upcoming: Upcoming = new Map(),
): Promise<Upcoming> {
  const states = await jobStates(bank.database.db);
  const now = bank.surroundings.now();
  for (const job of jobs) {
    const state = states.get(job);
    upcoming.set(job, { ...nextOccurrence(job, state, now), isOpen: Boolean(state?.open) });
  }
  return upcoming;
}

/** The occurrence that is due first, without some jobs. */
function firstOf(upcoming: Upcoming, waiting: ReadonlySet<JobName>) {
  let first: (Occurrence & { readonly isOpen: boolean }) | null = null;
  for (const one of upcoming.values())
    if (!waiting.has(one.job) && (first === null || one.dueAt < first.dueAt)) first = one;
  return first;
}

/**
 * Runs everything that is due, in order of time: the days of one job never overtake each other, and what was missed while no node ran is
 * made up for. A job that failed waits for its next attempt and holds up no other.
 * @param upcoming what is due next, when the caller knows it; it is brought up to date. The database decides who runs what: an occurrence that
 * another node took is read again.
 * @returns when the next job is due; null when all wait for another attempt or another node.
 */
export async function runDue(runner: JobRunner, upcoming?: Upcoming): Promise<Date | null> {
  const known = upcoming ?? (await readUpcoming(runner));
  const waiting = new Set<JobName>();
  for (;;) {
    const first = firstOf(known, waiting);
    if (!first) return null;
    if (first.dueAt > runner.bank.surroundings.now() || runner.isStopping?.()) return first.dueAt;
    const outcome = await runOccurrence(runner, first);
    if (outcome === 'done' && !first.isOpen)
      known.set(first.job, { ...occurrenceAfter(first, runner.bank.surroundings.now()), isOpen: false });
    else await readUpcoming(runner, known);
    if (outcome !== 'done') waiting.add(first.job);
  }
}
