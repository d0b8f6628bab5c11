import { and, eq, lt, sql } from 'drizzle-orm';
import { JOB_NAMES, type JobName } from '#domain/jobs/timetable.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { jobRuns } from '../db/schema/index.ts';
import { violates } from '../db/violates.ts';
import type { ClosingWrite } from '../work/work.ts';

/** One occurrence of a job: its name and when it is due. */
export interface Occurrence {
  readonly job: JobName;
  readonly dueAt: Date;
}

/** An occurrence held by this process. */
export interface Claim extends Occurrence {
  readonly id: string;
  readonly attempts: number;
  readonly leaseMs: number;
}

export type JobRunRow = typeof jobRuns.$inferSelect;

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;
/** Leases are counted by the database's clock, which all nodes share and a demonstration does not move. */
const leaseEnd = (leaseMs: number) => sql`clock_timestamp() + make_interval(secs => ${leaseMs / 1000})`;

const ofOccurrence = ({ job, dueAt }: Occurrence) => and(eq(jobRuns.job, job), eq(jobRuns.dueAt, dueAt));

/**
 * Takes an occurrence for this process: one that never ran, one whose node stopped renewing its lease, one that failed and may be tried
 * again. By hand, one that failed or is done is run again at once.
 * @returns null when another process holds it, or it is done, or waits for its next attempt.
 */
export async function claimOccurrence(
  db: Db,
  { job, dueAt }: Occurrence,
  by: { readonly id: string; readonly now: Date; readonly leaseMs: number; readonly isByHand: boolean },
): Promise<Claim | null> {
  const [row] = await rowsOf<{ attempts: number }>(
    db,
    sql`insert into job_runs as r (job, due_at, state, claim, lease_until, attempts, handled, started_at)
      values (${job}, ${at(dueAt)}, 'running', ${by.id}::uuid, ${leaseEnd(by.leaseMs)}, 1, 0, ${at(by.now)})
      on conflict (job, due_at) do update set state = 'running', claim = excluded.claim, lease_until = excluded.lease_until,
        attempts = r.attempts + 1, started_at = excluded.started_at, ended_at = null, duration_ms = null,
        next_attempt_at = null, failure = null
      where (r.state = 'running' and r.lease_until <= clock_timestamp())
        or (r.state = 'failed' and (${by.isByHand} or r.next_attempt_at <= ${at(by.now)}))
        or (r.state = 'done' and ${by.isByHand})
      returning r.attempts`,
  );
  return row ? { job, dueAt, id: by.id, attempts: row.attempts, leaseMs: by.leaseMs } : null;
}

/** What a transaction of a job did: how many things, or that nothing was left to do. */
export interface StepDone {
  readonly claim: Claim;
  readonly handled: number;
  /** When the occurrence is done, and how long its attempt took; null while something may be left. */
  readonly end: { readonly now: Date; readonly durationMs: number } | null;
}

/**
 * Renews the lease and adds what the transaction did, as its last statement: lanes of one job wait here for no longer than a commit takes, and a
 * transaction whose occurrence was taken over fails.
 */
export const STEPS_DONE: ClosingWrite<StepDone> = {
  lockStep: 10,
  statement: (items) =>
    sql`with done as (
        update job_runs r set lease_until = clock_timestamp() + make_interval(secs => d.lease_seconds), handled = r.handled + d.handled,
          state = case when d.ended_at is null then 'running' else 'done' end, ended_at = d.ended_at, duration_ms = d.duration_ms
        from json_to_recordset(${JSON.stringify(
          items.map(({ item: { claim, handled, end } }) => ({
            job: claim.job,
            due_at: claim.dueAt,
            claim: claim.id,
            lease_seconds: claim.leaseMs / 1000,
            handled,
            ended_at: end?.now ?? null,
            duration_ms: end?.durationMs ?? null,
          })),
        )}::json) as d(job text, due_at timestamptz, claim uuid, lease_seconds double precision, handled int, ended_at timestamptz, duration_ms int)
        where r.job = d.job and r.due_at = d.due_at and r.claim = d.claim and r.state = 'running' returning 1)
      select job_require_claim((select count(*) from done) = ${items.length})`,
};

/** Whether a transaction failed because another process had taken its occurrence over. */
export const isClaimLost = (error: unknown): boolean => violates(error, 'job_runs_claim');

/** Lets another process take the occurrence over at once. */
export async function releaseClaim(db: Db, claim: Claim): Promise<void> {
  await db
    .update(jobRuns)
    .set({ leaseUntil: sql`clock_timestamp()` })
    .where(and(ofOccurrence(claim), eq(jobRuns.claim, claim.id), eq(jobRuns.state, 'running')));
}

/** Renews the lease while a step works outside a transaction; nothing of a lost one. */
export async function renewClaim(db: Db, claim: Claim): Promise<void> {
  await db
    .update(jobRuns)
    .set({ leaseUntil: leaseEnd(claim.leaseMs) })
    .where(and(ofOccurrence(claim), eq(jobRuns.claim, claim.id), eq(jobRuns.state, 'running')));
}

/** Deletes the runs of a job of every minute before this one, which would be half a million in a year. */
export async function forgetEarlier(db: Db, { job, dueAt }: Claim): Promise<void> {
  await db
    .delete(jobRuns)
    .where(and(eq(jobRuns.job, job), eq(jobRuns.state, 'done'), lt(jobRuns.dueAt, dueAt)));
}

/** Writes why an attempt failed, unless the occurrence is somebody else's by now. */
export async function markFailed(
  db: Db,
  claim: Claim,
  end: {
    readonly now: Date;
    readonly durationMs: number;
    readonly nextAttemptAt: Date;
    readonly failure: string;
  },
): Promise<void> {
  const { now: endedAt, ...facts } = end;
  await db
    .update(jobRuns)
    .set({ state: 'failed', endedAt, ...facts })
    .where(and(ofOccurrence(claim), eq(jobRuns.claim, claim.id)));
}

/** Of each job the first occurrence that is not done, if any, and the last there is. */
export interface JobState {
  readonly open: JobRunRow | null;
  readonly last: JobRunRow | null;
}

/** Where every job that ever ran stands. */
export async function jobStates(db: Db): Promise<ReadonlyMap<string, JobState>> {
  const rows = await db
    .select()
    .from(jobRuns)
    .where(
      // By the index for each job: years of runs are not read to find the last of them.
      sql`(${jobRuns.job}, ${jobRuns.dueAt}) in (
        select found.job, found.due_at from unnest(${sql.param([...JOB_NAMES])}::text[]) as n(name), lateral (
          (select job, due_at from job_runs where job = n.name order by due_at desc limit 1)
          union all (select job, due_at from job_runs where job = n.name and state <> 'done' order by due_at limit 1)
        ) found)`,
    )
    .orderBy(jobRuns.dueAt);
  const states = new Map<string, JobState>();
  for (const row of rows) {
    const before = states.get(row.job);
    const open = before?.open ?? (row.state === 'done' ? null : row);
    states.set(row.job, { open, last: row });
  }
  return states;
}
