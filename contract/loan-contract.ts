import * as z from 'zod/mini';
import { PAPER_KINDS } from '#domain/loans/contract-papers.ts';
import { PAYEE_CHECK_RESULTS } from '#domain/payees/payee-check.ts';
import { TRANSFER_PHASES } from '#domain/withdrawals/phases.ts';
import { currencyCode, day, id, instant } from './values.ts';

/** What the API answers of an offer and the contract made of it. */

const paper = z.object({
  id,
  kind: z.enum(PAPER_KINDS),
  templateVersion: z.string(),
  sha256: z.string(),
  madeAt: instant,
  /** When the client first opened it; null until then. */
  openedAt: z.nullable(instant),
});

/** The conditions of an offer, frozen (LC-34). Amounts in minor units of `currency`. */
const offer = z.object({
  reference: z.string(),
  issuedAt: instant,
  /** When the mail with the papers was taken by its mail server: the offer counts from then. Null until then. */
  sentAt: z.nullable(instant),
  lastAcceptanceDay: z.nullable(day),
  amountMinor: z.int(),
  currency: currencyCode,
  annualRateBps: z.int(),
  durationMonths: z.int(),
  instalmentMinor: z.int(),
  lastInstalmentMinor: z.int(),
  totalDueMinor: z.int(),
  largestFirstInstalmentMinor: z.int(),
  dailyInterestMinor: z.int(),
  taegBps: z.int(),
  setHash: z.string(),
  /** The sentences to be ticked, as they read for this offer (LC-43). */
  statements: z.array(z.string()),
  /** The days of the contract if it is accepted now (LC-42, LC-44). */
  ifAcceptedNow: z.object({
    noPaymentUntilDay: day,
    earliestPayoutDay: day,
    payoutDay: day,
    payoutDayAfterWithdrawal: day,
    withdrawalLastDay: day,
  }),
});

/** An accepted contract with every day of LC-10. */
const contract = z.object({
  reference: z.string(),
  acceptedAt: instant,
  noPaymentUntilDay: day,
  agreementLastDay: day,
  earliestPayoutDay: day,
  payoutDay: day,
  withdrawalLastDay: day,
  withdrawalEndsAt: instant,
  /** When that time was made longer because a compulsory item was missing (LC-55); null for the plain time. */
  withdrawalExtendedAt: z.nullable(instant),
  /** Whether « Renoncer au contrat ici » is there now. */
  canWithdraw: z.boolean(),
  dueDay: z.nullable(z.int()),
  agreedAt: z.nullable(instant),
  /** The lender agreed after the contract had lapsed and waits for the client's word (LC-51). */
  lateAgreedAt: z.nullable(instant),
  withdrawnAt: z.nullable(instant),
  /** The account at another bank that a finance company pays the loan out to (LC-6); null where it goes to the client's account here. */
  payout: z.nullable(
    z.object({
      /** Whether the borrower is to give it now: there is none, or the money came back. */
      isAsked: z.boolean(),
      /** Whether they may give another one. */
      canChange: z.boolean(),
      /** Whether the money came back, or was stopped: the borrower has nothing of it. */
      isBack: z.boolean(),
      account: z.nullable(
        z.object({
          iban: z.string(),
          bankName: z.string(),
          givenAt: instant,
          check: z.enum(PAYEE_CHECK_RESULTS),
          /** Known to be the borrower's; until then a person of the staff looks at it, and nothing is sent. */
          isVerified: z.boolean(),
        }),
      ),
      /** The last transfer; null before the payout. */
      transfer: z.nullable(
        z.object({
          amountMinor: z.int(),
          iban: z.string(),
          phase: z.enum(TRANSFER_PHASES),
          settledOn: z.nullable(day),
          returnedOn: z.nullable(day),
        }),
      ),
    }),
  ),
  /** What is to be given back after a withdrawal, as of today; null when nothing is. */
  toReturn: z.nullable(
    z.object({
      byDay: day,
      capitalMinor: z.int(),
      interestMinor: z.int(),
      /** What was paid before the withdrawal and is taken off (LC-57). */
      paidMinor: z.int(),
      totalMinor: z.int(),
      dailyInterestMinor: z.int(),
      /** Whether that day is over: interest goes on at the same rate. */
      isLate: z.boolean(),
    }),
  ),
});

export const reading = z.object({
  offer: z.nullable(offer),
  contract: z.nullable(contract),
  papers: z.array(paper),
});
