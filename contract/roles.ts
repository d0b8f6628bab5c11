import * as z from 'zod/mini';
import { PERMISSIONS } from '#domain/operations.ts';
import { limitsField } from '#domain/staff/limits.ts';
import { ROLE_SOURCES, roleCode, roleDescription, roleLabel } from '#domain/staff/roles.ts';
import { route } from './route.ts';
import { empty, instant } from './values.ts';

const tag = 'Staff';

/** A role as it is defined now. */
export const role = z.object({
  code: z.string(),
  label: z.string(),
  description: z.string(),
  /** Holds every permission, also those to come; it is not edited. */
  holdsAll: z.boolean(),
  permissions: z.array(z.enum(PERMISSIONS)),
  /** Its holders see and touch only the files assigned to them. */
  assignedOnly: z.boolean(),
  /** How much its holders do alone. */
  limits: limitsField,
  source: z.enum(ROLE_SOURCES),
  version: z.int(),
  changedAt: instant,
  changedBy: z.nullable(z.string()),
  /** How many people hold it. */
  holders: z.int(),
});

export const rolesContract = {
  list: route({
    method: 'GET',
    path: '/admin/roles',
    summary: 'The roles with what each permits and how many people hold it',
    tag,
    access: 'staff',
  }).output(z.object({ roles: z.array(role) })),
  define: route({
    method: 'PUT',
    path: '/admin/roles/{code}',
    summary: 'Define a role, or its next version; it holds from the next call of those who have it',
    tag,
    access: 'staff',
    refusals: ['staff.own-access', 'staff.last-manager', 'staff.role-conflict', 'role.changed'],
  })
    .input(
      z.strictObject({
        code: roleCode,
        label: roleLabel,
        description: roleDescription,
        permissions: z
          .array(z.enum(PERMISSIONS, 'validation.choice'))
          .check(z.maxLength(PERMISSIONS.length, 'validation.tooMany')),
        assignedOnly: z.optional(z.boolean()),
        limits: z.optional(limitsField),
        /** The version that was edited; 0 for a new role. */
        seenVersion: z.int().check(z.gte(0)),
      }),
    )
    .output(empty),
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
