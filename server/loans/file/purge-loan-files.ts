import { and, eq, inArray, lt, or } from 'drizzle-orm';
import { addMonths } from '#domain/loans/due-dates.ts';
import { addDays, LEGAL_TIME_ZONE, startOfDayIn } from '#domain/time/days.ts';
import { deleteSlice } from '../../db/delete-slice.ts';
import { loanRequests } from '../../db/schema/index.ts';
import { parametersOn } from '../../parameters/parameters-on.ts';
import type { Work } from '../../work/work.ts';

/**
 * Deletes requests that ended without a loan, with their sheets, documents, consultations and decisions (LC-107): refused, cancelled and
 * expired ones some months after their end (`retention.refused-months`, never above 24), those whose offer was declined some days after.
 * @returns how many were deleted.
 */
export async function purgeLoanFiles({ tx }: Work, { day }: { readonly day: string }): Promise<number> {
  const kept = await parametersOn(tx, day, ['retention.refused-months', 'retention.declined-days']);
  const before = (first: string) => startOfDayIn(LEGAL_TIME_ZONE, first);
  const { phase, endedAt } = loanRequests;
  return deleteSlice(
    tx,
    loanRequests,
    or(
      and(
        inArray(phase, ['refused', 'cancelled', 'expired']),
        lt(endedAt, before(addMonths(day, -kept['retention.refused-months']))),
      ),
      and(eq(phase, 'declined'), lt(endedAt, before(addDays(day, -kept['retention.declined-days'])))),
    ),
  );
}
