import type { DialogueSheet } from '#domain/loans/solvency.ts';
import { legalDay } from '#domain/time/days.ts';
import type { Work } from '../work/work.ts';
import { writeDirectContract } from './offers/direct-contract.ts';
import { type GrantedLoan, insertGrantedLoan, type RequestRow } from './queries.ts';

/**
 * Grants a request as it was asked for, on the direct path: the day of the approval is the day of the acceptance (LC-2). A loan that repays
 * debts by the client's confirmed sheet is a consolidation (LC-24, R312-5).
 */
export async function grantDirectLoan(
  work: Work,
  request: RequestRow,
  sheet: Pick<DialogueSheet, 'repaysDebts'> | null,
): Promise<GrantedLoan> {
  const today = legalDay(work.now);
  const loan = await insertGrantedLoan(work.tx, {
    id: request.id,
    clientAccountId: request.clientAccountId,
    path: 'direct',
    principal: request.amount,
    currency: request.currency,
    annualRateBps: request.annualRateBps,
    durationMonths: request.durationMonths,
    product: sheet?.repaysDebts ? 'consolidation' : request.product,
    acceptedOn: today,
  });
  await writeDirectContract(work, loan);
  return loan;
}
