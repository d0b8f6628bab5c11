import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { audit } from '../audit/audit.ts';
import { endSessions } from '../auth/sessions/sessions.ts';
import { listed } from '../db/database.ts';
import { announce, announceRights } from '../notifications/live.ts';
import { queueMail } from '../notifications/notify.ts';
import type { Work } from '../work/work.ts';
import { grantRoles, requireRoles } from './grant-roles.ts';
import { keepingManagers } from './managers.ts';
import { lockMember, roleCodesOf, rolesOf } from './queries.ts';

/**
 * Replaces the roles of a member (STAFF-22). It holds from their next call; when a role was taken away their sessions end. A mail names the
 * roles.
 * @throws Refusal `staff.own-access`; `not-found`; `staff.wrong-status`; `staff.last-manager`; as `requireRoles`.
 */
export async function changeRoles(
  work: Work,
  mode: 'demo' | 'live',
  input: {
    readonly id: string;
    readonly roles: readonly string[];
    readonly conflictReason?: string | undefined;
  },
): Promise<void> {
  if (input.id === work.actorId) throw new Refusal('staff.own-access');
  await keepingManagers(work, async () => {
    const member = await lockMember(work.tx, input.id);
    if (!member) throw new Refusal('not-found');
    if (member.status === 'left' || member.status === 'revoked') throw new Refusal('staff.wrong-status');
    const roles = await requireRoles(work.tx, mode, input);
    const before = await roleCodesOf(work.tx, input.id);
    const taken = before.filter((code) => !roles.includes(code));
    await work.tx.execute(
      sql`delete from user_roles where user_id = ${input.id}::uuid and role = any (${listed(taken, 'text')})`,
    );
    await grantRoles(work, input.id, roles);
    await work.tx.execute(
      sql`update staff_members set conflict_reason = ${input.conflictReason || null} where user_id = ${input.id}::uuid`,
    );
    if (taken.length > 0) await endSessions(work.tx, input.id);
    else await announceRights(work, [input.id]);
    const labels = (await rolesOf(work.tx, roles)).map(({ label }) => label);
    if (member.status === 'active')
      queueMail(work, member.email, 'staff-rights-changed', { roles: labels.join(', ') }, input.id);
    audit(work, {
      operation: 'staff.changeRoles',
      clientAccountId: null,
      subjectId: input.id,
      before: { roles: before.join(', ') },
      after: { roles: roles.join(', '), reason: input.conflictReason || null },
    });
    await announce(work, { staff: true }, ['staff']);
  });
}
