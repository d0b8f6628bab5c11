import { Refusal } from '#domain/errors.ts';
import { extendedWithdrawal, residenceZoneOf } from '#domain/loans/contract-clock.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../../audit/audit.ts';
import { announce } from '../../notifications/live.ts';
import { notifyClient } from '../../notifications/notify.ts';
import type { Work } from '../../work/work.ts';
import { wrongPhase } from '../file/own-request.ts';
import { contractLawOn } from './contract-law.ts';
import { lockForEvent } from './issue-offer.ts';
import { borrowerOf, contractOf, updateContract } from './queries.ts';

/**
 * Flags that the sheet or the contract lacked a compulsory item: the client may withdraw for twelve months and fourteen days from the acceptance
 * (`withdrawal.extended`, LC-55), and is told. It is set once.
 * @throws Refusal `not-found`; `loan.wrong-phase`, also when it is set.
 */
export async function extendWithdrawal(
  work: Work,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<void> {
  const { request } = await lockForEvent(work, id, 'extend-withdrawal');
  const contract = await contractOf(work.tx, id);
  if (!contract) throw new Refusal('not-found');
  if (contract.extendedAt) throw wrongPhase(request);
  const borrower = await borrowerOf(work.tx, request.clientAccountId);
  const acceptanceDay = legalDay(contract.acceptedAt);
  const law = await contractLawOn(work.tx, acceptanceDay);
  const { withdrawalLastDay, withdrawalDeadline } = extendedWithdrawal({
    acceptanceDay,
    residenceZone: residenceZoneOf(borrower),
    periods: law.periods,
    months: law['withdrawal.extended'],
  });
  await updateContract(work.tx, id, {
    withdrawalLastDay,
    withdrawalEndsAt: withdrawalDeadline,
    extendedAt: work.now,
    extendedBy: work.actorId,
    extensionReason: reason,
  });
  audit(work, {
    operation: 'loanOffers.extendWithdrawal',
    clientAccountId: request.clientAccountId,
    subjectId: id,
    before: null,
    after: { reasonNote: reason, lastDay: withdrawalLastDay },
  });
  await notifyClient(work, borrower.userId, 'loan-withdrawal-extended', {
    reference: contract.reference,
    withdrawalLastDay,
  });
  await announce(work, { userId: borrower.userId, staff: true }, ['loans']);
}
