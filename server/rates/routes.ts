import { os, run } from '../http/context.ts';
import { changeRate } from './change-rate.ts';
import { importRates } from './import-rates.ts';
import { ratesInUse } from './queries.ts';

export const rateRoutes = {
  list: os.rates.list.handler(async ({ context }) => ({ rates: await ratesInUse(context.db) })),

  change: os.rates.change.handler(({ input, context }) =>
    run(context, async (work) => ({ rate: await changeRate(work, input.currencyCode, input) })),
  ),

  import: os.rates.import.handler(({ input, context }) =>
    run(context, (work) => importRates(work, input.text, input.acceptsChangesFrom)),
  ),
};
