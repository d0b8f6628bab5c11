import { and, inArray, lt, or } from 'drizzle-orm';
import { addMonths } from '#domain/loans/due-dates.ts';
import type { LoanPhase } from '#domain/loans/phases.ts';
import { addDays, LEGAL_TIME_ZONE, startOfDayIn } from '#domain/time/days.ts';
import { deleteSlice } from '../../db/delete-slice.ts';
import { loanRequests } from '../../db/schema/index.ts';
import { parametersOn } from '../../parameters/parameters-on.ts';
import type { Work } from '../../work/work.ts';

/** The ends that never brought a contract, and those of a contract (LC-107). A contract that was withdrawn from is kept like any other. */
const WITHOUT_CONTRACT: LoanPhase[] = [
  'refused',
  'cancelled',
  'expired',
  'lapsed',
  // What a lender decided is in the lender's own file (LC-6).
  'lender_paid',
  'lender_refused',
  'not_transmitted',
];
const WITH_CONTRACT: LoanPhase[] = ['repaid', 'retracted'];

/**
 * Deletes requests that ended some time ago, with everything of theirs: sheets, documents, consultations, decisions, contract, schedule and
 * letters (LC-107). Refused, cancelled, expired and lapsed ones, and those that a lender answered or nobody was handed, go some months after their end (`retention.refused-months`, never above 24), those
 * whose offer was declined some days after, contracts some years after (`retention.contract-years`). What the books say of a loan stays.
 * @returns how many were deleted.
 */
export async function purgeLoanFiles({ tx }: Work, { day }: { readonly day: string }): Promise<number> {
  const kept = await parametersOn(tx, day, [
    'retention.refused-months',
    'retention.declined-days',
    'retention.contract-years',
  ]);
  const { phase, endedAt } = loanRequests;
  const endedBefore = (phases: LoanPhase[], first: string) =>
    and(inArray(phase, phases), lt(endedAt, startOfDayIn(LEGAL_TIME_ZONE, first)));
  return deleteSlice(
    tx,
    loanRequests,
    or(
      endedBefore(WITHOUT_CONTRACT, addMonths(day, -kept['retention.refused-months'])),
      endedBefore(['declined'], addDays(day, -kept['retention.declined-days'])),
      endedBefore(WITH_CONTRACT, addMonths(day, -12 * kept['retention.contract-years'])),
    ),
  );
}
