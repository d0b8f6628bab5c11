import { normalizeIban } from '#domain/accounts/iban.ts';
import type { StandingOrderInput } from '#domain/standing-orders/standing-order.ts';
import { legalDay } from '#domain/time/days.ts';
import { answeredBefore, clientOf, type GuardedContext, os, run, runOnce } from '../../http/context.ts';
import type { Work } from '../../work/work.ts';
import { askForOrder } from '../ask-for-order.ts';
import { changeStandingOrder, isOtherPayee, makeStandingOrder } from './make-standing-order.ts';
import { endStandingOrder, pauseStandingOrder, resumeStandingOrder } from './pause-standing-order.ts';
import { presentStandingOrder } from './present-standing-order.ts';
import { type StandingOrderRow, standingOrderOf, standingOrdersOf, withLastRuns } from './queries.ts';

/** The answer to what was done with an order. */
export async function presentDone(work: Work, done: StandingOrderRow) {
  const [order] = await withLastRuns(work.tx, [done]);
  if (!order) throw new Error('the standing order cannot be read');
  return { standingOrder: presentStandingOrder(order, legalDay(work.now)) };
}

/** Asks about the payee of a changed order, when it pays somebody else than before and names no check. */
async function askForChange(
  context: GuardedContext,
  accountId: string,
  orderId: string,
  input: StandingOrderInput,
) {
  if (input.payeeCheckId !== undefined) return null;
  const row = await standingOrderOf(context.db, accountId, orderId);
  const payee = { iban: normalizeIban(input.iban), name: input.recipientName ?? '' };
  return row && isOtherPayee(row, payee) ? askForOrder(context, accountId, input, 'standing-order') : null;
}

export const standingOrderRoutes = {
  list: os.standingOrders.list.handler(async ({ context }) => {
    const today = legalDay(context.bank.surroundings.now());
    const orders = await standingOrdersOf(context.db, clientOf(context).accountId);
    return { standingOrders: orders.map((order) => presentStandingOrder(order, today)) };
  }),

  create: os.standingOrders.create.handler(async ({ input, context }) => {
    const { accountId } = clientOf(context);
    const { mode } = context.bank.institution;
    const isAsked = input.payeeCheckId === undefined && !(await answeredBefore(context, input));
    const asked = isAsked ? await askForOrder(context, accountId, input, 'standing-order') : null;
    return runOnce(context, input, async (work) =>
      presentDone(work, await makeStandingOrder(work, accountId, input, { mode, asked })),
    );
  }),

  change: os.standingOrders.change.handler(async ({ input, context }) => {
    const { accountId } = clientOf(context);
    const { mode } = context.bank.institution;
    const asked = await askForChange(context, accountId, input.id, input);
    return run(context, async (work) =>
      presentDone(work, await changeStandingOrder(work, accountId, input.id, input, { mode, asked })),
    );
  }),

  pause: os.standingOrders.pause.handler(({ input, context }) =>
    runOnce(context, input, async (work) =>
      presentDone(work, await pauseStandingOrder(work, clientOf(context).accountId, input.id, input)),
    ),
  ),

  resume: os.standingOrders.resume.handler(({ input, context }) =>
    runOnce(context, input, async (work) =>
      presentDone(work, await resumeStandingOrder(work, clientOf(context).accountId, input.id)),
    ),
  ),

  end: os.standingOrders.end.handler(({ input, context }) =>
    runOnce(context, input, async (work) =>
      presentDone(work, await endStandingOrder(work, clientOf(context).accountId, input.id)),
    ),
  ),
};
