import type { GuardedContext } from '../../http/context.ts';
import { os, runOnce } from '../../http/context.ts';
import { DEFAULT_PAGE } from '../../http/cursor.ts';
import type { Work } from '../../work/work.ts';
import { allocateLine, returnLine } from './allocate-line.ts';
import { justifyLine } from './justify-line.ts';
import { listLines, presentLine } from './list-lines.ts';
import { explainDifference, reconciliationOn } from './reconciliation.ts';

const nowOf = ({ bank }: GuardedContext) => bank.surroundings.now();

/** The line as it stands after an act. */
const answerOf = async (work: Work, id: string) => ({
  line: await presentLine(work.tx, id, work.now),
});

export const bankLineRoutes = {
  list: os.bankLines.list.handler(({ input, context }) =>
    listLines(context.db, {
      queue: input.queue ?? 'to-allocate',
      cursor: input.cursor,
      limit: input.limit ?? DEFAULT_PAGE,
      now: nowOf(context),
    }),
  ),

  allocate: os.bankLines.allocate.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await allocateLine(work, input);
      return answerOf(work, input.id);
    }),
  ),

  return: os.bankLines.return.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await returnLine(work, input);
      return answerOf(work, input.id);
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
    reconciliationOn(context.db, nowOf(context), { day: input.day, withItems: input.items === 'open' }),
  ),

  explain: os.reconciliation.explain.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await explainDifference(work, input);
      return reconciliationOn(work.tx, work.now);
    }),
  ),
};
