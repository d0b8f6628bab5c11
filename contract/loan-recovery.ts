import * as z from 'zod/mini';
import { FREEZE_KINDS, STAFF_FREEZES } from '#domain/loans/freezes.ts';
import { ARREARS_BUCKETS } from '#domain/loans/loan-state.ts';
import { LOAN_PHASES } from '#domain/loans/phases.ts';
import {
  FICP_CAUSES,
  formalNoticeInput,
  NOTICE_OUTCOMES,
  RECOVERY_ACTS,
  RECOVERY_LETTERS,
  recoveryDocument,
  recoveryInput,
  recoveryReason,
} from '#domain/loans/recovery.ts';
import { positiveAmountMinor } from '#domain/money/fields.ts';
import { GOVERNED_OPERATIONS } from '#domain/proposals/policy.ts';
import { route } from './route.ts';
import { byId, currencyCode, day, file, id, instant, pageInput, pageOutput } from './values.ts';

const tag = 'Loan recovery';

/** What an accelerated loan, or one that would be accelerated today, owes. Minor units of the loan's currency. */
const claim = z.object({
  interestMinor: z.int(),
  capitalMinor: z.int(),
  lateInterestMinor: z.int(),
  indemnityMinor: z.int(),
  /** Costs that a court has taxed (LC-75). */
  costsMinor: z.int(),
  totalMinor: z.int(),
  /** Late interest of one more day. */
  perDayMinor: z.int(),
});

const formalNotice = z.object({
  sentOn: day,
  /** The last day to pay. */
  lastDay: day,
  amountMinor: z.int(),
  instalments: z.int(),
  registeredNumber: z.nullable(z.string()),
  endedOn: z.nullable(day),
  outcome: z.nullable(z.enum(NOTICE_OUTCOMES)),
});

const freeze = z.object({ kind: z.enum(FREEZE_KINDS), fromDay: day });

/** An incident for the FICP: what was told, declared, paid and deleted, each with its day (LC-83). */
const declaration = z.object({
  cause: z.enum(FICP_CAUSES),
  informedOn: day,
  declareFrom: day,
  declaredOn: z.nullable(day),
  regularisedOn: z.nullable(day),
  deletedOn: z.nullable(day),
});

const letter = z.object({ id, kind: z.enum(RECOVERY_LETTERS), day });

/** Where the recovery of a loan stands, as its client sees it. Amounts in minor units of the loan's currency. */
export const recovery = z.object({
  phase: z.enum(LOAN_PHASES),
  currency: currencyCode,
  /** The due date of the oldest late instalment; null when nothing is late. */
  lateSince: z.nullable(day),
  /** The last day to answer the offer of measures; null when none was made for this incident (LC-80). */
  measuresAnswerBy: z.nullable(day),
  /** The formal notice that runs. */
  notice: z.nullable(formalNotice),
  acceleratedOn: z.nullable(day),
  /** What is owed of an accelerated loan. */
  claim: z.nullable(claim),
  freeze: z.nullable(freeze),
  /** The incident that runs, or the last one whose deletion is not declared yet. */
  declaration: z.nullable(declaration),
  letters: z.array(letter),
});

const person = z.nullable(z.string());

/** The same for the staff, with what they decide on. */
export const reviewedRecovery = z.extend(recovery, {
  /** When the right to sue ends, and from when that is near (LC-85); null when nothing is late. */
  timeBar: z.nullable(z.object({ lastDay: day, alarmDay: day })),
  /** Whether a formal notice may be given today, and whether the loan may be accelerated. */
  mayGiveNotice: z.boolean(),
  /** What it would ask for today, and by when; null when none may be given. */
  noticeToGive: z.nullable(z.object({ amountMinor: z.int(), instalments: z.int(), lastDay: day })),
  mayAccelerate: z.boolean(),
  /** What an acceleration would demand today; null when the loan is not in repayment. */
  claimToday: z.nullable(claim),
  doubtfulOn: z.nullable(day),
  provisionMinor: z.int(),
  /** Capital and accrued interest in the books. */
  booksMinor: z.int(),
  writtenOffOn: z.nullable(day),
  /** What can still be claimed of a loan that was written off. */
  claimLeftMinor: z.nullable(z.int()),
  /** Interest that was received and no judgment gave back. */
  interestReceivedMinor: z.int(),
  notices: z.array(formalNotice),
  freezes: z.array(
    z.extend(freeze, { document: z.string(), liftedOn: z.nullable(day), liftedFor: z.nullable(z.string()) }),
  ),
  declarations: z.array(declaration),
  recoveries: z.array(z.object({ day, amountMinor: z.int(), document: z.string() })),
  /** That each letter was sent as it is kept. */
  letterProofs: z.array(
    z.object({
      id,
      /** SHA-256 of what it says and to whom, in hexadecimal. */
      sha256: z.string(),
      /** When the mail server took the mail that carries it; null while it has not, and where none was sent. */
      deliveredAt: z.nullable(instant),
    }),
  ),
  acts: z.array(
    z.object({
      id,
      act: z.enum(RECOVERY_ACTS),
      amountMinor: z.nullable(z.int()),
      reason: z.string(),
      /** The document on which it rests; null where the act has none. */
      document: z.nullable(z.string()),
      doneAt: instant,
      doneBy: person,
      /** The proposal by which it was approved (P-12); null where nobody was asked. */
      proposal: z.nullable(z.string()),
    }),
  ),
  /** The acts that wait for the approval of others, by operation (FOUR-10). */
  waiting: z.array(
    z.object({ id, reference: z.string(), operation: z.enum(GOVERNED_OPERATIONS), since: instant }),
  ),
});

export const lateLoan = z.object({
  loanId: id,
  accountId: id,
  clientName: z.string(),
  purpose: z.string(),
  phase: z.enum(LOAN_PHASES),
  currency: currencyCode,
  since: day,
  daysPastDue: z.int(),
  bucket: z.enum(ARREARS_BUCKETS),
  instalments: z.int(),
  /** Capital, interest and late interest. */
  totalMinor: z.int(),
  noticeLastDay: z.nullable(day),
  isDoubtful: z.boolean(),
  freeze: z.nullable(z.enum(FREEZE_KINDS)),
  timeBarOn: day,
});

const OF_RUNNING_LOAN = ['not-found', 'loan.wrong-phase', 'loan.frozen'] as const;
const OF_ACT = [...OF_RUNNING_LOAN, 'auth.confirmation-required', 'approval.required'] as const;

/** What is typed of every act that others approve (FOUR-22), of those with an amount, and of the one with a document. */
const act = { id, reason: recoveryReason };
const withAmount = { ...act, amountMinor: positiveAmountMinor };
const reviewed = z.object({ recovery: reviewedRecovery });
const letterFile = z.strictObject({ id, letterId: id });

export const loanRecoveryContract = {
  show: route({
    method: 'GET',
    path: '/loans/{id}/recovery',
    summary: "Where the recovery of the client's own loan stands, and its letters",
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(z.object({ recovery })),
  letter: route({
    method: 'GET',
    path: '/loans/{id}/recovery-letters/{letterId}',
    summary: 'A letter of recovery as it was sent, as a PDF',
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(letterFile)
    .output(file('application/pdf')),
  arrears: route({
    method: 'GET',
    path: '/admin/arrears',
    summary: 'The late loans, the oldest incident first, all or of one bucket of days past due',
    tag,
    access: 'staff',
  })
    .input(z.strictObject({ ...pageInput, bucket: z.optional(z.enum(ARREARS_BUCKETS)) }))
    .output(z.object({ loans: z.array(lateLoan), ...pageOutput })),
  review: route({
    method: 'GET',
    path: '/admin/loans/{id}/recovery',
    summary: 'Where the recovery of a loan stands, with what the staff may decide',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(reviewed),
  reviewLetter: route({
    method: 'GET',
    path: '/admin/loans/{id}/recovery-letters/{letterId}',
    summary: 'A letter of recovery as it was sent, to be printed and registered',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(letterFile)
    .output(file('application/pdf')),
  formalNotice: route({
    method: 'POST',
    path: '/admin/loans/{id}/formal-notice',
    summary: 'Give formal notice to pay what is late (LC-81)',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [...OF_RUNNING_LOAN, 'notice.running', 'notice.not-possible'],
  })
    .input(z.strictObject({ id, ...formalNoticeInput.shape }))
    .output(reviewed),
  accelerate: route({
    method: 'POST',
    path: '/admin/loans/{id}/acceleration',
    summary: 'Demand the whole of a loan after a formal notice, once others approved it (LC-82)',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [...OF_ACT, 'acceleration.not-possible'],
  })
    .input(z.strictObject(act))
    .output(reviewed),
  provide: route({
    method: 'POST',
    path: '/admin/loans/{id}/provisions',
    summary: 'Set an amount aside for a doubtful loan, or take it back, once others approved it (LC-84)',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [...OF_ACT, 'provision.not-doubtful', 'provision.above-claim'],
  })
    .input(z.strictObject({ ...withAmount, kind: z.optional(z.enum(['provision', 'release'])) }))
    .output(reviewed),
  writeOff: route({
    method: 'POST',
    path: '/admin/loans/{id}/write-off',
    summary: 'Write a loan off with a reason, once others approved it; the claim lives on (LC-85)',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: OF_ACT,
  })
    .input(z.strictObject(act))
    .output(reviewed),
  forfeitInterest: route({
    method: 'POST',
    path: '/admin/loans/{id}/interest-forfeiture',
    summary: 'Carry out a judgment that takes the right to interest away, once others approved it (LC-94)',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [...OF_ACT, 'forfeiture.above-received'],
  })
    .input(z.strictObject(withAmount))
    .output(reviewed),
  taxCosts: route({
    method: 'POST',
    path: '/admin/loans/{id}/taxed-costs',
    summary:
      'Ask the client for costs that a court has taxed, on its order, once others approved it (LC-75, L312-38)',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: OF_ACT,
  })
    .input(z.strictObject({ ...withAmount, document: recoveryDocument }))
    .output(reviewed),
  recover: route({
    method: 'POST',
    path: '/admin/loans/{id}/recoveries',
    summary: 'Record money received from outside for a loan that was written off',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [...OF_RUNNING_LOAN, 'auth.confirmation-required', 'repayment.above-balance'],
  })
    .input(z.strictObject({ id, ...recoveryInput.shape }))
    .output(reviewed),
  freeze: route({
    method: 'POST',
    path: '/admin/loans/{id}/freeze',
    summary:
      'Freeze a loan on a letter of receivability or a certificate of death, or lift its freeze (LC-92, LC-93)',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [...OF_RUNNING_LOAN, 'auth.confirmation-required', 'freeze.none'],
  })
    .input(
      z.strictObject({
        id,
        action: z.enum(['freeze', 'unfreeze']),
        kind: z.optional(z.enum(STAFF_FREEZES)),
        fromDay: z.optional(day),
        document: recoveryDocument,
      }),
    )
    .output(reviewed),
  declareFicp: route({
    method: 'POST',
    path: '/admin/loans/{id}/ficp-declarations',
    summary: 'Record that an incident, or its deletion, was declared to the FICP (LC-83)',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'ficp.none', 'ficp.too-early'],
  })
    .input(z.strictObject({ id, action: z.enum(['declare', 'delete']) }))
    .output(reviewed),
};
