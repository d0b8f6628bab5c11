import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { violates } from '../db/violates.ts';
import type { Work } from '../work/work.ts';
import { lockManagers } from './queries.ts';

/**
 * Runs a change of people's rights and refuses it when too few people could manage access after it: one, in a live institution two (STAFF-20).
 * The database judges, as it does at the commit of whatever else changes them (`server/db/staff.sql`).
 * @throws Refusal `staff.last-manager`.
 */
export async function keepingManagers<T>({ tx }: Work, change: () => Promise<T>): Promise<T> {
  await lockManagers(tx);
  const result = await change();
  try {
    await tx.execute(
      sql`set constraints user_roles_keep_managers, roles_keep_managers, staff_members_keep_managers immediate`,
    );
  } catch (error) {
    if (violates(error, 'staff_last_manager')) throw new Refusal('staff.last-manager');
    throw error;
  }
  return result;
}
