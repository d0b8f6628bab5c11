import { inArray, sql } from 'drizzle-orm';
import { deleteSlice } from '../db/delete-slice.ts';
import { users } from '../db/schema/index.ts';
import type { Work } from '../work/work.ts';

/** Minimum retention of a sign-up under a taken address. */
const CLAIM_MS = 24 * 60 * 60_000;

/**
 * Deletes sign-ups under a taken address that are a day old: they can never be finished (decision 0009).
 * @returns how many were deleted.
 */
export async function purgeSignUps({ tx, now }: Work): Promise<number> {
  const before = new Date(now.getTime() - CLAIM_MS).toISOString();
  return deleteSlice(
    tx,
    users,
    inArray(
      users.id,
      sql`(select user_id from sign_up_details where claimed_email is not null and created_at < ${before}::timestamptz)`,
    ),
  );
}
