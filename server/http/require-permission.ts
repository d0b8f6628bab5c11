import { permissionsOfQuestion } from '#domain/desk/request-list.ts';
import { Refusal } from '#domain/errors.ts';
import { isStaffOperation, type Permission } from '#domain/operations.ts';
import type { Db } from '../db/database.ts';
import { type GuardedContext, signedIn } from './context.ts';

/**
 * The rule that the caller also holds the permission of what their call names: of the command they propose, the list they take out, the operation
 * they repeat.
 * @throws Refusal `auth.permission-required` with the roles that hold it.
 */
export async function requirePermission(context: GuardedContext, permission: string): Promise<void> {
  const { permissions } = signedIn(context);
  if ((permissions as readonly string[]).includes(permission)) return;
  const { bank } = context;
  const roles = await bank.guard.labelsOfHolders(bank, isStaffOperation(permission) ? [permission] : []);
  throw new Refusal('auth.permission-required', { roles: roles.join(', ') });
}

/**
 * The rule that a list is neither sorted nor filtered by what its reader may not read (STAFF-5).
 * @throws Refusal `auth.permission-required`.
 */
export async function requireListQuestion(
  context: GuardedContext,
  question: Parameters<typeof permissionsOfQuestion>[0],
): Promise<void> {
  for (const permission of permissionsOfQuestion(question)) await requirePermission(context, permission);
}

/**
 * What the caller reads of a list by its own permission: their assigned files alone where a role of theirs says so (STAFF-41), and no file of their own
 * (STAFF-40).
 */
export function reachOfReading(context: GuardedContext, permission: Permission): Db {
  const { userId, assignedOnly, ownFiles } = signedIn(context);
  const { database } = context.bank;
  if (assignedOnly.includes(permission)) return database.assignedTo(userId);
  return ownFiles.length > 0 ? database.exceptOwnFilesOf(userId) : context.db;
}
