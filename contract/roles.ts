import * as z from 'zod/mini';
import { PERMISSIONS } from '#domain/operations.ts';
import { route } from './route.ts';

const tag = 'Staff';

export const rolesContract = {
  holders: route({
    method: 'GET',
    path: '/admin/role-holders',
    summary:
      'The roles that hold a permission, by their labels: for a page that is not among the rights of the reader',
    tag,
    access: 'staff',
  })
    .input(z.strictObject({ permission: z.enum(PERMISSIONS) }))
    .output(z.object({ labels: z.array(z.string()) })),
};
