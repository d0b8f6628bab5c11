import { lt } from 'drizzle-orm';
import type { Institution } from '#content/institution/schema.ts';
import { addDays, LEGAL_TIME_ZONE, startOfDayIn } from '#domain/time/days.ts';
import { deleteSlice } from '../db/delete-slice.ts';
import { outbox } from '../db/schema/index.ts';
import type { Work } from '../work/work.ts';

/** Long enough to answer someone who did not receive a mail; the notification itself stays in the person's history. */
const KEEP_DELIVERED_DAYS = 90;

/**
 * Deletes mails of a live institution that left 90 days before the day or earlier. A demonstration keeps them: they are read in the product.
 * @returns how many were deleted.
 */
export async function purgeMails(
  { tx }: Work,
  { day, institution }: { readonly day: string; readonly institution: Institution },
): Promise<number> {
  if (institution.mode !== 'live') return 0;
  const kept = startOfDayIn(LEGAL_TIME_ZONE, addDays(day, -KEEP_DELIVERED_DAYS));
  return deleteSlice(tx, outbox, lt(outbox.deliveredAt, kept));
}
