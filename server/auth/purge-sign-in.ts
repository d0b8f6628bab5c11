import { lt } from 'drizzle-orm';
import { addDays, LEGAL_TIME_ZONE, startOfDayIn } from '#domain/time/days.ts';
import { deleteSlice } from '../db/delete-slice.ts';
import { sessions, signIns, verifications } from '../db/schema/index.ts';
import type { Work } from '../work/work.ts';

/** How long a sign-in is kept: long enough to investigate a fraud noticed late. */
const KEEP_SIGN_IN_DAYS = 365;

/**
 * Deletes expired sessions, mailed links and confirmations, and sign-ins older than a year: one batch of one of them.
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
