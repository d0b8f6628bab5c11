import { lt } from 'drizzle-orm';
import { addDays, LEGAL_TIME_ZONE, startOfDayIn } from '#domain/time/days.ts';
import { deleteSlice } from '../db/delete-slice.ts';
import { sessions, signIns, verifications } from '../db/schema/index.ts';
import type { Work } from '../work/work.ts';

/** How long a sign-in is remembered: enough to look into a fraud that was noticed late. */
const KEEP_SIGN_IN_DAYS = 365;

/**
 * Deletes sessions, mailed links and confirmations that have ended, and sign-ins of more than a year ago: one slice of one of them.
 * @returns how many were deleted.
 */
export async function purgeSignIn({ tx, now }: Work, { day }: { readonly day: string }): Promise<number> {
  const remembered = startOfDayIn(LEGAL_TIME_ZONE, addDays(day, -KEEP_SIGN_IN_DAYS));
  return (
    (await deleteSlice(tx, sessions, lt(sessions.expiresAt, now))) ||
    (await deleteSlice(tx, verifications, lt(verifications.expiresAt, now))) ||
    (await deleteSlice(tx, signIns, lt(signIns.createdAt, remembered)))
  );
}
