import { legalDay } from '#domain/time/days.ts';
import { os, run } from '../http/context.ts';
import { changeParameter } from './change-parameter.ts';
import { datedParameters } from './dated-parameters.ts';

export const parameterRoutes = {
  list: os.parameters.list.handler(async ({ context }) => {
    const today = legalDay(context.bank.surroundings.now());
    return { today, parameters: await datedParameters(context.db, today) };
  }),

  change: os.parameters.change.handler(({ input, context }) =>
    run(context, async (work) => ({ parameter: await changeParameter(work, input) })),
  ),
};
