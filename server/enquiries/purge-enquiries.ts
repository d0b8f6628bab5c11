import { lt } from 'drizzle-orm';
import { ENQUIRY_MONTHS } from '#domain/enquiries/enquiry.ts';
import { addMonths } from '#domain/loans/due-dates.ts';
import { LEGAL_TIME_ZONE, startOfDayIn } from '#domain/time/days.ts';
import { deleteSlice } from '../db/delete-slice.ts';
import { enquiries } from '../db/schema/index.ts';
import type { Work } from '../work/work.ts';

/**
 * Deletes visitors' messages that arrived 24 months before the day or earlier, answered or not (privacy policy).
 * @returns how many were deleted.
 */
export async function purgeEnquiries({ tx }: Work, { day }: { readonly day: string }): Promise<number> {
  const kept = startOfDayIn(LEGAL_TIME_ZONE, addMonths(day, -ENQUIRY_MONTHS));
  return deleteSlice(tx, enquiries, lt(enquiries.createdAt, kept));
}
