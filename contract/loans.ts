import * as z from 'zod/mini';
import { ACCOUNT_TYPES } from '#domain/accounts/account.ts';
import { LOAN_FILTERS } from '#domain/desk/request-list.ts';
import { optionalText } from '#domain/fields.ts';
import { FREEZE_KINDS } from '#domain/loans/freezes.ts';
import { LENDER_ANSWERS } from '#domain/loans/intermediation.ts';
import { ARREARS_BUCKETS } from '#domain/loans/loan-state.ts';
import { LOAN_ACTIONS, LOAN_PHASES, LOAN_SUBS, loanStatus } from '#domain/loans/phases.ts';
import { PRODUCT_IDS } from '#domain/loans/products.ts';
import { loanRequestInput, REJECTION_REASONS } from '#domain/loans/request.ts';
import { loanHistory } from './loan-history.ts';
import { accept } from './loan-offers.ts';
import { route } from './route.ts';
import {
  byId,
  currencyCode,
  day,
  decision,
  dueAt,
  followedBy,
  id,
  instant,
  movementDetails,
  rateOfSchedule,
  requestListInput,
  requestListOutput,
} from './values.ts';

const tag = 'Loans';

/** Where a loan in repayment stands today. Amounts in minor units of the loan's currency. */
export const loanPosition = z.object({
  /** The first instalment that is neither paid nor late; null when there is none. */
  next: z.nullable(z.object({ number: z.int(), dueDate: day, amountMinor: z.int() })),
  /** Capital not paid yet, due or not. */
  capitalLeftMinor: z.int(),
  /** Paid in advance and held on the account until the next due date (LC-71). */
  advanceMinor: z.int(),
  /** What is late; null when nothing is. */
  arrears: z.nullable(
    z.object({
      instalments: z.int(),
      /** The due date of the oldest; null when only late interest, an indemnity or costs are left. */
      since: z.nullable(day),
      /** Capital, interest, late interest, indemnity and taxed costs. */
      totalMinor: z.int(),
      lateInterestMinor: z.int(),
      /** Legal indemnity that was charged and is not paid (LC-77). */
      indemnityMinor: z.int(),
      /** Costs that a court has taxed and that are not paid (LC-75). */
      costsMinor: z.int(),
      /** Late interest of one more day. */
      perDayMinor: z.int(),
      daysPastDue: z.int(),
      bucket: z.enum(ARREARS_BUCKETS),
    }),
  ),
});

/** A loan request as its client sees it. */
export const loan = z.object({
  id,
  amountMinor: z.int(),
  currency: currencyCode,
  durationMonths: z.int(),
  monthlyIncomeMinor: z.int(),
  purpose: z.string(),
  /** The product asked for; null when the client named none. */
  product: z.nullable(z.enum(PRODUCT_IDS)),
  documentsUrl: z.nullable(z.string()),
  status: loanStatus,
  /** Where the loan stands in its life; the status follows from it. */
  phase: z.enum(LOAN_PHASES),
  /** What the second line of the status says; null when there is none. */
  sub: z.nullable(z.enum(LOAN_SUBS)),
  /** The day that this line names; null for a line without one. */
  subDay: z.nullable(day),
  /** Fixed nominal rate of the offer, in hundredths of a percent. */
  annualRateBps: z.int(),
  instalmentMinor: z.int(),
  reasonCode: z.nullable(z.enum(REJECTION_REASONS)),
  reasonNote: z.nullable(z.string()),
  createdAt: instant,
  reviewedAt: z.nullable(instant),
  paidOutAt: z.nullable(instant),
  /** Due date of the first instalment; null until the loan is paid out. */
  firstDueDate: z.nullable(day),
  /** How many instalments are late. */
  lateInstalments: z.int(),
  /** Null in the lists of the back office and the overview, and unless the loan is in repayment. */
  position: z.nullable(loanPosition),
  /** Why the loan is frozen: nothing is collected, and of over-indebtedness nothing can be paid. Null when it is not. */
  freeze: z.nullable(z.enum(FREEZE_KINDS)),
  /** The day on which the loan ended; null while it runs. */
  endedOn: z.nullable(day),
  /** Of a house that does not lend (LC-6): the lenders that the client agreed to, and the one that the request was handed to; null elsewhere. */
  intermediation: z.nullable(
    z.object({
      lenders: z.array(z.string()),
      lender: z.nullable(z.string()),
      sentOn: z.nullable(day),
      answeredOn: z.nullable(day),
    }),
  ),
});

/** The running schedule of a loan, with what was paid of it. Amounts in minor units of the loan's currency. */
const scheduleOutput = z.object({
  schedule: z.object({
    rows: z.array(
      z.object({
        number: z.int(),
        dueDate: day,
        instalmentMinor: z.int(),
        interestMinor: z.int(),
        /** Its share of interest that a measure postponed, within the interest (LC-88). */
        deferredInterestMinor: z.int(),
        principalMinor: z.int(),
        remainingMinor: z.int(),
        /** What was paid of it. */
        paidMinor: z.int(),
        /** The day on which it was paid whole; null until then. */
        settledOn: z.nullable(day),
        /** Whether it was missed and is not paid whole. */
        isLate: z.boolean(),
      }),
    ),
    /** The day on which it was made and that of the schedule it takes the place of (LC-62); null for the first. */
    replaces: z.nullable(z.object({ madeOn: day, before: day })),
    instalmentMinor: z.int(),
    lastInstalmentMinor: z.int(),
    totalDueMinor: z.int(),
    totalInterestMinor: z.int(),
    /** The rates of the rows to come: one that a judge set for a time, and after it the loan's own (LC-91). */
    rates: z.array(rateOfSchedule),
    /** Interest of single days within the totals: of those before the first whole month, or before a new due day (LC-64, LC-68). */
    dayInterest: z.array(
      z.object({
        /** The row that demands it. */
        number: z.int(),
        /** The day from which it runs, itself not counted. */
        fromDay: day,
        toDay: day,
        interestMinor: z.int(),
      }),
    ),
    /** Capital that left the loan beside the rows: with it their capital sums to the loan (LC-89, LC-97). */
    capitalBeside: z.array(
      z.object({
        event: z.enum(['early-repayment', 'loan-payoff', 'loan-remission']),
        day,
        capitalMinor: z.int(),
        /** Interest that was paid with it. */
        interestMinor: z.int(),
      }),
    ),
  }),
});

/** The same request as the back office sees it, with whom it concerns and their means. */
export const reviewedLoan = z.extend(loan, {
  /** Null for a reader who may not see it (STAFF-5). */
  monthlyIncomeMinor: z.nullable(z.int()),
  client: z.object({
    accountId: id,
    displayName: z.string(),
    email: z.string(),
    balanceMinor: z.int(),
    currency: currencyCode,
    isActivated: z.boolean(),
    /** Their other loans: what a month of those that run costs, and of the requests that wait. */
    commitments: z.object({
      runningLoans: z.int(),
      runningInstalmentsMinor: z.int(),
      openRequests: z.int(),
      openInstalmentsMinor: z.int(),
    }),
  }),
  amountEurMinor: z.int(),
  /** The share of income that instalments may take by the policy of today, in basis points (LC-22). */
  debtRatioPolicyBps: z.int(),
  decision,
  followedBy,
  /** Since when the approval of others is awaited for it (FOUR-10); null when nothing waits. */
  approvalSince: z.nullable(instant),
  dueAt,
});

/** One request as the staff who decide it see it. */
export const examinedLoan = z.extend(reviewedLoan, {
  /** Where the house transmits requests and decides none (LC-6); null where it lends and none was handed over. */
  transmission: z.nullable(
    z.object({
      /** The lenders that the client agreed to and that the institution names still. */
      lenders: z.array(z.object({ code: z.string(), name: z.string(), agreedAt: instant })),
      sent: z.nullable(
        z.object({
          lender: z.string(),
          at: instant,
          by: z.nullable(z.string()),
          note: z.nullable(z.string()),
          /** Of the paper that the lender gets. */
          sha256: z.string(),
          answer: z.nullable(z.enum(LENDER_ANSWERS)),
          answeredAt: z.nullable(instant),
          answeredBy: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  facts: z.object({
    client: z.object({
      since: instant,
      accountType: z.enum(ACCOUNT_TYPES),
      dateOfBirth: z.nullable(day),
      /** When the staff last verified a document of their identity, of this request or of one before; null when never. */
      identityVerifiedAt: z.nullable(instant),
      /** Whether the staff placed a warning, and whether their assets are frozen; null for a reader who may not see it. */
      isWarned: z.nullable(z.boolean()),
      isFrozen: z.nullable(z.boolean()),
    }),
    /** The balance less what is held for transfers, in the currency of the account. */
    availableMinor: z.int(),
    /** Instalments of all their loans that were missed: those that are late now, and all there ever were. */
    missedPayments: z.object({ late: z.int(), ever: z.int() }),
    /** The last movements of their account, the latest first. */
    lastMovements: z.array(
      z.object({
        id,
        at: instant,
        amountMinor: z.int(),
        event: z.string(),
        description: z.nullable(z.string()),
        details: movementDetails,
      }),
    ),
    /** Their requests before this one, the latest first. */
    earlier: z.array(
      z.object({
        id,
        createdAt: instant,
        amountMinor: z.int(),
        currency: currencyCode,
        status: loanStatus,
        /** Whether its loan has not ended. */
        isRunning: z.boolean(),
      }),
    ),
  }),
});

export const loansContract = {
  list: route({
    method: 'GET',
    path: '/loans',
    summary: "The client's own loan requests, newest first",
    tag,
    access: 'client',
  }).output(z.object({ loans: z.array(loan) })),
  request: route({
    method: 'POST',
    path: '/loans',
    summary: 'Ask for a loan',
    tag,
    access: 'client',
    idempotent: true,
    refusals: ['loan.under-age', 'loan.outside-terms', 'loan.euro-only', 'loan.lender-required'],
  })
    .input(z.strictObject(loanRequestInput.shape))
    .output(z.object({ loan })),
  show: route({
    method: 'GET',
    path: '/loans/{id}',
    summary: "One of the client's own loan requests",
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(z.object({ loan })),
  schedule: route({
    method: 'GET',
    path: '/loans/{id}/schedule',
    summary: "The schedule of one of the client's own loans; none before the payout",
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(scheduleOutput),
  accept,
  review: route({
    method: 'GET',
    path: '/admin/loans',
    summary: 'All loan requests by state, searched by client, the newest first unless asked otherwise',
    tag,
    access: 'staff',
  })
    .input(z.strictObject({ status: z.optional(loanStatus), ...requestListInput, ...LOAN_FILTERS }))
    .output(z.object({ loans: z.array(reviewedLoan), ...requestListOutput })),
  reviewOne: route({
    method: 'GET',
    path: '/admin/loans/{id}',
    summary: 'One loan request with the situation of its client',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(z.object({ loan: examinedLoan })),
  reviewSchedule: route({
    method: 'GET',
    path: '/admin/loans/{id}/schedule',
    summary: 'The schedule of one loan; none before the payout',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(scheduleOutput),
  reviewPostings: route({
    method: 'GET',
    path: '/admin/loans/{id}/postings',
    summary: 'What was posted on the accounts of one loan, and the versions of its schedule',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(loanHistory),
  decide: route({
    method: 'POST',
    path: '/admin/loans/{id}/decision',
    summary: 'Approve (and pay out), take in hand, or reject with a reason',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'not-found',
      'loan.already-decided',
      'loan.frozen',
      'client.frozen',
      'loan.outside-durations',
      'loan.outside-terms',
      'rate.unknown',
      'loan.status-forbids',
      'loan.contract-required',
      'loan.reason-required',
      'ledger.balance-too-high',
    ],
  })
    .input(
      z.strictObject({
        id,
        action: z.enum(LOAN_ACTIONS),
        /** The status that was shown: once it is another one, a colleague was faster and nothing is decided. */
        seenStatus: z.optional(loanStatus),
        reasonCode: z.optional(z.enum(REJECTION_REASONS)),
        reasonNote: z.optional(z.string().check(z.trim(), z.maxLength(500, 'validation.tooLong'))),
        /** Why beyond the policy of the house, and why in spite of a listing in the FICP (LC-21, LC-22). */
        policyReason: optionalText(500),
        ficpReason: optionalText(500),
      }),
    )
    .output(
      z.object({
        loan: reviewedLoan,
        /** The client's balance after the decision, in the account's currency. */
        balanceMinor: z.int(),
        currency: currencyCode,
        referenceNumber: z.nullable(z.string()),
      }),
    ),
};
