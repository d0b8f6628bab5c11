import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { type MemberEvent, memberAfter } from '#domain/staff/status.ts';
import { audit } from '../audit/audit.ts';
import { endAccess } from '../auth/sessions/end-access.ts';
import { endSessions } from '../auth/sessions/sessions.ts';
import { announce } from '../notifications/live.ts';
import { endTasksOf } from '../tasks/end-tasks.ts';
import { giveTasksOf } from '../tasks/give-tasks.ts';
import type { Work } from '../work/work.ts';
import { endMember } from './end-member.ts';
import { endProposalsOf } from './end-proposals.ts';
import { keepingManagers } from './managers.ts';
import { lockMember, lockPeopleOfStaff } from './queries.ts';

/**
 * Suspends, resumes or ends the access of a member (STAFF-16). Their sessions end in the same transaction, and their streams with them; what
 * they proposed and nobody approved yet is stale; what they followed goes to a colleague, or is followed by nobody.
 * @param filesTo the colleague who follows their files from now on; null for nobody.
 * @throws Refusal `staff.own-access`; `not-found`; `staff.wrong-status`; `staff.last-manager`; `task.unknown-colleague`.
 */
export async function changeAccess(
  work: Work,
  {
    id,
    event,
    reason,
    filesTo = null,
  }: {
    id: string;
    event: Extract<MemberEvent, 'suspend' | 'resume' | 'leave'>;
    reason: string | null;
    filesTo?: string | null;
  },
): Promise<void> {
  if (id === work.actorId) throw new Refusal('staff.own-access');
  if (event !== 'resume') await endProposalsOf(work, id);
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
    if (event !== 'resume') {
      await endAccess(work.tx, id);
      const because = event === 'suspend' ? 'suspended' : 'left';
      if (filesTo === null) await endTasksOf(work, id, because);
      else await giveTasksOf(work, id, { to: filesTo, because });
    }
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

type EndsSessions = 'staff.endSession' | 'staff.endSessions' | 'staff.endTeamSessions';

/** Tells the trail and the open screens that sessions of the staff ended. @param subjectId whose; null for everybody's. */
async function tellEnded(work: Work, operation: EndsSessions, subjectId: string | null, ended: number) {
  audit(work, { operation, clientAccountId: null, subjectId, before: null, after: { ended } });
  await announce(work, { staff: true }, ['staff']);
  return { ended };
}

/**
 * Signs a member out everywhere (STAFF-16).
 * @returns how many sessions there were.
 * @throws Refusal `not-found`.
 */
export async function endMemberSessions(work: Work, id: string): Promise<{ ended: number }> {
  if (!(await lockMember(work.tx, id))) throw new Refusal('not-found');
  return tellEnded(work, 'staff.endSessions', id, await endAccess(work.tx, id));
}

/**
 * Ends one session of a member, a lost computer's for example (STAFF-16).
 * @throws Refusal `not-found` for a session that is not theirs, or has ended.
 */
export async function endMemberSession(
  work: Work,
  { id, sessionId }: { readonly id: string; readonly sessionId: string },
): Promise<{ ended: number }> {
  if (!(await lockMember(work.tx, id))) throw new Refusal('not-found');
  const ended = await endSessions(work.tx, id, { only: sessionId });
  if (ended === 0) throw new Refusal('not-found');
  return tellEnded(work, 'staff.endSession', id, ended);
}

/**
 * Signs everybody of the staff out, the caller last (STAFF-16).
 * @returns how many sessions there were.
 */
export async function endTeamSessions(work: Work): Promise<{ ended: number }> {
  const people = await lockPeopleOfStaff(work.tx);
  let ended = 0;
  for (const id of [...people.filter((one) => one !== work.actorId), work.actorId])
    ended += await endAccess(work.tx, id);
  return tellEnded(work, 'staff.endTeamSessions', null, ended);
}
