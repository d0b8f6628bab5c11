import { Refusal } from '#domain/errors.ts';
import { asHouse, clientOf, type GuardedContext, os, runOnce } from '../../http/context.ts';
import type { Work } from '../../work/work.ts';
import { presentLoan } from '../present-loan.ts';
import { loanOfAccount } from '../queries.ts';
import { payLoan, returnAdvance } from './pay-loan.ts';
import { positionsOf } from './positions.ts';

/** A loan after a payment, as its client sees it. */
async function presented(work: Work, accountId: string, loanId: string) {
  const row = await loanOfAccount(work.tx, accountId, loanId);
  if (!row) throw new Refusal('not-found');
  return presentLoan(row, (await positionsOf(work.tx, [row], work.now)).get(loanId));
}

/**
 * Runs a use case that writes into the books for a client: their own role may not, so that it runs as the house, on a loan that was found in the
 * client's own scope.
 * @throws Refusal `not-found`.
 */
const ofClient = async <T>(
  context: GuardedContext,
  input: { readonly id: string },
  useCase: (work: Work, accountId: string) => Promise<T>,
) => {
  const { accountId } = clientOf(context);
  if (!(await loanOfAccount(context.db, accountId, input.id))) throw new Refusal('not-found');
  return runOnce(asHouse(context), input, async (work) => {
    const done = await useCase(work, accountId);
    return { ...done, loan: await presented(work, accountId, input.id) };
  });
};

export const loanServicingRoutes = {
  pay: os.loanServicing.pay.handler(({ input, context }) =>
    ofClient(context, input, (work, accountId) =>
      payLoan(work, accountId, {
        loanId: input.id,
        amountMinor: input.amountMinor,
        firstDueDates: input.firstDueDates ?? [],
      }),
    ),
  ),

  returnAdvance: os.loanServicing.returnAdvance.handler(({ input, context }) =>
    ofClient(context, input, async (work, accountId) => ({
      returnedMinor: await returnAdvance(work, accountId, input.id),
    })),
  ),
};
