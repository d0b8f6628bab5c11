import { Refusal } from '#domain/errors.ts';
import { phaseForStaff } from '#domain/loans/phases.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import { countRequests } from '../db/page-of-list.ts';
import { clientOf, mayReadField, os, runOnce, signedIn } from '../http/context.ts';
import { DEFAULT_PAGE } from '../http/cursor.ts';
import { pageOfSorted, requestPosition } from '../http/request-cursor.ts';
import { requireListQuestion } from '../http/require-permission.ts';
import { rowsFound } from '../search/rows-found.ts';
import { decideLoan } from './decide-loan.ts';
import { loanDecisionFacts } from './decision-facts.ts';
import { postingsOfLoan, versionsOfLoan } from './loan-postings.ts';
import { acceptRoute } from './offers/routes.ts';
import { presentLoan, presentReviewedLoan } from './present-loan.ts';
import { loanConditions, loanForReview, loanOfAccount, loansForReview, loansOfAccount } from './queries.ts';
import { requestLoan } from './request-loan.ts';
import { loanReviewFacts } from './review-facts.ts';
import { runningSchedule } from './schedules.ts';
import { positionsOf } from './servicing/positions.ts';
import { transmissionForReview } from './transmission/present-transmission.ts';

export const loanRoutes = {
  list: os.loans.list.handler(async ({ context }) => {
    const rows = await loansOfAccount(context.db, clientOf(context).accountId);
    const positions = await positionsOf(context.db, rows, context.bank.surroundings.now());
    return { loans: rows.map((row) => presentLoan(row, positions.get(row.id))) };
  }),

  request: os.loans.request.handler(({ input, context }) =>
    runOnce(context, input, async (work) => ({
      loan: presentLoan(
        await requestLoan(work, context.bank.institution, clientOf(context).accountId, input),
      ),
    })),
  ),

  show: os.loans.show.handler(async ({ input, context }) => {
    const row = await loanOfAccount(context.db, clientOf(context).accountId, input.id);
    if (!row) throw new Refusal('not-found');
    const positions = await positionsOf(context.db, [row], context.bank.surroundings.now());
    return { loan: presentLoan(row, positions.get(row.id)) };
  }),

  schedule: os.loans.schedule.handler(async ({ input, context }) => {
    const row = await loanOfAccount(context.db, clientOf(context).accountId, input.id);
    const schedule = row && (await runningSchedule(context.db, row.id));
    if (!schedule) throw new Refusal('not-found');
    return { schedule: { ...schedule, rows: [...schedule.rows] } };
  }),

  accept: acceptRoute,

  review: os.loans.review.handler(async ({ input, context }) => {
    const { db, bank } = context;
    await requireListQuestion(context, input);
    const { status, sort = 'newest', limit = DEFAULT_PAGE } = input;
    const { userId: personId, permissions } = signedIn(context);
    const now = bank.surroundings.now();
    const conditions = [
      await rowsFound(db, 'loans', input.q, mayReadField(context, 'fields.fullIban')),
      ...loanConditions(input, { personId, permissions, now }),
    ];
    const after = requestPosition(input.cursor, sort);
    const [rows, facts, count] = await Promise.all([
      loansForReview(db, { status, conditions, sort, after, limit }),
      loanReviewFacts(db, now),
      input.counted ? countRequests(db, 'loan_requests', { status, conditions }) : null,
    ]);
    const { page, nextCursor } = pageOfSorted(rows, limit, sort, ({ loan }) => loan);
    return {
      loans: page.map((row) => presentReviewedLoan(row, facts)),
      nextCursor,
      count,
    };
  }),

  reviewOne: os.loans.reviewOne.handler(async ({ input, context }) => {
    const { db } = context;
    const row = await loanForReview(db, input.id);
    if (!row) throw new Refusal('not-found');
    const now = context.bank.surroundings.now();
    const [shownWith, positions, facts, transmission] = await Promise.all([
      loanReviewFacts(db, now),
      positionsOf(db, [{ ...row.loan, phase: phaseForStaff(row.loan.phase) }], now),
      loanDecisionFacts(db, row.loan, {
        balanceMinor: row.account.balanceMinor,
        permissions: signedIn(context).permissions,
        day: legalDay(now),
      }),
      transmissionForReview(db, context.bank.institution, input.id),
    ]);
    return { loan: { ...presentReviewedLoan(row, { ...shownWith, positions }), facts, transmission } };
  }),

  reviewSchedule: os.loans.reviewSchedule.handler(async ({ input, context }) => {
    const row = await loanForReview(context.db, input.id);
    // LC-56: who withdrew stands in the contract's own record alone.
    const schedule = row && row.loan.phase !== 'retracted' && (await runningSchedule(context.db, input.id));
    if (!schedule) throw new Refusal('not-found');
    return { schedule: { ...schedule, rows: [...schedule.rows] } };
  }),

  reviewPostings: os.loans.reviewPostings.handler(async ({ input, context }) => {
    const { db } = context;
    const row = await loanForReview(db, input.id);
    if (!row?.loan.granted || row.loan.phase === 'retracted') throw new Refusal('not-found');
    return {
      postings: await postingsOfLoan(db, input.id),
      versions: await versionsOfLoan(db, input.id),
    };
  }),

  decide: os.loans.decide.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      const { review, referenceNumber } = await decideLoan(work, context.bank.institution, {
        ...input,
        loanId: input.id,
      });
      return {
        loan: presentReviewedLoan(review, {
          ...(await loanReviewFacts(work.tx, work.now)),
          positions: await positionsOf(work.tx, [review.loan], work.now),
        }),
        balanceMinor: review.account.balanceMinor,
        currency: review.account.currency as CurrencyCode,
        referenceNumber,
      };
    }),
  ),
};
