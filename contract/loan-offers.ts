import * as z from 'zod/mini';
import { withdrawalExtensionReason } from '#domain/loans/contract.ts';
import { PAYOUT_CHOICES } from '#domain/loans/contract-clock.ts';
import { DUE_DAYS } from '#domain/loans/first-period.ts';
import { payoutAccountInput } from '#domain/loans/payout-account.ts';
import { LOAN_PHASES } from '#domain/loans/phases.ts';
import { REJECTION_REASONS } from '#domain/loans/request.ts';
import { payeeIban } from '#domain/payees/payee.ts';
import { reading } from './loan-contract.ts';
import { route } from './route.ts';
import { byId, day, empty, file, id, instant } from './values.ts';

const tag = 'Loan contracts';
const pdf = file('application/pdf');
/** A box that has to be ticked: anything else is refused (LC-43). */
const ticked = z.literal(true, 'validation.required');
const seenPhase = z.enum(LOAN_PHASES);

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
    refusals: [
      'auth.confirmation-required',
      'not-found',
      'loan.wrong-phase',
      'collection.insufficient',
      'repayment.not-possible',
    ],
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

  givePayoutAccount: route({
    method: 'POST',
    path: '/loans/{id}/payout-account',
    summary:
      "Give the account at another bank, in the borrower's own name, that a finance company pays the loan out to",
    tag,
    access: 'client',
    idempotent: true,
    refusals: [
      'auth.confirmation-required',
      'not-found',
      'loan.wrong-phase',
      'loan.frozen',
      'loan.payout-account-not-possible',
      'loan.payout-account-not-yours',
      'payee-check.too-many',
    ],
  })
    .input(z.strictObject({ id, ...payoutAccountInput }))
    .output(reading),
  verifyPayoutAccount: route({
    method: 'POST',
    path: '/admin/loans/{id}/payout-account-verification',
    summary:
      "Say that the account of a payout is the borrower's, after its details were seen, where the check of its holder could not",
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['auth.confirmation-required', 'not-found', 'loan.wrong-phase', 'loan.frozen'],
  })
    .input(z.strictObject({ id, iban: payeeIban }))
    .output(reading),

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
      'loan.outside-durations',
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
      'loan.status-forbids',
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
  extendWithdrawal: route({
    method: 'POST',
    path: '/admin/loans/{id}/retraction-extension',
    summary:
      'Flag that the sheet or the contract lacked a compulsory item: the client may withdraw for twelve months and fourteen days (LC-55)',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'loan.wrong-phase'],
  })
    .input(z.strictObject({ id, reason: withdrawalExtensionReason }))
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
  answerDeclaration: route({
    method: 'POST',
    path: '/admin/retraction-declarations/{id}/answer',
    summary:
      'Answer a declaration of the public page: by the contract it is about, or close it once its author was told that there is none',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'loan.wrong-phase', 'retraction.too-late'],
  })
    .input(
      z.strictObject({
        id,
        /** Null closes it without a contract. */
        contractReference: z.nullable(
          z
            .string()
            .check(z.trim(), z.minLength(1, 'validation.required'), z.maxLength(40, 'validation.tooLong')),
        ),
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
