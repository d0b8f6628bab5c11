import { eq, sql } from 'drizzle-orm';
import { loans } from '../../db/schema/index.ts';
import type { Work } from '../../work/work.ts';
import type { ServicedLoan } from '../servicing/serviced-loans.ts';
import { tellBorrower } from '../servicing/tell-borrower.ts';

/**
 * Asks a client for costs that a court has taxed (LC-75, L312-38): beside interest, late interest and the indemnity no other sum can be asked for.
 * They are paid last (LC-78) and are income when they are received; nothing is posted before (decision 0055). The database holds them against the
 * acts that two people decided.
 */
export async function taxCosts(work: Work, serviced: ServicedLoan, amountMinor: number): Promise<void> {
  const { loan, currency } = serviced;
  await work.tx
    .update(loans)
    .set({ costsOwed: sql`${loans.costsOwed} + ${amountMinor}` })
    .where(eq(loans.id, loan.id));
  await tellBorrower(work, serviced, 'loan-costs-taxed', { amountMinor, currency });
}
