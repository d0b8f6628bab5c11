import * as z from 'zod/mini';
import { Refusal } from '#domain/errors.ts';
import type { RecoveryAct } from '#domain/loans/recovery.ts';
import { legalDay } from '#domain/time/days.ts';
import { asHouse, clientOf, type GuardedContext, os, runOnce } from '../../http/context.ts';
import { DEFAULT_PAGE, decodeKeys, pageBy } from '../../http/cursor.ts';
import type { Work } from '../../work/work.ts';
import { loanOfAccount } from '../queries.ts';
import { readServicedLoans } from '../servicing/serviced-loans.ts';
import { declareFicp } from './declare-ficp.ts';
import { freezeLoan } from './freeze-loan.ts';
import { giveFormalNotice } from './give-formal-notice.ts';
import { presentLateLoan, presentRecovery, presentReviewedRecovery } from './present.ts';
import { decideAct, proposeAct } from './recovery-acts.ts';
import { lateLoans } from './recovery-queries.ts';
import { recordRecovery } from './write-off.ts';

const lateKeys = z.tuple([z.iso.date(), z.uuid()]);

/** The recovery of a loan after an act of the staff. @throws Refusal `not-found`. */
async function reviewedAfter(work: Work, loanId: string) {
  const serviced = (await readServicedLoans(work.tx, [loanId])).get(loanId);
  if (!serviced) throw new Refusal('not-found');
  return {
    recovery: await presentReviewedRecovery(work.tx, serviced, {
      day: legalDay(work.now),
      callerId: work.actorId,
    }),
  };
}

/** Runs an act of the staff and answers with the recovery as it is then. */
const acted = (context: GuardedContext, input: { readonly id: string }, act: (work: Work) => Promise<void>) =>
  runOnce(context, input, async (work) => {
    await act(work);
    return reviewedAfter(work, input.id);
  });

interface TwoPeopleInput {
  readonly id: string;
  readonly action: 'propose' | 'confirm' | 'refuse';
  readonly actId?: string | undefined;
  readonly reason?: string | undefined;
  readonly amountMinor?: number | undefined;
  readonly document?: string | undefined;
}

/**
 * Proposes an act, or decides one that waits.
 * @param proposed the act of a proposal. @param acts those that the route decides.
 * @throws Refusal `request.invalid` without the reason of a proposal, or the id of the one that is decided.
 */
const twoPeople = (
  context: GuardedContext,
  input: TwoPeopleInput,
  proposed: RecoveryAct,
  acts: readonly RecoveryAct[] = [proposed],
) =>
  acted(context, input, (work) => {
    const { id, action, actId, reason, amountMinor, document } = input;
    if (action === 'propose') {
      if (!reason)
        throw new Refusal('request.invalid', {}, [{ field: 'reason', message: 'validation.required' }]);
      return proposeAct(work, { id, act: proposed, reason, amountMinor, document });
    }
    if (!actId)
      throw new Refusal('request.invalid', {}, [{ field: 'actId', message: 'validation.required' }]);
    return decideAct(work, context.bank.institution, { id, actId, acts, action });
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
    if (!serviced || !context.caller) throw new Refusal('not-found');
    return {
      recovery: await presentReviewedRecovery(context.db, serviced, {
        day: todayOf(context),
        callerId: context.caller.userId,
      }),
    };
  }),

  formalNotice: os.loanRecovery.formalNotice.handler(({ input, context }) =>
    acted(context, input, (work) => giveFormalNotice(work, input)),
  ),

  accelerate: os.loanRecovery.accelerate.handler(({ input, context }) =>
    twoPeople(context, input, 'acceleration'),
  ),

  provide: os.loanRecovery.provide.handler(({ input, context }) =>
    twoPeople(context, input, input.kind ?? 'provision', ['provision', 'release']),
  ),

  writeOff: os.loanRecovery.writeOff.handler(({ input, context }) => twoPeople(context, input, 'write-off')),

  forfeitInterest: os.loanRecovery.forfeitInterest.handler(({ input, context }) =>
    twoPeople(context, input, 'interest-forfeiture'),
  ),

  taxCosts: os.loanRecovery.taxCosts.handler(({ input, context }) =>
    twoPeople(context, input, 'taxed-costs'),
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
