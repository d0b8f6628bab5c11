import { and, eq, sql } from 'drizzle-orm';
import { JOB_NAMES, type JobName } from '#domain/jobs/timetable.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { jobRuns } from '../db/schema/index.ts';

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

/** Another process took the occurrence over, because this one did not renew its lease in time. */
export class ClaimLost extends Error {
  constructor({ job, dueAt }: Occurrence) {
    super(`${job} of ${dueAt.toISOString()} was taken over by another node`);
    this.name = 'ClaimLost';
  }
}

/** Renews the lease and holds the occurrence until the transaction ends. @throws ClaimLost */
export async function keepClaim(tx: Db, claim: Claim): Promise<void> {
  const kept = await tx
    .update(jobRuns)
    .set({ leaseUntil: leaseEnd(claim.leaseMs) })
    .where(and(ofOccurrence(claim), eq(jobRuns.claim, claim.id), eq(jobRuns.state, 'running')))
    .returning({ job: jobRuns.job });
  if (kept.length === 0) throw new ClaimLost(claim);
}

/** Lets another process take the occurrence over at once. */
export async function releaseClaim(db: Db, claim: Claim): Promise<void> {
  await db
    .update(jobRuns)
    .set({ leaseUntil: sql`clock_timestamp()` })
    .where(and(ofOccurrence(claim), eq(jobRuns.claim, claim.id), eq(jobRuns.state, 'running')));
}

/** Adds what a transaction of the job did, in that transaction. */
export async function addHandled(tx: Db, claim: Claim, count: number): Promise<void> {
  await tx
    .update(jobRuns)
    .set({ handled: sql`${jobRuns.handled} + ${count}` })
    .where(ofOccurrence(claim));
}

/** Writes that nothing is left to do, in the transaction that found nothing. */
export async function markDone(tx: Db, claim: Claim, end: { now: Date; durationMs: number }): Promise<void> {
  await tx
    .update(jobRuns)
    .set({ state: 'done', endedAt: end.now, durationMs: end.durationMs })
    .where(ofOccurrence(claim));
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
