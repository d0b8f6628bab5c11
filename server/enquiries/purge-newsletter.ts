import { and, isNull, lt } from 'drizzle-orm';
import { CONFIRMATION_HOURS } from '#domain/enquiries/newsletter.ts';
import { deleteSlice } from '../db/delete-slice.ts';
import { newsletterSubscriptions } from '../db/schema/index.ts';
import type { Work } from '../work/work.ts';

/**
 * Deletes requests for the newsletter whose confirmation mail no longer works.
 * @returns how many were deleted.
 */
export async function purgeNewsletter({ tx, now }: Work): Promise<number> {
  const { confirmedAt, requestedAt } = newsletterSubscriptions;
  const before = new Date(now.getTime() - CONFIRMATION_HOURS * 3_600_000);
  return deleteSlice(tx, newsletterSubscriptions, and(isNull(confirmedAt), lt(requestedAt, before)));
}
