import * as z from 'zod/mini';
import { Refusal } from '#domain/errors.ts';
import { legalDay } from '#domain/time/days.ts';
import { asHouse, clientOf, type GuardedContext, os, runOnce } from '../../http/context.ts';
import { DEFAULT_PAGE, decodeKeys, pageBy } from '../../http/cursor.ts';
import type { Work } from '../../work/work.ts';
import { loanOfAccount } from '../queries.ts';
import { readServicedLoans } from '../servicing/serviced-loans.ts';
import { declareFicp } from './declare-ficp.ts';
import { freezeLoan } from './freeze-loan.ts';
import { giveFormalNotice } from './give-formal-notice.ts';
import { orderOf } from './governed.ts';
import { presentLateLoan, presentRecovery, presentReviewedRecovery } from './present.ts';
import { actOnLateLoan } from './recovery-acts.ts';
import { lateLoans } from './recovery-queries.ts';
import { recordRecovery } from './write-off.ts';

const lateKeys = z.tuple([z.iso.date(), z.uuid()]);

/** The recovery of a loan after an act of the staff. @throws Refusal `not-found`. */
async function reviewedAfter(work: Work, loanId: string) {
  const serviced = (await readServicedLoans(work.tx, [loanId])).get(loanId);
  if (!serviced) throw new Refusal('not-found');
  return {
    recovery: await presentReviewedRecovery(work.tx, serviced, work.now),
  };
}

/** Runs an act of the staff and answers with the recovery as it is then. */
const acted = (context: GuardedContext, input: { readonly id: string }, act: (work: Work) => Promise<void>) =>
  runOnce(context, input, async (work) => {
    await act(work);
    return reviewedAfter(work, input.id);
  });

const todayOf = ({ bank }: GuardedContext) => legalDay(bank.surroundings.now());

export const loanRecoveryRoutes = {
  // Read by the house: what recovery keeps is not a client's to read, and the loan was found to be theirs.
  show: os.loanRecovery.show.handler(async ({ input, context }) => {
    const loan = await loanOfAccount(context.db, clientOf(context).accountId, input.id);
    const { db } = asHouse(context);
    const serviced = loan && (await readServicedLoans(db, [loan.id])).get(loan.id);
    if (!serviced) throw new Refusal('not-found');
    return { recovery: await presentRecovery(db, serviced, todayOf(context)) };
  }),

  arrears: os.loanRecovery.arrears.handler(async ({ input, context }) => {
    const limit = input.limit ?? DEFAULT_PAGE;
    const day = todayOf(context);
    const after = decodeKeys(input.cursor, lateKeys);
    const rows = await lateLoans(context.db, { bucket: input.bucket, day, after, limit });
    const { page, nextCursor } = pageBy(rows, limit, ({ since, loanId }) => [since, loanId]);
    const serviced = await readServicedLoans(
      context.db,
      page.map(({ loanId }) => loanId),
      { nearDay: day, isWithoutBooks: true },
    );
    return {
      loans: page.flatMap((late) => {
        const loan = serviced.get(late.loanId);
        return loan ? [presentLateLoan(late, loan, day)] : [];
      }),
      nextCursor,
    };
  }),

  review: os.loanRecovery.review.handler(async ({ input, context }) => {
    const serviced = (await readServicedLoans(context.db, [input.id])).get(input.id);
    // LC-56: what reads like a cancelled request has no recovery either.
    if (!serviced || serviced.phase === 'retracted') throw new Refusal('not-found');
    const now = context.bank.surroundings.now();
    return { recovery: await presentReviewedRecovery(context.db, serviced, now) };
  }),

  formalNotice: os.loanRecovery.formalNotice.handler(({ input, context }) =>
    acted(context, input, (work) => giveFormalNotice(work, input)),
  ),

  accelerate: os.loanRecovery.accelerate.handler(({ input, context }) =>
    acted(context, input, (work) => actOnLateLoan(work, orderOf('acceleration', input))),
  ),

  provide: os.loanRecovery.provide.handler(({ input, context }) =>
    acted(context, input, (work) => actOnLateLoan(work, orderOf('provision', input))),
  ),

  writeOff: os.loanRecovery.writeOff.handler(({ input, context }) =>
    acted(context, input, (work) => actOnLateLoan(work, orderOf('write-off', input))),
  ),

  forfeitInterest: os.loanRecovery.forfeitInterest.handler(({ input, context }) =>
    acted(context, input, (work) => actOnLateLoan(work, orderOf('interest-forfeiture', input))),
  ),

  taxCosts: os.loanRecovery.taxCosts.handler(({ input, context }) =>
    acted(context, input, (work) => actOnLateLoan(work, orderOf('taxed-costs', input))),
  ),

  recover: os.loanRecovery.recover.handler(({ input, context }) =>
    acted(context, input, (work) => recordRecovery(work, input)),
  ),

  freeze: os.loanRecovery.freeze.handler(({ input, context }) =>
    acted(context, input, (work) => freezeLoan(work, input)),
  ),

  declareFicp: os.loanRecovery.declareFicp.handler(({ input, context }) =>
    acted(context, input, (work) => declareFicp(work, input)),
  ),
};
