import { Refusal } from '#domain/errors.ts';
import { findTransition, type LoanEvent } from '#domain/loans/phases.ts';
import { measureOf } from '#domain/loans/repayment-fields.ts';
import { legalDay } from '#domain/time/days.ts';
import { asHouse, clientOf, type GuardedContext, os, run, runOnce } from '../../http/context.ts';
import { DEFAULT_PAGE, decodeCursor, pageOf } from '../../http/cursor.ts';
import { wrongPhase } from '../file/own-request.ts';
import { loanForReview, loanOfAccount } from '../queries.ts';
import { readServicedLoans, type ServicedLoan } from '../servicing/serviced-loans.ts';
import { answerDifficulty } from './answer-difficulty.ts';
import { changeDueDay, newDueDay } from './change-due-day.ts';
import { effectOf } from './measure-effect.ts';
import { waitingDifficulties } from './measure-queries.ts';
import { acceptMeasure, declineMeasure, proposeMeasure } from './measures.ts';
import { presentDifficulties, presentDifficulty, presentMeasure, presentWaiting } from './present.ts';
import { quoteBasis, quoteOn } from './quote.ts';
import { repayEarly } from './repay-early.ts';
import { tellDifficulty } from './tell-difficulty.ts';

const todayOf = ({ bank }: GuardedContext) => legalDay(bank.surroundings.now());

/** @throws Refusal `not-found` unless the loan is the client's own. */
export async function requireOwnLoan(context: GuardedContext, loanId: string) {
  const loan = await loanOfAccount(context.db, clientOf(context).accountId, loanId);
  if (!loan) throw new Refusal('not-found');
  return loan;
}

/** @throws Refusal `not-found`. */
async function requireLoan({ db }: GuardedContext, loanId: string) {
  const row = await loanForReview(db, loanId);
  if (!row) throw new Refusal('not-found');
  return row.loan;
}

/**
 * A loan read for a question about an event. Read by the house: what the books hold is not a client's to read, and the caller has made sure that
 * the loan may be shown.
 * @throws Refusal `loan.wrong-phase`.
 */
export async function readForEvent(
  context: GuardedContext,
  loan: { readonly id: string; readonly phase: ServicedLoan['phase'] },
  event: LoanEvent,
): Promise<ServicedLoan> {
  const serviced = (await readServicedLoans(asHouse(context).db, [loan.id])).get(loan.id);
  if (!serviced || !findTransition(loan.phase, event)) throw wrongPhase(loan);
  return serviced;
}

export const loanRepaymentRoutes = {
  quote: os.loanRepayments.quote.handler(async ({ input, context }) => {
    const loan = await requireOwnLoan(context, input.id);
    const serviced = await readForEvent(context, loan, 'repay-all');
    const today = todayOf(context);
    const basis = await quoteBasis(asHouse(context).db, serviced, today);
    return { quote: quoteOn(basis, input.day ?? today, input.amountMinor ?? null) };
  }),

  // A client's scope may not post: the loan is theirs, and the house writes.
  repay: os.loanRepayments.repay.handler(async ({ input, context }) => {
    await requireOwnLoan(context, input.id);
    return runOnce(asHouse(context), input, (work) => repayEarly(work, clientOf(context).accountId, input));
  }),

  dueDayQuote: os.loanRepayments.dueDayQuote.handler(async ({ input, context }) => {
    const loan = await requireOwnLoan(context, input.id);
    const serviced = await readForEvent(context, loan, 'change-due-day');
    const { quote } = await newDueDay(asHouse(context).db, serviced, todayOf(context), input.day);
    return { quote };
  }),

  changeDueDay: os.loanRepayments.changeDueDay.handler(async ({ input, context }) => {
    await requireOwnLoan(context, input.id);
    return run(asHouse(context), async (work) => ({
      quote: await changeDueDay(work, clientOf(context).accountId, input),
    }));
  }),

  difficulties: os.loanRepayments.difficulties.handler(async ({ input, context }) => {
    const { bank } = context;
    await requireOwnLoan(context, input.id);
    return presentDifficulties(asHouse(context).db, input.id, bank.surroundings.now());
  }),

  tellDifficulty: os.loanRepayments.tellDifficulty.handler(async ({ input, context }) => {
    await requireOwnLoan(context, input.id);
    return runOnce(asHouse(context), input, async (work) => ({
      difficulty: presentDifficulty(await tellDifficulty(work, clientOf(context).accountId, input.id, input)),
    }));
  }),

  acceptMeasure: os.loanRepayments.acceptMeasure.handler(async ({ input, context }) => {
    await requireOwnLoan(context, input.id);
    return runOnce(asHouse(context), input, async (work) => ({
      phase: await acceptMeasure(work, context.bank.institution, clientOf(context).accountId, input),
    }));
  }),

  declineMeasure: os.loanRepayments.declineMeasure.handler(async ({ input, context }) => {
    await requireOwnLoan(context, input.id);
    return runOnce(asHouse(context), input, async (work) => ({
      phase: await declineMeasure(work, clientOf(context).accountId, input),
    }));
  }),

  queue: os.loanRepayments.queue.handler(async ({ input, context }) => {
    const limit = input.limit ?? DEFAULT_PAGE;
    const rows = await waitingDifficulties(context.db, { after: decodeCursor(input.cursor), limit });
    const { page, nextCursor } = pageOf(rows, limit, ({ difficulty }) => ({
      at: new Date(difficulty.answerDueOn),
      id: difficulty.id,
    }));
    return { difficulties: page.map((row) => presentWaiting(row, todayOf(context))), nextCursor };
  }),

  review: os.loanRepayments.review.handler(async ({ input, context }) => {
    await requireLoan(context, input.id);
    return presentDifficulties(context.db, input.id, context.bank.surroundings.now());
  }),

  measureEffect: os.loanRepayments.measureEffect.handler(async ({ input, context }) => {
    const loan = await requireLoan(context, input.id);
    const serviced = await readForEvent(context, loan, 'agree-measure');
    const measure = measureOf(input);
    if (!measure) throw new Refusal('measure.impossible');
    return { effect: effectOf(serviced, todayOf(context), measure) };
  }),

  measure: os.loanRepayments.measure.handler(({ input, context }) =>
    runOnce(context, input, async (work) => ({
      measure: presentMeasure(await proposeMeasure(work, context.bank.institution, input)),
    })),
  ),

  answer: os.loanRepayments.answer.handler(({ input, context }) =>
    runOnce(context, input, async (work) => ({
      difficulty: presentDifficulty(await answerDifficulty(work, input)),
    })),
  ),
};
