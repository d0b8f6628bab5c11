import { legalDay } from '#domain/time/days.ts';
import type { GuardedContext } from '../../http/context.ts';
import { os, runOnce } from '../../http/context.ts';
import { DEFAULT_PAGE } from '../../http/cursor.ts';
import type { Work } from '../../work/work.ts';
import { allocateLine, approveAllocation, proposeReturn } from './allocate-line.ts';
import { justifyLine } from './justify-line.ts';
import { listLines, presentLine } from './list-lines.ts';
import { approveExplanation, proposeExplanation, reconciliationOn } from './reconciliation.ts';

const today = (context: GuardedContext) => legalDay(context.bank.surroundings.now());

/** The line as it stands after an act. */
const answerOf = async (work: Work, id: string, isProposed = false) => ({
  line: await presentLine(work.tx, id, legalDay(work.now)),
  isProposed,
});

export const bankLineRoutes = {
  list: os.bankLines.list.handler(({ input, context }) =>
    listLines(context.db, {
      queue: input.queue ?? 'to-allocate',
      cursor: input.cursor,
      limit: input.limit ?? DEFAULT_PAGE,
      day: today(context),
    }),
  ),

  allocate: os.bankLines.allocate.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      const { isProposed } = await allocateLine(work, input.id, input.parts);
      return answerOf(work, input.id, isProposed);
    }),
  ),

  approveAllocation: os.bankLines.approveAllocation.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await approveAllocation(work, input.id);
      return answerOf(work, input.id);
    }),
  ),

  return: os.bankLines.return.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      const { amountMinor, reasonCode } = input;
      await proposeReturn(work, input.id, { amountMinor, reasonCode });
      return answerOf(work, input.id, true);
    }),
  ),

  justify: os.bankLines.justify.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await justifyLine(work, input.id, input);
      return answerOf(work, input.id);
    }),
  ),
};

export const reconciliationRoutes = {
  show: os.reconciliation.show.handler(({ input, context }) =>
    reconciliationOn(context.db, today(context), { day: input.day, withItems: input.items === 'open' }),
  ),

  explain: os.reconciliation.explain.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await proposeExplanation(work, input.currency, input.note);
      return reconciliationOn(work.tx, legalDay(work.now));
    }),
  ),

  approveExplanation: os.reconciliation.approveExplanation.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await approveExplanation(work, input.currency);
      return reconciliationOn(work.tx, legalDay(work.now));
    }),
  ),
};
