import * as z from 'zod/mini';
import { isPermission, PERMISSIONS, type Permission } from '../operations.ts';
import { ADMINISTRATOR_ROLE } from '../permissions.ts';
import { type Limits, limitsField } from './limits.ts';

/** Most roles that one person holds (STAFF-7). */
export const MAX_ROLES = 9;

/** Where a role's present definition comes from (STAFF-8): the product, the institution's file, or the screen « Rôles ». */
export const ROLE_SOURCES = ['product', 'file', 'screen'] as const;
export type RoleSource = (typeof ROLE_SOURCES)[number];

export const roleCode = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9-]{1,39}$/, 'validation.invalid'), z.maxLength(40));
export const roleLabel = z
  .string()
  .check(z.trim(), z.minLength(1, 'validation.required'), z.maxLength(60, 'validation.tooLong'));
export const roleDescription = z.string().check(z.trim(), z.maxLength(200, 'validation.tooLong'));

/** A role as it is defined: in the product, in the institution's file, or on the screen. */
export interface RoleDefinition {
  readonly code: string;
  readonly label: string;
  readonly description: string;
  readonly permissions: readonly Permission[];
  /** Whether its holders see and touch only the files assigned to them (STAFF-41). */
  readonly assignedOnly: boolean;
  /** How much its holders may do alone (STAFF-42). */
  readonly limits: Limits;
}

/** A role of the institution's file before its faults are known. */
export interface RoleOfFile {
  readonly code: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly permissions: readonly string[];
  readonly assignedOnly?: boolean | undefined;
  readonly limits?: readonly unknown[] | undefined;
}

/**
 * What is wrong with the roles of the institution's file, one sentence for each fault in the words of the operator (STAFF-8). Empty when the
 * roles can be used.
 */
export function faultsOfRoles(roles: readonly RoleOfFile[]): string[] {
  const seen = new Set<string>();
  return roles.flatMap((role) => {
    const faults: string[] = [];
    const fault = (what: string) => faults.push(`roles: ${role.code || '(no code)'}: ${what}`);
    if (!roleCode.safeParse(role.code).success)
      fault('the code is a-z, 0-9 and hyphens, 2 to 40 characters.');
    if (role.code === ADMINISTRATOR_ROLE) fault('the role with all permissions cannot be replaced.');
    if (seen.has(role.code)) fault('defined twice.');
    seen.add(role.code);
    if (!roleLabel.safeParse(role.label).success) fault('the label has 1 to 60 characters.');
    if (!roleDescription.safeParse(role.description ?? '').success)
      fault('the description has 200 characters at most.');
    if (!limitsField.safeParse(role.limits ?? []).success)
      fault('the limits are whole euro cents, each operation once.');
    for (const name of role.permissions) if (!isPermission(name)) fault(`"${name}" is no permission.`);
    return faults;
  });
}

/**
 * The roles that an institution begins with: those of the product, with the ones of its file added or put in their place by code.
 * `admin` is not among them: it holds everything.
 */
export function rolesOf(
  defaults: readonly RoleDefinition[],
  file: readonly RoleOfFile[] = [],
): readonly (RoleDefinition & { readonly source: RoleSource })[] {
  const ofFile = new Map(file.map((role) => [role.code, role]));
  return [
    ...defaults
      .filter(({ code }) => !ofFile.has(code))
      .map((role) => ({ ...role, source: 'product' as const })),
    ...[...ofFile.values()].map((role) => ({
      code: role.code,
      label: role.label.trim(),
      description: (role.description ?? '').trim(),
      permissions: PERMISSIONS.filter((permission) => role.permissions.includes(permission)),
      assignedOnly: role.assignedOnly ?? false,
      limits: limitsField.parse(role.limits ?? []),
      source: 'file' as const,
    })),
  ];
}
