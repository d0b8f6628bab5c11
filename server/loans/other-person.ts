import { sql } from 'drizzle-orm';
import type { Institution } from '#content/institution/schema.ts';
import type { Permission } from '#domain/operations.ts';
import { type Db, rowsOf } from '../db/database.ts';
import type { Work } from '../work/work.ts';

/**
 * Whether the bank has another person who holds a permission: a second administrator, or once « Quatre yeux » is on anybody who has it. The
 * demonstration's accounts of one role each change nothing while it is off.
 */
export async function hasOtherHolder(db: Db, personId: string, permission: Permission): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 from user_roles u join roles r on r.code = u.role
      where u.user_id <> ${personId}::uuid and (r.holds_all or (${permission} = any (r.permissions) and exists (select 1 from four_eyes where is_on)))
      limit 1`,
  );
  return rows.length > 0;
}

/**
 * Whether an act of a loan waits for somebody else: who took the first step does not take the second, unless a demonstration has no other
 * person who may (LC-25, LC-49, LC-82).
 * @param permission that of the second step.
 */
export async function needsOtherPerson(
  work: Work,
  mode: Institution['mode'],
  firstPersonId: string,
  permission: Permission,
): Promise<boolean> {
  if (firstPersonId !== work.actorId) return false;
  return mode !== 'demo' || (await hasOtherHolder(work.tx, work.actorId, permission));
}
