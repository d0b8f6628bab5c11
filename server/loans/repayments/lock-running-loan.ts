import { Refusal } from '#domain/errors.ts';
import { isForbiddenByFreeze } from '#domain/loans/freezes.ts';
import { findTransition, type LoanEvent } from '#domain/loans/phases.ts';
import type { Work } from '../../work/work.ts';
import { wrongPhase } from '../file/own-request.ts';
import { lockRequest } from '../queries.ts';
import { readServicedLoans, type ServicedLoan } from '../servicing/serviced-loans.ts';

/**
 * Locks a loan for an event and reads it: its request first, then its client's ledger account (docs/lock-order.md).
 * @param ofAccount the client's account that it must be of; null for the staff.
 * @throws Refusal `not-found`; `loan.wrong-phase` when the event is not one of its phase's (docs/rules.md, States of a loan); `loan.frozen` when a freeze forbids
 * it (LC-92 to LC-94).
 */
export async function lockRunningLoan(
  work: Work,
  loanId: string,
  { event, ofAccount }: { readonly event: LoanEvent; readonly ofAccount: string | null },
): Promise<ServicedLoan> {
  const request = await lockRequest(work.tx, loanId);
  if (!request || (ofAccount !== null && request.clientAccountId !== ofAccount))
    throw new Refusal('not-found');
  if (!findTransition(request.phase, event)) throw wrongPhase(request);
  const serviced = (await readServicedLoans(work.tx, [loanId], { isLocking: true })).get(loanId);
  if (!serviced) throw wrongPhase(request);
  const { loan, staffFreeze } = serviced;
  if (isForbiddenByFreeze(loan.frozen, event, { isStaff: ofAccount === null, staffFreeze }))
    throw new Refusal('loan.frozen');
  return serviced;
}
