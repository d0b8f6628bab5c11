import { type JobName, TIMETABLES } from '#domain/jobs/timetable.ts';
import { legalDay } from '#domain/time/days.ts';
import { tell } from '../signals.ts';
import { inTransaction, writeAtEnd } from '../work/work.ts';
import type { Pace } from './pace.ts';
import {
  type Claim,
  claimOccurrence,
  forgetEarlier,
  isClaimLost,
  markFailed,
  type Occurrence,
  releaseClaim,
  renewClaim,
  STEPS_DONE,
} from './queries.ts';
import { JOB_STEPS, type JobBank, type JobStep, LANES, type Lane, type LongStep } from './steps.ts';

/**
 * How long a node holds an occurrence without a sign of life. A step is a few statements of ten seconds at most (`statement_timeout`); a
 * killed node's occurrence is taken over after this.
 */
const LEASE_MS = 30_000;

const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** As much of an error as an operator reads; the log has all of it. */
const LONGEST_FAILURE = 300;

/** What runs jobs: a bank, and where it tells what failed. */
export interface JobRunner {
  readonly bank: JobBank;
  readonly logger: { error(about: object, message: string): void };
  /** Whether the process is stopping: a job ends after the step in hand and is taken over by another node. */
  readonly isStopping?: () => boolean;
  /** Those that it runs; all unless it says otherwise. */
  readonly jobs?: readonly JobName[];
  /** Tests bring their own steps, and wait less for a dead node. */
  readonly steps?: Readonly<Record<string, JobStep | LongStep>>;
  readonly leaseMs?: number;
  /** How it leaves room for the people whom its process serves; a command serves nobody. */
  readonly pace?: Pace;
}

/** `held`: another node runs it, ran it, or it waits for its next attempt. `stopped`: this process is ending. */
export type RunOutcome = 'done' | 'failed' | 'held' | 'stopped';

/** The pause before the next attempt: a minute, four, sixteen, then an hour. Milliseconds. */
export function pauseAfter(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 4 ** (attempts - 1), LONGEST_PAUSE_MS);
}

/** The reason in an error. What the query builder wraps around the database's holds the values of the statement: it is left out. */
function failureOf(error: unknown): string {
  const cause = (error as { cause?: unknown }).cause;
  const { message } = (cause instanceof Error ? cause : error) as Error;
  return String(message).slice(0, LONGEST_FAILURE);
}

/**
 * Runs one occurrence of a job, step by step, on this node alone. Every step is a transaction that commits only if the occurrence is still
 * this node's: one that was paused too long writes nothing more.
 * @param isByHand whether the operator asked for it, also when it is done or waits for its next attempt.
 */
export async function runOccurrence(
  runner: JobRunner,
  occurrence: Occurrence,
  isByHand = false,
): Promise<RunOutcome> {
  const { database, surroundings } = runner.bank;
  const { job } = occurrence;
  const claim = await claimOccurrence(database.db, occurrence, {
    id: surroundings.newId(),
    now: surroundings.now(),
    leaseMs: runner.leaseMs ?? LEASE_MS,
    isByHand,
  });
  if (!claim) return 'held';
  const started = performance.now();
  const durationMs = () => Math.round(performance.now() - started);
  tell('guichet:job-begun', { job });
  let outcome: RunOutcome;
  try {
    outcome = await runSteps(runner, claim, durationMs);
    if (outcome === 'done' && TIMETABLES[job].everyMinute) await forgetEarlier(database.db, claim);
  } catch (error) {
    outcome = isClaimLost(error) ? 'held' : 'failed';
    runner.logger.error({ err: error, job, dueAt: occurrence.dueAt }, 'a job failed');
    if (outcome === 'failed')
      await markFailed(database.db, claim, {
        now: surroundings.now(),
        durationMs: durationMs(),
        nextAttemptAt: new Date(surroundings.now().getTime() + pauseAfter(claim.attempts)),
        failure: failureOf(error),
      });
  }
  tell('guichet:job', { job, outcome: outcome === 'failed' ? 'failed' : 'done', ms: durationMs() });
  return outcome;
}

/** How a job's steps run side by side: the embedded database has one connection, and the steps of tests run one after the other. */
function lanesOf({ bank, steps }: JobRunner, { job }: Occurrence): Lane[] {
  const count = steps || bank.database.kind === 'pglite' ? 1 : (LANES[job] ?? 1);
  return Array.from({ length: count }, (_, index) => ({ index, count }));
}

/** Works outside a transaction while the occurrence is renewed, so that no other node takes it over. */
async function whileRenewed(runner: JobRunner, claim: Claim, work: () => Promise<number>): Promise<number> {
  const { db } = runner.bank.database;
  await renewClaim(db, claim);
  // A claim that is lost meanwhile is found out by the transaction that ends the step.
  const timer = setInterval(() => void renewClaim(db, claim).catch(() => {}), claim.leaseMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

async function runSteps(runner: JobRunner, claim: Claim, durationMs: () => number): Promise<RunOutcome> {
  const { database, surroundings, institution } = runner.bank;
  const step = (runner.steps ?? JOB_STEPS)[claim.job];
  if (!step) throw new Error(`${claim.job} has no steps`);
  const day = legalDay(claim.dueAt);
  const movesMoney = TIMETABLES[claim.job as JobName]?.movesMoney ?? false;
  const lanes = lanesOf(runner, claim);
  let isBroken = false;

  /** Runs one step in a transaction. @returns how many things it did. */
  async function runStep(lane: Lane, isLast: boolean): Promise<number> {
    const run = { day, institution, lane, isBesidePeople: runner.pace?.isBesidePeople() ?? false };
    const outside =
      step && 'outside' in step
        ? await whileRenewed(runner, claim, () => step.outside(runner.bank, run))
        : null;
    return inTransaction(
      database.db,
      surroundings,
      { kind: 'bank', job: claim.job },
      async (work) => {
        const count = outside ?? (step && !('outside' in step) ? await step(work, run) : 0);
        const end = count === 0 && isLast ? { now: work.now, durationMs: durationMs() } : null;
        writeAtEnd(work, STEPS_DONE, { claim, handled: count, end });
        return count;
      },
      null,
      movesMoney,
    );
  }

  /** Runs the steps of a lane. @param isLast whether the occurrence is done when the lane finds nothing left. */
  async function runLane(lane: Lane, isLast: boolean): Promise<'done' | 'stopped'> {
    for (;;) {
      if (isBroken || runner.isStopping?.()) return 'stopped';
      const handled = await (runner.pace?.turn(() => runStep(lane, isLast)) ?? runStep(lane, isLast));
      if (handled === 0) return 'done';
    }
  }

  const ends = await Promise.allSettled(
    lanes.map((lane) =>
      runLane(lane, lanes.length === 1).catch((error: unknown) => {
        isBroken = true;
        throw error;
      }),
    ),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  if (ends.some((end) => end.status === 'fulfilled' && end.value === 'stopped')) {
    await releaseClaim(database.db, claim);
    return 'stopped';
  }
  // Side by side, a lane that finds nothing does not know of the others: one more step, over everything, ends the occurrence.
  if (lanes.length > 1) return runLane({ index: 0, count: 1 }, true);
  return 'done';
}
