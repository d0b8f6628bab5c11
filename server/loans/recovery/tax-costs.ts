import type { Work } from '../../work/work.ts';
import type { ServicedLoan } from '../servicing/serviced-loans.ts';
import { tellBorrower } from '../servicing/tell-borrower.ts';

/**
 * Asks a client for costs that a court has taxed (LC-75, L312-38): beside interest, late interest and the indemnity no other sum can be asked for.
 * They are paid last (LC-78) and are income when they are received; nothing is posted before (decision 0055). The loan owes them from the act that
 * two people decided, as the database sees it written (server/db/recovery.sql).
 */
export async function taxCosts(work: Work, serviced: ServicedLoan, amountMinor: number): Promise<void> {
  await tellBorrower(work, serviced, 'loan-costs-taxed', { amountMinor, currency: serviced.currency });
}
