import { type SQL, sql } from 'drizzle-orm';

/**
 * Since when the approval of others is awaited for a thing (FOUR-10), ISO 8601; null when nothing waits. Few proposals wait at a time, and an
 * index holds these alone.
 */
export const approvalSince = (subject: SQL): SQL =>
  sql`(select to_char(min(asked.made_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from proposals asked
    where asked.subject_id = ${subject} and asked.status = 'awaiting') as approval_since`;
