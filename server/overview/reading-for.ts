import type { Permission } from '#domain/operations.ts';
import { type GuardedContext, signedIn } from '../http/context.ts';

/** Sums over all clients: they hold rows of files that a person with assigned files only may not see. */
const OF_ALL_CLIENTS: readonly Permission[] = ['overview.trialBalance'];

/** Reads what the caller may list, and answers null in place of the rest, which is not read at all (STAFF-43). */
export function readingFor(context: GuardedContext): <T>(reading: Permission, read: () => T) => T | null {
  const { permissions } = signedIn(context);
  const mayRead = (reading: Permission) =>
    permissions.includes(reading) && !(context.isAssignedOnly && OF_ALL_CLIENTS.includes(reading));
  return (reading, read) => (mayRead(reading) ? read() : null);
}
