import type * as z from 'zod/mini';
import type { loanOffersContract } from '#contract/loan-offers.ts';
import { ACCEPTANCE_STATEMENTS } from '#domain/loans/contract.ts';
import { contractClock, offerClock, residenceZoneOf } from '#domain/loans/contract-clock.ts';
import { mayGivePayoutAccount } from '#domain/loans/payout-account.ts';
import { findTransition, type LoanPhase } from '#domain/loans/phases.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import { cameBack } from '#domain/withdrawals/phases.ts';
import type { Db } from '../../db/database.ts';
import { fill } from '../../papers/words.ts';
import { lastPayoutOf } from '../../transfers/loan-payout.ts';
import { contractLawOn } from './contract-law.ts';
import {
  type Borrower,
  borrowerOf,
  type ContractRow,
  contractOf,
  grantedLoanOf,
  type OfferRow,
  offerOf,
  papersOf,
} from './queries.ts';
import { sumOwedOn } from './sum-owed.ts';

type Reading = z.infer<(typeof loanOffersContract.show)['~orpc']['outputSchema'] & z.ZodMiniType>;

async function presentOffer(db: Db, row: OfferRow, borrower: Borrower, now: Date) {
  const { periods } = await contractLawOn(db, legalDay(now));
  const residenceZone = residenceZoneOf(borrower);
  const clockFor = (payoutChoice: 'earliest' | 'after-withdrawal') =>
    contractClock({ acceptedAt: now, payoutChoice, residenceZone, periods });
  const clock = clockFor('earliest');
  const { sentAt, validDays, isExtended } = row;
  return {
    reference: row.reference,
    issuedAt: row.issuedAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    lastAcceptanceDay: sentAt ? offerClock({ sentAt, validDays, isExtended }).lastAcceptanceDay : null,
    amountMinor: row.principal,
    currency: row.currency as CurrencyCode,
    annualRateBps: row.annualRateBps,
    durationMonths: row.durationMonths,
    instalmentMinor: row.instalment,
    lastInstalmentMinor: row.lastInstalment,
    totalDueMinor: row.totalDue,
    largestFirstInstalmentMinor: row.largestFirstInstalment,
    dailyInterestMinor: row.dailyInterest,
    taegBps: row.taegBps,
    setHash: row.setHash,
    statements: ACCEPTANCE_STATEMENTS.map((text) => fill(text, { reference: row.reference })),
    ifAcceptedNow: {
      noPaymentUntilDay: clock.noPaymentUntilDay,
      earliestPayoutDay: clock.earliestPayoutDay,
      payoutDay: clock.payoutDay,
      payoutDayAfterWithdrawal: clockFor('after-withdrawal').payoutDay,
      withdrawalLastDay: clock.withdrawalLastDay,
    },
  };
}

async function toReturn(db: Db, row: ContractRow, now: Date) {
  const loan = row.returnBy && !row.returnedAt ? await grantedLoanOf(db, row.id) : null;
  if (!loan || !row.returnBy) return null;
  const law = await contractLawOn(db, legalDay(row.acceptedAt));
  const owed = await sumOwedOn(db, { loan, contract: row, law }, legalDay(now));
  if (!owed) return null;
  const { capitalMinor, interestMinor, paidMinor, totalMinor, isLate } = owed;
  return {
    byDay: row.returnBy,
    capitalMinor,
    interestMinor,
    paidMinor,
    totalMinor,
    dailyInterestMinor: owed.dailyInterestMinor,
    isLate,
  };
}

/** The account and the transfer of a payout that goes to another bank (LC-6); null for one that goes to the account here. */
async function presentPayout(db: Db, row: ContractRow, phase: LoanPhase) {
  if (!row.paysOutside) return null;
  const last = await lastPayoutOf(db, row.id);
  const isBack = last !== null && cameBack(last.phase);
  const canChange = mayGivePayoutAccount(phase, isBack);
  const { payoutIban, payoutBank, payoutCheck, payoutGivenAt } = row;
  const account =
    payoutIban && payoutBank && payoutCheck && payoutGivenAt
      ? {
          iban: payoutIban,
          bankName: payoutBank,
          givenAt: payoutGivenAt.toISOString(),
          check: payoutCheck,
          isVerified: row.payoutVerifiedAt !== null,
        }
      : null;
  return {
    // An account that waits for its verification is given: the money that came back leaves once it is verified.
    isAsked: canChange && (account === null || (phase === 'active' && account.isVerified)),
    canChange,
    isBack,
    account,
    transfer: last && {
      amountMinor: last.amount,
      iban: last.iban,
      phase: last.phase,
      settledOn: last.settledOn,
      returnedOn: last.returnedOn,
    },
  };
}

async function presentContract(db: Db, row: ContractRow, phase: LoanPhase, now: Date) {
  const payout = await presentPayout(db, row, phase);
  return {
    reference: row.reference,
    acceptedAt: row.acceptedAt.toISOString(),
    noPaymentUntilDay: row.noPaymentUntilDay,
    agreementLastDay: row.agreementLastDay,
    earliestPayoutDay: row.earliestPayoutDay,
    payoutDay: row.payoutDay,
    withdrawalLastDay: row.withdrawalLastDay,
    withdrawalEndsAt: row.withdrawalEndsAt.toISOString(),
    withdrawalExtendedAt: row.extendedAt?.toISOString() ?? null,
    canWithdraw:
      findTransition(phase, 'withdraw') !== null && (now < row.withdrawalEndsAt || payout?.isBack === true),
    dueDay: row.dueDay,
    agreedAt: row.agreedAt?.toISOString() ?? null,
    lateAgreedAt: row.lateAgreedAt?.toISOString() ?? null,
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
    payout,
    toReturn: await toReturn(db, row, now),
  };
}

/** The offer and the contract of a loan as they stand at a moment, with their papers. */
export async function readContract(
  db: Db,
  loan: { readonly id: string; readonly clientAccountId: string; readonly phase: LoanPhase },
  now: Date,
): Promise<Reading> {
  const offer = await offerOf(db, loan.id);
  const contract = await contractOf(db, loan.id);
  const borrower = offer && (await borrowerOf(db, loan.clientAccountId));
  return {
    offer: offer && borrower && (await presentOffer(db, offer, borrower, now)),
    contract: contract && (await presentContract(db, contract, loan.phase, now)),
    papers: (await papersOf(db, loan.id)).map(({ approvedBy: _, openedAt, madeAt, ...paper }) => ({
      ...paper,
      openedAt: openedAt?.toISOString() ?? null,
      madeAt: madeAt.toISOString(),
    })),
  };
}
