import { type SQL, sql } from 'drizzle-orm';
import type { GovernedOperation } from '#domain/proposals/policy.ts';

/**
 * Since when the approval of others is awaited for a thing (FOUR-10), ISO 8601; null when nothing waits. Few proposals wait at a time, and an
 * index holds these alone.
 * @param operation of one operation alone, under the name `since`.
 */
export const approvalSince = (subject: SQL, operation?: GovernedOperation): SQL =>
  sql`(select to_char(min(asked.made_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from proposals asked
    where asked.subject_id = ${subject} and asked.status = 'awaiting' ${
      operation ? sql`and asked.operation = ${operation}` : sql``
    }) as ${sql.raw(operation ? 'since' : 'approval_since')}`;

/** Each operation on a thing for which the approval of others is awaited, with since when; an empty list when nothing waits. */
export const approvalsOn = (subject: SQL): SQL =>
  sql`(select coalesce(json_agg(json_build_object('operation', asked.operation,
      'since', to_char(asked.made_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by asked.made_at), '[]'::json)
    from proposals asked where asked.subject_id = ${subject} and asked.status = 'awaiting') as approvals`;

/** An operation for which the approval of others is awaited. */
export interface AwaitedOperation {
  readonly operation: GovernedOperation;
  /** ISO 8601. */
  readonly since: string;
}
