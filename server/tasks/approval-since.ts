import { type SQL, sql } from 'drizzle-orm';
import type { GovernedOperation } from '#domain/proposals/policy.ts';

/** An operation for which the approval of others is awaited. */
export interface AwaitedOperation {
  readonly operation: GovernedOperation;
  /** ISO 8601. */
  readonly since: string;
}

/** The same with the moment at which it ends unapproved, ISO 8601: from then on nothing waits, whenever the job writes it (FOUR-18). */
export interface AskedApproval extends AwaitedOperation {
  readonly until: string;
}

const instant = (column: SQL): SQL =>
  sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Each operation on a thing for which others were asked to approve, with since and until when, the oldest first, under the name `approvals`; `awaitedAt` says
 * which of them wait still. Few proposals wait at a time, and an index holds these alone.
 */
export const approvalsOn = (subject: SQL): SQL =>
  sql`(select coalesce(json_agg(json_build_object('operation', asked.operation,
      'since', ${instant(sql`asked.made_at`)}, 'until', ${instant(sql`asked.expires_at`)}) order by asked.made_at), '[]'::json)
    from proposals asked where asked.subject_id = ${subject} and asked.status = 'awaiting') as approvals`;

/** The operations of a thing that others may still approve at a moment (FOUR-10). */
export const awaitedAt = (approvals: readonly AskedApproval[], now: Date): AwaitedOperation[] =>
  approvals
    .filter(({ until }) => Date.parse(until) > now.getTime())
    .map(({ operation, since }) => ({ operation, since }));

/**
 * Since when the approval of others is awaited for a thing (FOUR-10), ISO 8601; null when nothing waits.
 * @param operation of one operation alone.
 */
export function awaitedSince(
  approvals: readonly AskedApproval[],
  now: Date,
  operation?: GovernedOperation,
): string | null {
  const [oldest] = awaitedAt(approvals, now).filter(
    (one) => operation === undefined || one.operation === operation,
  );
  return oldest?.since ?? null;
}
