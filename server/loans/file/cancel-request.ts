import { findTransition, type LoanPhase } from '#domain/loans/phases.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { announce } from '../../notifications/live.ts';
import { notifyClient } from '../../notifications/notify.ts';
import type { Work } from '../../work/work.ts';
import { updateRequest } from '../queries.ts';
import { lockOwnRequest, wrongPhase } from './own-request.ts';

/**
 * Cancels a client's own request, until an offer is made (LC-27): « Annuler ma demande ». The ban on payments ends with it.
 * @throws Refusal `not-found`; `loan.wrong-phase` in any other phase, or when the client saw another one.
 */
export async function cancelRequest(
  work: Work,
  accountId: string,
  { loanId, seenPhase }: { readonly loanId: string; readonly seenPhase?: LoanPhase | undefined },
): Promise<void> {
  const request = await lockOwnRequest(work.tx, accountId, loanId, seenPhase);
  const step = findTransition(request.phase, 'cancel');
  if (!step) throw wrongPhase(request);
  await updateRequest(work.tx, loanId, { phase: step.to, endedAt: work.now });
  await notifyClient(work, work.actorId, 'loan-cancelled', {
    amountMinor: request.amount,
    currency: request.currency as CurrencyCode,
  });
  await announce(work, { userId: work.actorId, staff: true }, ['loans']);
}
