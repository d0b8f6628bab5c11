import { referenceNumber } from '../../ids.ts';
import type { Work } from '../../work/work.ts';
import type { GrantedLoan } from '../queries.ts';
import { clockOfAcceptance, daysOfContract } from './contract-days.ts';
import { borrowerOf, insertContract } from './queries.ts';

/**
 * Writes the contract of a loan that a demonstration pays out at its approval (LC-2, LC-4): accepted and agreed now, so that the right to
 * withdraw and its days are those of any contract.
 */
export async function writeDirectContract(work: Work, loan: GrantedLoan): Promise<void> {
  const borrower = await borrowerOf(work.tx, loan.clientAccountId);
  const clock = await clockOfAcceptance(work, borrower, 'earliest');
  await insertContract(work.tx, {
    id: loan.id,
    reference: referenceNumber('CTR', work.now, loan.id),
    acceptedAt: work.now,
    payoutChoice: 'earliest',
    ...daysOfContract(clock),
    payoutDay: clock.acceptanceDay,
    agreedAt: work.now,
    agreedBy: work.actorId,
  });
}
