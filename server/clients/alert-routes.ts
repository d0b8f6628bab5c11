import { Refusal } from '#domain/errors.ts';
import { legalDay } from '#domain/time/days.ts';
import type { Bank } from '../bank/bank.ts';
import type { Db } from '../db/database.ts';
import { os, run } from '../http/context.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import { alertOf, legalBlocks } from './alert-queries.ts';
import { clientById } from './queries.ts';
import { setAlert } from './set-alert.ts';

/** What is said about somebody, as the staff read it. */
const present = <Row extends { readonly placedAt: Date }>(row: Row) => ({
  ...row,
  placedAt: row.placedAt.toISOString(),
});

/** A client's warning, and whether a hold rule in force looks at warnings (PAY-60): a demonstration has no rules of its own. */
async function readWarning(db: Db, accountId: string, bank: Bank) {
  const { institution, surroundings } = bank;
  const [warning, rules] = await Promise.all([
    alertOf(db, accountId, 'warning'),
    parameterOn(db, legalDay(surroundings.now()), 'hold.rules'),
  ]);
  const isLookedAt = rules[institution.mode].some(({ rule }) => rule === 'client-warning');
  return { warning: warning && present(warning), isLookedAt };
}

export const clientAlertRoutes = {
  show: os.clientAlerts.show.handler(async ({ input, context }) => {
    if (!(await clientById(context.db, input.id))) throw new Refusal('not-found');
    return readWarning(context.db, input.id, context.bank);
  }),

  setWarning: os.clientAlerts.setWarning.handler(({ input, context }) =>
    run(context, async (work) => {
      await setAlert(work, input.id, 'warning', input.reason);
      return readWarning(work.tx, input.id, context.bank);
    }),
  ),

  legalBlocks: os.clientAlerts.legalBlocks.handler(async ({ context }) => ({
    blocks: (await legalBlocks(context.db)).map(present),
  })),

  setLegalBlock: os.clientAlerts.setLegalBlock.handler(({ input, context }) =>
    run(context, async (work) => {
      await setAlert(work, input.id, 'legal-block', input.reason);
      const block = await alertOf(work.tx, input.id, 'legal-block');
      return { block: block && present(block) };
    }),
  ),
};
