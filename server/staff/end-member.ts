import { sql } from 'drizzle-orm';
import { endAccess } from '../auth/sessions/end-access.ts';
import type { Work } from '../work/work.ts';

/**
 * Ends a member for good: sessions, roles, password and second factors go, and the address is free for a new person; the name stays in the history
 * (STAFF-16).
 */
export async function endMember(work: Work, id: string, status: 'left' | 'revoked'): Promise<void> {
  const { tx, now } = work;
  await endAccess(tx, id);
  await tx.execute(
    sql`update staff_members set status = ${status}, left_at = ${now.toISOString()}::timestamptz, invitation_hash = null, phone = null
      where user_id = ${id}::uuid`,
  );
  await tx.execute(sql`delete from user_roles where user_id = ${id}::uuid`);
  await tx.execute(sql`delete from credentials where user_id = ${id}::uuid`);
  await tx.execute(sql`delete from second_factors where user_id = ${id}::uuid`);
  await tx.execute(sql`delete from passkeys where user_id = ${id}::uuid`);
  await tx.execute(sql`delete from recovery_codes where user_id = ${id}::uuid`);
  await tx.execute(
    sql`update users set email = ${`${id}@staff.invalid`}, updated_at = ${now.toISOString()}::timestamptz where id = ${id}::uuid`,
  );
}
