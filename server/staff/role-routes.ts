import { labelsOfHolders } from '../auth/queries.ts';
import { os } from '../http/context.ts';

export const roleRoutes = {
  holders: os.roles.holders.handler(async ({ input, context }) => ({
    labels: [...(await labelsOfHolders(context.db, [input.permission]))],
  })),
};
