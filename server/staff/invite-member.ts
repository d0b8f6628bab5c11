import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import type { InvitationInput } from '#domain/staff/member.ts';
import { INVITATION_HOURS } from '#domain/staff/status.ts';
import { audit } from '../audit/audit.ts';
import { endAccess } from '../auth/sessions/end-access.ts';
import { newToken, tokenHashOf } from '../auth/sessions/session-cookie.ts';
import { staffMembers, users } from '../db/schema/index.ts';
import { announce } from '../notifications/live.ts';
import { queueMail } from '../notifications/notify.ts';
import type { Work } from '../work/work.ts';
import { endMember } from './end-member.ts';
import { grantRoles, requireRoles } from './grant-roles.ts';
import { lockMember, membersOf } from './queries.ts';

const HOUR_MS = 3_600_000;

/** What the institution and the place of the product are, for a mail. */
export interface House {
  readonly mode: 'demo' | 'live';
  readonly brandName: string;
  readonly publicUrl: string;
}

/** Gives a person a new link, which ends an earlier one, and mails it. The mail names who invites and no role (STAFF-14). */
async function sendInvitation(
  work: Work,
  house: House,
  person: { readonly id: string; readonly email: string },
): Promise<void> {
  const token = newToken();
  await work.tx.execute(
    sql`update staff_members set invitation_hash = ${tokenHashOf(token)}, invited_by = ${work.actorId}::uuid,
        invited_at = ${work.now.toISOString()}::timestamptz,
        invitation_ends_at = ${new Date(work.now.getTime() + INVITATION_HOURS * HOUR_MS).toISOString()}::timestamptz
      where user_id = ${person.id}::uuid`,
  );
  const [inviter] = await membersOf(work.tx, work.now, work.actorId);
  queueMail(
    work,
    person.email,
    'staff-invited',
    {
      link: `${house.publicUrl}/admin-login?invitation=${token}`,
      inviter: inviter?.name ?? house.brandName,
      institution: house.brandName,
    },
    person.id,
  );
}

/**
 * Invites a person to the staff: they get a link that holds for 72 hours (STAFF-14).
 * @throws Refusal `staff.email-taken` with the field; as `requireRoles`.
 * @returns the id of the new member.
 */
export async function inviteMember(work: Work, house: House, input: InvitationInput): Promise<string> {
  const roles = await requireRoles(work.tx, house.mode, input);
  const id = work.newId();
  const name = `${input.firstName} ${input.lastName}`;
  const made = await work.tx
    .insert(users)
    .values({ id, email: input.email, name, createdAt: work.now, updatedAt: work.now })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  if (made.length === 0)
    throw new Refusal('staff.email-taken', {}, [{ field: 'email', message: 'validation.emailTaken' }]);
  await work.tx.insert(staffMembers).values({
    userId: id,
    status: 'invited',
    title: input.title || null,
    phone: input.phone || null,
    conflictReason: input.conflictReason || null,
  });
  await grantRoles(work, id, roles);
  await sendInvitation(work, house, { id, email: input.email });
  audit(work, {
    operation: 'staff.invite',
    clientAccountId: null,
    subjectId: id,
    before: null,
    after: { roles: roles.join(', '), reason: input.conflictReason || null },
  });
  await announce(work, { staff: true }, ['staff']);
  return id;
}

/** @throws Refusal `not-found`; `staff.wrong-status` for somebody who is not waiting for their first sign-in. */
async function lockInvited(work: Work, id: string) {
  const member = await lockMember(work.tx, id);
  if (!member) throw new Refusal('not-found');
  if (member.status !== 'invited') throw new Refusal('staff.wrong-status');
  return member;
}

/**
 * Sends the invitation again with a new link. What began by the earlier one ends with it: sessions, and the password that was chosen.
 * @throws Refusal as `lockInvited`
 */
export async function renewInvitation(work: Work, house: House, id: string): Promise<void> {
  const { email } = await lockInvited(work, id);
  await endAccess(work.tx, id);
  await work.tx.execute(sql`delete from credentials where user_id = ${id}::uuid`);
  await sendInvitation(work, house, { id, email });
  audit(work, {
    operation: 'staff.renewInvitation',
    clientAccountId: null,
    subjectId: id,
    before: null,
    after: null,
  });
  await announce(work, { staff: true }, ['staff']);
}

/** Takes the invitation back. @throws Refusal as `lockInvited` */
export async function cancelInvitation(work: Work, id: string): Promise<void> {
  await lockInvited(work, id);
  await endMember(work, id, 'revoked');
  audit(work, {
    operation: 'staff.cancelInvitation',
    clientAccountId: null,
    subjectId: id,
    before: { status: 'invited' },
    after: { status: 'revoked' },
  });
  await announce(work, { staff: true }, ['staff']);
}
