import { type JobName, TIMETABLES } from '#domain/jobs/timetable.ts';
import { legalDay } from '#domain/time/days.ts';
import type { Bank } from '../http/context.ts';
import { tell } from '../signals.ts';
import { inTransaction } from '../work/work.ts';
import {
  addHandled,
  type Claim,
  ClaimLost,
  claimOccurrence,
  keepClaim,
  markDone,
  markFailed,
  type Occurrence,
  releaseClaim,
} from './queries.ts';
import { JOB_STEPS, type JobStep } from './steps.ts';

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
  readonly bank: Pick<Bank, 'database' | 'surroundings' | 'institution'>;
  readonly logger: { error(about: object, message: string): void };
  /** Whether the process is stopping: a job ends after the step in hand and is taken over by another node. */
  readonly isStopping?: () => boolean;
  /** Tests bring their own steps, and wait less for a dead node. */
  readonly steps?: Readonly<Record<string, JobStep>>;
  readonly leaseMs?: number;
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
 * Runs one occurrence of a job, step by step, on this node alone. Every step is a transaction that first makes sure the occurrence is still
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
  } catch (error) {
    outcome = error instanceof ClaimLost ? 'held' : 'failed';
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

async function runSteps(runner: JobRunner, claim: Claim, durationMs: () => number): Promise<RunOutcome> {
  const { database, surroundings, institution } = runner.bank;
  const step = (runner.steps ?? JOB_STEPS)[claim.job];
  if (!step) throw new Error(`${claim.job} has no steps`);
  const run = { day: legalDay(claim.dueAt), institution };
  for (;;) {
    if (runner.isStopping?.()) {
      await releaseClaim(database.db, claim);
      return 'stopped';
    }
    const handled = await inTransaction(
      database.db,
      surroundings,
      { kind: 'bank', job: claim.job },
      async (work) => {
        await keepClaim(work.tx, claim);
        const count = await step(work, run);
        if (count > 0) await addHandled(work.tx, claim, count);
        else await markDone(work.tx, claim, { now: work.now, durationMs: durationMs() });
        return count;
      },
      null,
      TIMETABLES[claim.job as JobName]?.movesMoney ?? false,
    );
    if (handled === 0) return 'done';
  }
}
