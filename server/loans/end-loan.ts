import { and, eq, isNull, sql } from 'drizzle-orm';
import { loanInstalments, loans } from '../db/schema/index.ts';
import type { Work } from '../work/work.ts';
import { endFreezes } from './end-freezes.ts';
import { updateRequest } from './queries.ts';

/**
 * Ends a loan of which nothing is left: no instalment is collected and no interest accrued any more (state table, row 23; LC-99). One that was written off
 * keeps the day of its loss. The loan's request is locked.
 * @param day the legal day of its last payment.
 */
export async function endLoan(work: Work, loanId: string, day: string): Promise<void> {
  await work.tx
    .update(loanInstalments)
    .set({ collectAt: null })
    .where(
      and(eq(loanInstalments.loanId, loanId), isNull(loanInstalments.settledOn), sql`collect_at is not null`),
    );
  await work.tx
    .update(loans)
    .set({ endedOn: day, accruedOn: null, advanceHeld: 0 })
    .where(eq(loans.id, loanId));
  await updateRequest(work.tx, loanId, { phase: 'repaid', endedAt: work.now });
  await endFreezes(work, [loanId], 'Prêt soldé');
}
