import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { legalDay } from '#domain/time/days.ts';
import { loanArrears, loanFormalNotices, loanInstalments, loans } from '../../db/schema/index.ts';
import type { Work } from '../../work/work.ts';
import { endFreezes } from '../end-freezes.ts';

/**
 * Stops the servicing of a loan whose client withdrew (LC-57): no instalment is collected, an incident and its formal notice end, what was paid in
 * advance is free, and no indemnity is asked for. Nothing is posted. Its request is locked.
 */
export async function stopServicing(work: Work, loanId: string): Promise<void> {
  const day = legalDay(work.now);
  await work.tx
    .update(loanInstalments)
    .set({ collectAt: null })
    .where(and(eq(loanInstalments.loanId, loanId), isNotNull(loanInstalments.collectAt)));
  await work.tx.delete(loanArrears).where(eq(loanArrears.loanId, loanId));
  await work.tx
    .update(loanFormalNotices)
    .set({ endedOn: day, outcome: 'replaced' })
    .where(and(eq(loanFormalNotices.loanId, loanId), isNull(loanFormalNotices.endedOn)));
  await work.tx
    .update(loans)
    .set({ advanceHeld: 0, indemnityOwed: 0, acceleratedOn: null })
    .where(eq(loans.id, loanId));
  await endReturnedPayout(work, loanId, 'Contrat clos');
}

/**
 * Ends the freezes of a loan whose payout came back, where the loan itself ends (LC-6, LC-93): the money waits for no other account any more.
 * @param why in French, for the staff.
 */
export async function endReturnedPayout(work: Work, loanId: string, why: string): Promise<void> {
  const [loan] = await work.tx.select({ frozen: loans.frozen }).from(loans).where(eq(loans.id, loanId));
  if (loan?.frozen !== 'payout-returned') return;
  await endFreezes(work, [loanId], why);
  await work.tx.update(loans).set({ frozen: null, frozenFrom: null }).where(eq(loans.id, loanId));
}
