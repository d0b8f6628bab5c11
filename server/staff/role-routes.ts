import { isPermission } from '#domain/operations.ts';
import { labelsOfHolders } from '../auth/queries.ts';
import { os, run } from '../http/context.ts';
import { defineRole } from './define-role.ts';
import { rolesOf } from './queries.ts';

export const roleRoutes = {
  list: os.roles.list.handler(async ({ context }) => ({
    roles: (await rolesOf(context.db)).map((role) => ({
      ...role,
      permissions: role.permissions.filter(isPermission),
      limits: [...role.limits],
    })),
  })),

  define: os.roles.define.handler(({ input, context }) =>
    run(context, async (work) => {
      await defineRole(work, context.bank.institution.mode, input);
      return {};
    }),
  ),

  holders: os.roles.holders.handler(async ({ input, context }) => ({
    labels: [...(await labelsOfHolders(context.db, [input.permission]))],
  })),
};
