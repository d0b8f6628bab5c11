import * as z from 'zod/mini';
import { DIFFICULTY_ANSWERS, DIFFICULTY_CHANGES } from '#domain/loans/difficulties.ts';
import { MEASURE_KINDS } from '#domain/loans/measures.ts';
import { LOAN_PHASES } from '#domain/loans/phases.ts';
import {
  difficultyAnswerInput,
  difficultyInput,
  earlyRepaymentInput,
  measureTerms,
} from '#domain/loans/repayment-fields.ts';
import { route } from './route.ts';
import { byId, currencyCode, day, id, instant, pageInput, pageOutput, rateOfSchedule } from './values.ts';

const tag = 'Loan repayments';

/** What is left to pay under a schedule from its next due date on. Amounts in minor units of the loan's currency. */
export const repaymentPlan = z.object({
  instalmentMinor: z.int(),
  lastInstalmentMinor: z.int(),
  instalmentsLeft: z.int(),
  endsOn: day,
  interestLeftMinor: z.int(),
  /** The capital left after each due date, for the drawing. */
  capital: z.array(z.object({ day, remainingMinor: z.int() })),
});
const savingPlan = z.extend(repaymentPlan, { interestSavedMinor: z.int() });

/** What an early repayment of some capital costs on a day: the capital, the interest run on it and the indemnity. */
const settlement = {
  capitalMinor: z.int(),
  interestMinor: z.int(),
  indemnityMinor: z.int(),
  /** With what is late, which is paid first (LC-95). */
  totalMinor: z.int(),
};

export const earlyRepaymentQuote = z.object({
  day,
  /** The last day that can be asked for (LC-96). */
  latestDay: day,
  currency: currencyCode,
  /** What the account may pay today. */
  availableMinor: z.int(),
  /** What is late: due and not paid, with its late interest to the day, the indemnity that was charged and taxed costs. */
  arrears: z.object({
    instalments: z.int(),
    interestMinor: z.int(),
    capitalMinor: z.int(),
    lateInterestMinor: z.int(),
    indemnityMinor: z.int(),
    /** Costs that a court has taxed (LC-75). */
    costsMinor: z.int(),
    totalMinor: z.int(),
  }),
  /** The instalments that fall due until the day; they are collected on their own days. */
  upcoming: z.object({ instalments: z.int(), totalMinor: z.int() }),
  /** The capital not due yet on the day. */
  balanceMinor: z.int(),
  current: repaymentPlan,
  whole: z.object({ ...settlement, interestSavedMinor: z.int() }),
  /** Both results of the part that is asked for (LC-97); null when none is, or when it is not less than the balance. */
  part: z.nullable(z.object({ ...settlement, shorter: savingPlan, lower: savingPlan })),
});

export const measure = z.object({
  id,
  kind: z.enum(MEASURE_KINDS),
  months: z.nullable(z.int()),
  amountMinor: z.nullable(z.int()),
  annualRateBps: z.nullable(z.int()),
  /** For how many due dates that rate holds; null for the end of the loan (LC-91). */
  rateMonths: z.nullable(z.int()),
  /** The day of the judge's decision that it carries out (LC-91). */
  decisionOn: z.nullable(day),
  state: z.enum(['proposed', 'accepted', 'declined', 'replaced']),
  proposedAt: instant,
  openUntil: day,
  decidedAt: z.nullable(instant),
  extraInterestMinor: z.nullable(z.int()),
});

/** A row of the schedule that a measure gives. */
const measureRow = z.object({
  number: z.int(),
  dueDate: day,
  instalmentMinor: z.int(),
  interestMinor: z.int(),
  /** « Intérêts reportés »: the share of postponed interest in the instalment (LC-88). */
  deferredInterestMinor: z.int(),
  principalMinor: z.int(),
  remainingMinor: z.int(),
});

/** What a measure changes, computed on the running schedule of today. */
export const measureEffect = z.object({
  before: repaymentPlan,
  after: repaymentPlan,
  /** In the loan's currency; below zero when the measure lowers the interest (LC-87). */
  extraInterestMinor: z.int(),
  deferredInterestMinor: z.int(),
  /** The rates of the rows: one for a time, and after it the loan's own (LC-91). */
  rates: z.array(rateOfSchedule),
  rows: z.array(measureRow),
});

export const difficulty = z.object({
  id,
  change: z.enum(DIFFICULTY_CHANGES),
  since: day,
  monthlyMinor: z.int(),
  toldAt: instant,
  answerDueOn: day,
  answer: z.nullable(z.enum(DIFFICULTY_ANSWERS)),
  answerNote: z.nullable(z.string()),
  answeredAt: z.nullable(instant),
});

/** Everything about a loan's difficulties, the newest first, with the measure that waits for the client. */
export const difficultiesOutput = z.object({
  difficulties: z.array(difficulty),
  measures: z.array(measure),
  proposal: z.nullable(z.object({ measure, effect: measureEffect })),
});

export const dueDayQuote = z.object({
  day: z.int(),
  /** The first due date on the new day. */
  firstDueDate: day,
  /** Interest of the days between the next due date and the new day, part of the first instalment on it. */
  intercalaryInterestMinor: z.int(),
  firstInstalmentMinor: z.int(),
  instalmentMinor: z.int(),
  endsOn: day,
});

/** What a loan is after an act on it. */
const afterAct = z.object({ phase: z.enum(LOAN_PHASES) });

const OF_RUNNING_LOAN = ['not-found', 'loan.wrong-phase', 'loan.frozen'] as const;
const dueDayNumber = z.int().check(z.gte(1), z.lte(31));

export const loanRepaymentsContract = {
  quote: route({
    method: 'GET',
    path: '/loans/{id}/early-repayment-quote',
    summary:
      'What repaying the whole loan costs on a day, at most 60 days ahead, and both results of repaying a part of its capital',
    tag,
    access: 'client',
    refusals: [...OF_RUNNING_LOAN, 'repayment.day-too-far'],
  })
    .input(
      z.strictObject({
        id,
        day: z.optional(day),
        amountMinor: z.optional(
          z.coerce.number().check(z.int('validation.amount.invalid'), z.gte(1, 'validation.amount.positive')),
        ),
      }),
    )
    .output(z.object({ quote: earlyRepaymentQuote })),
  repay: route({
    method: 'POST',
    path: '/loans/{id}/early-repayments',
    summary: 'Repay the loan today, whole or in part, from the account',
    tag,
    access: 'client',
    idempotent: true,
    refusals: [
      ...OF_RUNNING_LOAN,
      'auth.confirmation-required',
      'repayment.above-balance',
      'repayment.figures-changed',
      'repayment.not-possible',
      'ledger.insufficient-balance',
    ],
  })
    .input(z.strictObject({ id, ...earlyRepaymentInput.shape }))
    .output(
      z.extend(afterAct, {
        paidMinor: z.int(),
        interestSavedMinor: z.int(),
        referenceNumber: z.string(),
        balanceMinor: z.int(),
      }),
    ),
  dueDayQuote: route({
    method: 'GET',
    path: '/loans/{id}/due-day-quote',
    summary: 'What another due day changes',
    tag,
    access: 'client',
    refusals: [...OF_RUNNING_LOAN, 'loan.due-day-changed', 'loan.in-arrears'],
  })
    .input(
      z.strictObject({
        id,
        day: z.coerce
          .number()
          .check(z.int('validation.choice'), z.gte(1, 'validation.choice'), z.lte(31, 'validation.choice')),
      }),
    )
    .output(z.object({ quote: dueDayQuote })),
  changeDueDay: route({
    method: 'PUT',
    path: '/loans/{id}/due-day',
    summary:
      'Change the day of the month on which instalments fall due: once in twelve months, not in arrears',
    tag,
    access: 'client',
    refusals: [...OF_RUNNING_LOAN, 'loan.due-day-changed', 'loan.in-arrears'],
  })
    .input(z.strictObject({ id, day: dueDayNumber }))
    .output(z.object({ quote: dueDayQuote })),
  difficulties: route({
    method: 'GET',
    path: '/loans/{id}/difficulties',
    summary: "What the client told of a difficulty, and the measure that waits for the client's agreement",
    tag,
    access: 'client',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(difficultiesOutput),
  tellDifficulty: route({
    method: 'POST',
    path: '/loans/{id}/difficulties',
    summary: 'Tell the bank of a difficulty: a person answers within ten working days',
    tag,
    access: 'client',
    idempotent: true,
    refusals: ['not-found', 'loan.wrong-phase', 'difficulty.already-told'],
  })
    .input(z.strictObject({ id, ...difficultyInput.shape }))
    .output(z.object({ difficulty })),
  acceptMeasure: route({
    method: 'POST',
    path: '/loans/{id}/measures/{measureId}/acceptance',
    summary: 'Accept a proposed measure: the new schedule runs at once',
    tag,
    access: 'client',
    idempotent: true,
    refusals: [
      ...OF_RUNNING_LOAN,
      'auth.confirmation-required',
      'measure.not-open',
      'measure.figures-changed',
    ],
  })
    .input(
      z.strictObject({
        id,
        measureId: id,
        /** The interest in euro and the end that the client agreed to: nothing is written when they are others by now. */
        seenExtraInterestMinor: z.int(),
        seenEnd: day,
      }),
    )
    .output(afterAct),
  declineMeasure: route({
    method: 'POST',
    path: '/loans/{id}/measures/{measureId}/decline',
    summary: 'Decline a proposed measure: nothing changes',
    tag,
    access: 'client',
    idempotent: true,
    refusals: ['not-found', 'measure.not-open'],
  })
    .input(z.strictObject({ id, measureId: id }))
    .output(afterAct),

  queue: route({
    method: 'GET',
    path: '/admin/loan-difficulties',
    summary: 'Borrowers in difficulty who wait for an answer, the first deadline first',
    tag,
    access: 'staff',
  })
    .input(z.strictObject(pageInput))
    .output(
      z.object({
        difficulties: z.array(
          z.extend(difficulty, {
            loanId: id,
            clientName: z.string(),
            purpose: z.string(),
            currency: currencyCode,
            /** Working days left to answer; below zero once the deadline has passed. */
            isLate: z.boolean(),
          }),
        ),
        ...pageOutput,
      }),
    ),
  review: route({
    method: 'GET',
    path: '/admin/loans/{id}/measures',
    summary: "A loan's difficulties and measures",
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(difficultiesOutput),
  measureEffect: route({
    method: 'GET',
    path: '/admin/loans/{id}/measure-effect',
    summary: 'What a measure would change: its calendar and the interest that it adds',
    tag,
    access: 'staff',
    refusals: [...OF_RUNNING_LOAN, 'measure.impossible'],
  })
    .input(
      z.strictObject({
        id,
        ...measureTerms.shape,
        /** The day of the judge's decision that sets the terms (LC-91). */
        decisionOn: z.optional(day),
      }),
    )
    .output(z.object({ effect: measureEffect })),
  measure: route({
    method: 'POST',
    path: '/admin/loans/{id}/measures',
    summary: "Propose a measure to the client, or carry out a judge's decision",
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      ...OF_RUNNING_LOAN,
      'auth.confirmation-required',
      'measure.impossible',
      'measure.figures-changed',
    ],
  })
    .input(
      z.strictObject({
        id,
        action: z.enum(['propose', 'impose']),
        ...measureTerms.shape,
        /** The day of the judge's decision, with `impose`. */
        decisionOn: z.optional(day),
        /** The interest that was shown. */
        seenExtraInterestMinor: z.int(),
      }),
    )
    .output(z.object({ measure })),
  answer: route({
    method: 'POST',
    path: '/admin/loans/{id}/difficulties/{difficultyId}/answer',
    summary: 'Answer a borrower in difficulty without proposing a measure, with the reason',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'difficulty.already-answered'],
  })
    .input(
      z.strictObject({
        id,
        difficultyId: id,
        ...difficultyAnswerInput.shape,
      }),
    )
    .output(z.object({ difficulty })),
};
