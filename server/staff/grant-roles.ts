import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { conflictsOf, MIN_CONFLICT_REASON } from '#domain/staff/conflicts.ts';
import { type Db, listed } from '../db/database.ts';
import type { Work } from '../work/work.ts';
import { rolesOf } from './queries.ts';

/**
 * Checks the roles that somebody is to hold: that each is there, and that they go together (STAFF-10).
 * @returns their codes in alphabetical order.
 * @throws Refusal `request.invalid` for an unknown role, or a warned conflict without a reason of 20 characters; `staff.role-conflict`.
 */
export async function requireRoles(
  tx: Db,
  mode: 'demo' | 'live',
  input: { readonly roles: readonly string[]; readonly conflictReason?: string | undefined },
): Promise<readonly string[]> {
  const found = await rolesOf(tx, input.roles);
  const labelOf = (code: string) => found.find((role) => role.code === code)?.label ?? code;
  if (found.length < input.roles.length)
    throw new Refusal('request.invalid', {}, [{ field: 'roles', message: 'validation.choice' }]);
  const conflicts = conflictsOf(found, mode);
  const refused = conflicts.find(({ severity }) => severity === 'refuse');
  if (refused) throw new Refusal('staff.role-conflict', { a: labelOf(refused.a), b: labelOf(refused.b) });
  if (conflicts.length > 0 && (input.conflictReason ?? '').length < MIN_CONFLICT_REASON)
    throw new Refusal('request.invalid', {}, [
      { field: 'conflictReason', message: 'validation.note.tooShort' },
    ]);
  return found.map(({ code }) => code).sort();
}

/** Gives a person roles that they do not hold yet. */
export async function grantRoles(work: Work, userId: string, codes: readonly string[]): Promise<void> {
  await work.tx.execute(
    sql`insert into user_roles (user_id, role, since, granted_by)
      select ${userId}::uuid, code, ${work.now.toISOString()}::timestamptz, ${work.actorId}::uuid
      from unnest(${listed(codes, 'text')}) as code on conflict do nothing`,
  );
}
