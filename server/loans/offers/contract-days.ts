import {
  type ContractClock,
  contractClock,
  type PayoutChoice,
  residenceZoneOf,
} from '#domain/loans/contract-clock.ts';
import { legalDay } from '#domain/time/days.ts';
import type { Work } from '../../work/work.ts';
import { contractLawOn } from './contract-law.ts';
import type { Borrower } from './queries.ts';

/** The days of a contract that is accepted now, by the law of this day (LC-10). */
export async function clockOfAcceptance(
  work: Pick<Work, 'tx' | 'now'>,
  borrower: Pick<Borrower, 'country' | 'postalCode'>,
  payoutChoice: PayoutChoice,
): Promise<ContractClock> {
  const { periods } = await contractLawOn(work.tx, legalDay(work.now));
  return contractClock({
    acceptedAt: work.now,
    payoutChoice,
    residenceZone: residenceZoneOf(borrower),
    periods,
  });
}

/** The columns of a contract that say its days. */
export function daysOfContract(clock: ContractClock) {
  return {
    noPaymentUntilDay: clock.noPaymentUntilDay,
    agreementLastDay: clock.agreementLastDay,
    earliestPayoutDay: clock.earliestPayoutDay,
    payoutDay: clock.payoutDay,
    withdrawalLastDay: clock.withdrawalLastDay,
    withdrawalEndsAt: clock.withdrawalDeadline,
    reminderDay: clock.withdrawalReminderDay,
  };
}
