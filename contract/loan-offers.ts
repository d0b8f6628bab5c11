import * as z from 'zod/mini';
import { PAYOUT_CHOICES } from '#domain/loans/contract-clock.ts';
import { PAPER_KINDS } from '#domain/loans/contract-papers.ts';
import { DUE_DAYS } from '#domain/loans/first-period.ts';
import { LOAN_PHASES } from '#domain/loans/phases.ts';
import { REJECTION_REASONS } from '#domain/loans/request.ts';
import { route } from './route.ts';
import { byId, currencyCode, day, empty, file, id, instant } from './values.ts';

const tag = 'Loan contracts';
const pdf = file('application/pdf');
/** A box that has to be ticked: anything else is refused (LC-43). */
const ticked = z.literal(true, 'validation.required');
const seenPhase = z.enum(LOAN_PHASES);

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
  /** Whether « Renoncer au contrat ici » is there now. */
  canWithdraw: z.boolean(),
  dueDay: z.nullable(z.int()),
  agreedAt: z.nullable(instant),
  /** The lender agreed after the contract had lapsed and waits for the client's word (LC-51). */
  lateAgreedAt: z.nullable(instant),
  withdrawnAt: z.nullable(instant),
  /** What is to be given back after a withdrawal, as of today; null when nothing is. */
  toReturn: z.nullable(
    z.object({
      byDay: day,
      capitalMinor: z.int(),
      interestMinor: z.int(),
      totalMinor: z.int(),
      dailyInterestMinor: z.int(),
      /** Whether that day is over: interest goes on at the same rate. */
      isLate: z.boolean(),
    }),
  ),
});

const reading = z.object({
  offer: z.nullable(offer),
  contract: z.nullable(contract),
  papers: z.array(paper),
});

/** The acceptance is an operation of its own name, `loans.accept` (LC-47): its confirmation is bound to all of these fields. */
export const accept = route({
  method: 'POST',
  path: '/loans/{id}/offer/acceptance',
  summary:
    'Accept the offer of contract: the three sentences ticked, its conditions and papers named, confirmed',
  tag,
  access: 'client',
  idempotent: true,
  refusals: [
    'auth.confirmation-required',
    'auth.second-factor-missing',
    'not-found',
    'loan.wrong-phase',
    'offer.expired',
    'offer.changed',
    'offer.unopened',
  ],
})
  .input(
    z.strictObject({
      id,
      amountMinor: z.int(),
      annualRateBps: z.int(),
      durationMonths: z.int(),
      setHash: z.string().check(z.length(64)),
      hasReceivedPapers: ticked,
      keepsCopyWithSlip: ticked,
      acceptsOffer: ticked,
      /** Null is the day of the payout. */
      dueDay: z.nullable(z.literal([...DUE_DAYS], 'validation.choice')),
      payoutChoice: z.enum(PAYOUT_CHOICES, 'validation.choice'),
    }),
  )
  .output(reading);

export const loanOffersContract = {
  show: route({
    method: 'GET',
    path: '/loans/{id}/offer',
    summary: 'The offer and the contract of a loan, with its papers and days',
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(reading),
  paper: route({
    method: 'GET',
    path: '/loans/{id}/papers/{paperId}',
    summary: 'One paper of a contract as a PDF; the first reading is noted',
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(z.strictObject({ id, paperId: id }))
    .output(pdf),
  contractPdf: route({
    method: 'GET',
    path: '/loans/{id}/contract.pdf',
    summary: 'The contract as it was accepted, as a PDF',
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(pdf),
  decline: route({
    method: 'POST',
    path: '/loans/{id}/offer/decline',
    summary: 'Decline the offer of contract',
    tag,
    access: 'client',
    idempotent: true,
    refusals: ['not-found', 'loan.wrong-phase'],
  })
    .input(byId)
    .output(empty),
  confirmLateAgreement: route({
    method: 'POST',
    path: '/loans/{id}/offer/confirmation',
    summary: 'Say that the credit is still wanted, after the lender agreed late',
    tag,
    access: 'client',
    idempotent: true,
    refusals: ['auth.confirmation-required', 'auth.second-factor-missing', 'not-found', 'loan.wrong-phase'],
  })
    .input(z.strictObject({ id, stillWants: ticked }))
    .output(empty),
  showConsent: route({
    method: 'GET',
    path: '/durable-medium-consent',
    summary: 'Whether the client said that they can receive and keep documents as PDF',
    tag,
    access: 'client',
  }).output(z.object({ statement: z.string(), givenAt: z.nullable(instant), holds: z.boolean() })),
  consentToPdf: route({
    method: 'POST',
    path: '/durable-medium-consent',
    summary:
      'Say that documents can be received and kept as PDF, by mail and in the area; asked again every twelve months',
    tag,
    access: 'client',
    idempotent: true,
  })
    .input(z.strictObject({ canKeepPdf: ticked }))
    .output(empty),
  withdraw: route({
    method: 'POST',
    path: '/loans/{id}/retraction',
    summary: 'Withdraw from the contract of a loan, without a reason',
    tag,
    access: 'client',
    idempotent: true,
    refusals: ['not-found', 'loan.wrong-phase', 'retraction.too-late'],
  })
    .input(byId)
    .output(reading),
  returnSum: route({
    method: 'POST',
    path: '/loans/{id}/retraction/repayment',
    summary: 'Give back the sum of a loan after withdrawing from its contract',
    tag,
    access: 'client',
    idempotent: true,
    refusals: ['auth.confirmation-required', 'not-found', 'loan.wrong-phase', 'collection.insufficient'],
  })
    .input(byId)
    .output(reading),
  declareWithdrawal: route({
    method: 'POST',
    path: '/retractions',
    summary:
      'Withdraw from a contract without signing in; the answer does not say whether the contract exists',
    tag,
    access: 'anyone',
    idempotent: true,
    refusals: ['request.too-many'],
  })
    .input(
      z.strictObject({
        name: z
          .string()
          .check(z.trim(), z.minLength(2, 'validation.required'), z.maxLength(120, 'validation.tooLong')),
        reference: z
          .string()
          .check(z.trim(), z.minLength(3, 'validation.required'), z.maxLength(60, 'validation.tooLong')),
        email: z
          .string()
          .check(z.trim(), z.email('validation.email'), z.maxLength(254, 'validation.tooLong')),
      }),
    )
    .output(z.object({ declaredAt: instant })),

  review: route({
    method: 'GET',
    path: '/admin/loans/{id}/offer',
    summary: 'The offer and contract of one loan, and what an offer on it still lacks',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(
      z.extend(reading, {
        phase: z.enum(LOAN_PHASES),
        /** The guards that fail, in the order of LC-41, each as a refusal of the offer would say it; empty when nothing is missing. */
        missing: z.array(
          z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }),
        ),
        usury: z.object({ ceilingBps: z.int(), isLoaded: z.boolean() }),
        /** Whether the offer was made by the person who asks. */
        isIssuer: z.boolean(),
        /** Whether they may agree to it all the same: a demonstration with one administrator (LC-49). */
        mayAgreeAlone: z.boolean(),
      }),
    ),
  reviewPaper: route({
    method: 'GET',
    path: '/admin/loans/{id}/papers/{paperId}',
    summary: 'One paper of a contract as a PDF',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(z.strictObject({ id, paperId: id }))
    .output(pdf),
  issue: route({
    method: 'POST',
    path: '/admin/loans/{id}/offer',
    summary: 'Make the offer of contract: guards, frozen conditions, papers, mail',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      'not-found',
      'loan.wrong-phase',
      'loan.status-forbids',
      'loan.frozen',
      'loan.outside-terms',
      'file.incomplete',
      'client.paper-required',
      'usury.quarter-missing',
      'usury.above',
      'offer.template-missing',
    ],
  })
    .input(
      z.strictObject({
        id,
        seenPhase,
        /** Why beyond the policy of the house (LC-22), and why in spite of a listing (LC-21). */
        policyReason: z.optional(z.string().check(z.trim(), z.maxLength(500, 'validation.tooLong'))),
        ficpReason: z.optional(z.string().check(z.trim(), z.maxLength(500, 'validation.tooLong'))),
      }),
    )
    .output(reading),
  decideAgreement: route({
    method: 'POST',
    path: '/admin/loans/{id}/agreement',
    summary:
      'Agree to an accepted contract, by another person than who made its offer, or refuse it with a reason',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'not-found',
      'loan.wrong-phase',
      'loan.other-person-required',
      'file.ficp-missing',
      'loan.reason-required',
      'usury.quarter-missing',
      'usury.above',
      'agreement.too-late',
    ],
  })
    .input(
      z.strictObject({
        id,
        action: z.enum(['agree', 'refuse']),
        seenPhase,
        reasonCode: z.optional(z.enum(REJECTION_REASONS)),
        reasonNote: z.optional(z.string().check(z.trim(), z.maxLength(500, 'validation.tooLong'))),
      }),
    )
    .output(reading),
  closeContract: route({
    method: 'POST',
    path: '/admin/loans/{id}/retraction',
    summary:
      "Write down a client's withdrawal that came on paper or by mail, by the day on which it was sent",
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'loan.wrong-phase', 'retraction.too-late'],
  })
    .input(
      z.strictObject({
        id,
        way: z.enum(['paper', 'mail'], 'validation.choice'),
        sentOn: day,
        /** The declaration of the public page that it answers. */
        declarationId: z.optional(id),
      }),
    )
    .output(empty),
  declarations: route({
    method: 'GET',
    path: '/admin/retraction-declarations',
    summary: 'Declarations of the public page that no contract of that reference and address answers to',
    tag,
    access: 'staff',
  }).output(
    z.object({
      declarations: z.array(
        z.object({ id, declaredAt: instant, name: z.string(), reference: z.string(), email: z.string() }),
      ),
    }),
  ),
};
