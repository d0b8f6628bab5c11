import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { type MemberEvent, memberAfter } from '#domain/staff/status.ts';
import { audit } from '../audit/audit.ts';
import { endAccess } from '../auth/sessions/end-access.ts';
import { announce } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';
import { endMember } from './end-member.ts';
import { keepingManagers } from './managers.ts';
import { lockMember } from './queries.ts';

/**
 * Suspends, resumes or ends the access of a member (STAFF-16). Their sessions end in the same transaction, and their streams with them.
 * @throws Refusal `staff.own-access`; `not-found`; `staff.wrong-status`; `staff.last-manager`.
 */
export async function changeAccess(
  work: Work,
  {
    id,
    event,
    reason,
  }: { id: string; event: Extract<MemberEvent, 'suspend' | 'resume' | 'leave'>; reason: string | null },
): Promise<void> {
  if (id === work.actorId) throw new Refusal('staff.own-access');
  await keepingManagers(work, async () => {
    const member = await lockMember(work.tx, id);
    if (!member) throw new Refusal('not-found');
    const status = memberAfter(member.status, event);
    if (!status) throw new Refusal('staff.wrong-status');
    if (event === 'leave') await endMember(work, id, 'left');
    else {
      const isSuspension = event === 'suspend';
      await work.tx.execute(
        sql`update staff_members set status = ${status},
            suspended_at = ${isSuspension ? work.now.toISOString() : null}::timestamptz,
            suspended_by = ${isSuspension ? work.actorId : null}::uuid,
            suspension_reason = ${isSuspension ? reason : null}
          where user_id = ${id}::uuid`,
      );
    }
    if (event !== 'resume') await endAccess(work.tx, id);
    audit(work, {
      operation: `staff.${event}`,
      clientAccountId: null,
      subjectId: id,
      before: { status: member.status },
      after: { status, reason },
    });
    await announce(work, { staff: true }, ['staff']);
  });
}

/**
 * Signs a member out everywhere.
 * @returns how many sessions there were.
 * @throws Refusal `not-found`.
 */
export async function endMemberSessions(work: Work, id: string): Promise<{ ended: number }> {
  if (!(await lockMember(work.tx, id))) throw new Refusal('not-found');
  const ended = await endAccess(work.tx, id);
  audit(work, {
    operation: 'staff.endSessions',
    clientAccountId: null,
    subjectId: id,
    before: null,
    after: { ended },
  });
  await announce(work, { staff: true }, ['staff']);
  return { ended };
}
