import { sql } from 'drizzle-orm';
import { rowsOf } from '../db/database.ts';
import { announce } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';
import { endMember } from './end-member.ts';

/**
 * Ends an invitation whose 72 hours are over and that was not renewed (STAFF-14), also of a person who chose a password and set no second factor up in
 * that time (STAFF-15).
 * @returns how many: one, or none left.
 */
export async function expireInvitations(work: Work): Promise<number> {
  const [row] = await rowsOf<{ id: string }>(
    work.tx,
    sql`select user_id as id from staff_members where status = 'invited'
        and invitation_ends_at <= ${work.now.toISOString()}::timestamptz
      order by user_id limit 1 for no key update skip locked`,
  );
  if (!row) return 0;
  await endMember(work, row.id, 'revoked');
  await announce(work, { staff: true }, ['staff']);
  return 1;
}
