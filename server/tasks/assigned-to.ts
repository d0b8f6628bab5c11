import { type SQL, sql } from 'drizzle-orm';
import type { TaskKind } from '#domain/tasks/task.ts';
import { nameOfPerson } from '../db/name-of-person.ts';

/** The open assignment of a row, to join to a page: `left join …`. Its columns are read by `FOLLOWED_BY`. */
export const followerOf = (kind: TaskKind, subject: SQL): SQL =>
  sql`left join assignments followed on followed.subject_kind = ${sql.raw(`'${kind}'`)} and followed.subject_id = ${subject}
    and followed.ended_at is null`;

/** Who follows a row, of what `followerOf` joins. */
export const FOLLOWED_BY: SQL = sql`case when followed.id is not null then json_build_object('id', followed.assignee_id,
  'name', ${nameOfPerson(sql`followed.assignee_id`)}, 'since', ${sql`to_char(followed.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`}) end
  as followed_by`;

/** The person who follows a thing, and since when (ISO 8601). */
export interface FollowedBy {
  readonly id: string;
  readonly name: string | null;
  readonly since: string;
}
