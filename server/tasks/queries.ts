import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { TaskEnd, TaskKind } from '#domain/tasks/task.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { assignments } from '../db/schema/index.ts';
import type { FollowedBy } from './assigned-to.ts';

/** The client's account of each kind, by the id of the thing. */
const ACCOUNT_OF: Readonly<Record<TaskKind, (id: string) => SQL>> = {
  loan: (id) => sql`(select client_account_id from loan_requests where id = ${id}::uuid)`,
  withdrawal: (id) => sql`(select client_account_id from withdrawal_requests where id = ${id}::uuid)`,
  fee: (id) => sql`(select client_account_id from fees where id = ${id}::uuid)`,
  client: (id) => sql`${id}::uuid`,
};

/**
 * The client's account of what is followed, kept from being removed until the transaction ends (docs/lock-order.md); null when it does not
 * exist.
 */
export async function lockAccountOfSubject(tx: Db, kind: TaskKind, id: string): Promise<string | null> {
  const [row] = await rowsOf<{ id: string }>(
    tx,
    sql`select id from client_accounts where id = ${ACCOUNT_OF[kind](id)} for key share`,
  );
  return row?.id ?? null;
}

const isOpen = (kind: TaskKind, id: string) =>
  and(eq(assignments.subjectKind, kind), eq(assignments.subjectId, id), isNull(assignments.endedAt));

/** Locks the open assignment of a thing until the transaction ends; null when nobody follows it. */
export async function lockOpenAssignment(tx: Db, kind: TaskKind, id: string) {
  const [row] = await tx.select().from(assignments).where(isOpen(kind, id)).for('update');
  return row ?? null;
}

/** Ends the open assignment of a thing, if there is one. */
export async function endOpenAssignment(
  tx: Db,
  { kind, id }: { readonly kind: TaskKind; readonly id: string },
  { now, because }: { readonly now: Date; readonly because: TaskEnd },
): Promise<void> {
  await tx.update(assignments).set({ endedAt: now, endedBecause: because }).where(isOpen(kind, id));
}

/** Writes an open assignment. @returns false when somebody else's came first. */
export async function insertAssignment(tx: Db, row: typeof assignments.$inferInsert): Promise<boolean> {
  const written = await tx
    .insert(assignments)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: assignments.id });
  return written.length > 0;
}

/** The name of a member of the staff who can act now; null for anybody else. */
export async function nameOfColleague(tx: Db, id: string): Promise<string | null> {
  const [row] = await rowsOf<{ name: string }>(
    tx,
    sql`select u.name from users u left join staff_members m on m.user_id = u.id
      where u.id = ${id}::uuid and coalesce(m.status, 'active') = 'active'
        and exists (select 1 from user_roles h where h.user_id = u.id)`,
  );
  return row?.name ?? null;
}

/** The members of the staff who can act now, by name. */
export function colleagues(db: Db): Promise<{ id: string; name: string }[]> {
  return rowsOf(
    db,
    sql`select u.id, u.name from users u left join staff_members m on m.user_id = u.id
      where coalesce(m.status, 'active') = 'active' and exists (select 1 from user_roles h where h.user_id = u.id)
      order by plain_text(u.name), u.id`,
  );
}

/** The name of a person, also of one who left; null when they are gone. */
export async function nameOfUser(db: Db, id: string): Promise<string | null> {
  const [row] = await rowsOf<{ name: string }>(db, sql`select name from users where id = ${id}::uuid`);
  return row?.name ?? null;
}

/** Who follows a thing; null when nobody does. */
export async function followerOfSubject(db: Db, kind: TaskKind, id: string): Promise<FollowedBy | null> {
  const [row] = await db.select().from(assignments).where(isOpen(kind, id));
  return row
    ? { id: row.assigneeId, name: await nameOfUser(db, row.assigneeId), since: row.at.toISOString() }
    : null;
}

/** Ends everything that a person follows. @returns how many things. */
export async function endAssignmentsOf(
  tx: Db,
  personId: string,
  { now, because }: { readonly now: Date; readonly because: TaskEnd },
): Promise<number> {
  const ended = await tx
    .update(assignments)
    .set({ endedAt: now, endedBecause: because })
    .where(and(eq(assignments.assigneeId, personId), isNull(assignments.endedAt)))
    .returning({ id: assignments.id });
  return ended.length;
}

/** Something that nobody worked on. */
export interface IdleTask {
  readonly id: string;
  readonly assigneeId: string;
}

/**
 * Ends assignments given before a moment since which their person did nothing for that client, the oldest first, at most `limit`.
 * @param before the moment after which an act of the person counts.
 */
export function endIdleAssignments(
  tx: Db,
  { before, now, limit }: { readonly before: Date; readonly now: Date; readonly limit: number },
): Promise<IdleTask[]> {
  const since = sql`${before.toISOString()}::timestamptz`;
  return rowsOf<IdleTask>(
    tx,
    sql`update assignments set ended_at = ${now.toISOString()}::timestamptz, ended_because = 'idle' where id in (
        select a.id from assignments a where a.ended_at is null and a.at < ${since}
          and not exists (select from audit_entries e where e.client_account_id = a.client_account_id
            and e.actor_id = a.assignee_id and e.at >= ${since})
        order by a.at, a.id limit ${limit} for update skip locked)
      returning id, assignee_id as "assigneeId"`,
  );
}
