import * as z from 'zod/mini';
import { passwordField } from '#domain/clients/sign-up.ts';
import { declaredLinkInput, LINK_RELATIONS } from '#domain/staff/declared-link.ts';
import { limitsField } from '#domain/staff/limits.ts';
import { detailsInput, invitationInput, reasonField, rolesInput } from '#domain/staff/member.ts';
import { MEMBER_STATUSES } from '#domain/staff/status.ts';
import { route } from './route.ts';
import { byId, empty, id, instant } from './values.ts';

const tag = 'Staff';

/** A member of the staff in the list. */
export const member = z.object({
  id,
  name: z.string(),
  /** Null for somebody who has left: their address is free again. */
  email: z.nullable(z.string()),
  title: z.nullable(z.string()),
  /** Where colleagues reach them at work; null for somebody who has left. */
  phone: z.nullable(z.string()),
  status: z.enum(MEMBER_STATUSES),
  roles: z.array(
    z.object({
      code: z.string(),
      label: z.string(),
      since: instant,
      /** Who gave it; null for the operator's command. */
      grantedBy: z.nullable(z.string()),
    }),
  ),
  secondFactors: z.array(z.enum(['code', 'passkey'])),
  lastSignInAt: z.nullable(instant),
  openSessions: z.int(),
  /** How many files they follow now. */
  assigned: z.int(),
  /** Why conflicting roles were accepted. */
  conflictReason: z.nullable(z.string()),
  invitedAt: z.nullable(instant),
  /** Until when the link of the invitation holds. */
  invitationEndsAt: z.nullable(instant),
  joinedAt: z.nullable(instant),
  suspendedAt: z.nullable(instant),
  suspensionReason: z.nullable(z.string()),
  leftAt: z.nullable(instant),
});

/** A client to whom a member is tied. */
export const declaredLink = z.object({
  /** Of the client's account. */
  clientId: id,
  displayName: z.string(),
  relation: z.enum(LINK_RELATIONS),
  declaredAt: instant,
});

/** As it stands in a link, which mail programs cut: one of another form is unknown, not badly written (STAFF-15). */
const token = z.string().check(z.minLength(1), z.maxLength(200));

/** What ends somebody's access: why, and which colleague follows their files from now on; without one nobody does. */
const accessEndInput = z.strictObject({ id, reason: reasonField, filesTo: z.optional(id) });

export const staffContract = {
  list: route({
    method: 'GET',
    path: '/admin/staff',
    summary: 'The people of the staff, with their roles, status and last sign-in',
    tag,
    access: 'staff',
  }).output(z.object({ members: z.array(member) })),
  show: route({
    method: 'GET',
    path: '/admin/staff/{id}',
    summary: 'A member of the staff with their open sessions',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(
      z.object({
        member,
        sessions: z.array(
          z.object({
            id,
            address: z.nullable(z.string()),
            userAgent: z.nullable(z.string()),
            usedAt: instant,
          }),
        ),
        /** How much they do alone, beside what their roles say. */
        limits: limitsField,
        /** Clients to whom they are tied. */
        linkCount: z.int(),
        /** The same by name; null for a reader who may not take them back. */
        links: z.nullable(z.array(declaredLink)),
      }),
    ),
  invite: route({
    method: 'POST',
    path: '/admin/staff',
    summary: 'Invite a person to the staff by a link that holds for 72 hours',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['staff.email-taken', 'staff.role-conflict'],
  })
    .input(z.strictObject(invitationInput.shape))
    .output(z.object({ id })),
  renewInvitation: route({
    method: 'POST',
    path: '/admin/staff/{id}/invitation',
    summary: 'Send the invitation again; the earlier link ends',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'staff.wrong-status'],
  })
    .input(byId)
    .output(empty),
  cancelInvitation: route({
    method: 'DELETE',
    path: '/admin/staff/{id}/invitation',
    summary: 'Take an invitation back',
    tag,
    access: 'staff',
    refusals: ['not-found', 'staff.wrong-status'],
  })
    .input(byId)
    .output(empty),
  changeRoles: route({
    method: 'PUT',
    path: '/admin/staff/{id}/roles',
    summary: 'Replace the roles of a member; their sessions end when one is taken away',
    tag,
    access: 'staff',
    refusals: [
      'not-found',
      'staff.own-access',
      'staff.wrong-status',
      'staff.role-conflict',
      'staff.last-manager',
    ],
  })
    .input(z.strictObject({ ...rolesInput.shape, id }))
    .output(empty),
  suspend: route({
    method: 'POST',
    path: '/admin/staff/{id}/suspension',
    summary: 'Suspend the access of a member; every session of theirs ends',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      'not-found',
      'staff.own-access',
      'staff.wrong-status',
      'staff.last-manager',
      'task.unknown-colleague',
    ],
  })
    .input(accessEndInput)
    .output(empty),
  resume: route({
    method: 'POST',
    path: '/admin/staff/{id}/resumption',
    summary: 'Restore the access of a suspended member',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found', 'staff.own-access', 'staff.wrong-status'],
  })
    .input(byId)
    .output(empty),
  leave: route({
    method: 'POST',
    path: '/admin/staff/{id}/departure',
    summary: 'End the access of a member for good; the name stays in the history',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: [
      'not-found',
      'staff.own-access',
      'staff.wrong-status',
      'staff.last-manager',
      'task.unknown-colleague',
    ],
  })
    .input(accessEndInput)
    .output(empty),
  endSessions: route({
    method: 'DELETE',
    path: '/admin/staff/{id}/sessions',
    summary: 'Sign a member of the staff out everywhere',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(z.object({ ended: z.int() })),
  endSession: route({
    method: 'DELETE',
    path: '/admin/staff/{id}/sessions/{sessionId}',
    summary: 'End one session of a member of the staff',
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(z.strictObject({ id, sessionId: id }))
    .output(z.object({ ended: z.int() })),
  endTeamSessions: route({
    method: 'DELETE',
    path: '/admin/staff-sessions',
    summary: 'Sign everybody of the staff out, the caller last',
    tag,
    access: 'staff',
  }).output(z.object({ ended: z.int() })),
  changeLimits: route({
    method: 'PUT',
    path: '/admin/staff/{id}/limits',
    summary:
      'Replace how much a member may do alone; of these limits and those of their roles the smaller counts',
    tag,
    access: 'staff',
    refusals: ['not-found', 'staff.own-access', 'staff.wrong-status'],
  })
    .input(z.strictObject({ id, limits: limitsField }))
    .output(empty),
  changeDetails: route({
    method: 'PUT',
    path: '/admin/staff/{id}/details',
    summary: 'Change the title and the work telephone of a member; what is left out or empty is none',
    tag,
    access: 'staff',
    refusals: ['not-found', 'staff.wrong-status'],
  })
    .input(z.strictObject({ ...detailsInput.shape, id }))
    .output(empty),
  declareLink: route({
    method: 'POST',
    path: '/admin/declared-links',
    summary: 'Declare a tie to a client, on whose files one does not act from then on',
    tag,
    access: 'staff',
    idempotent: true,
    refusals: ['not-found'],
  })
    .input(z.strictObject(declaredLinkInput.shape))
    .output(empty),
  removeLink: route({
    method: 'DELETE',
    path: '/admin/staff/{id}/links/{clientId}',
    summary: 'Take the declared tie of a colleague to a client back',
    tag,
    access: 'staff',
    refusals: ['not-found', 'staff.own-access'],
  })
    .input(z.strictObject({ id, clientId: id }))
    .output(empty),
};

export const staffInvitationsContract = {
  show: route({
    method: 'GET',
    path: '/staff-invitations/{token}',
    summary: 'Whom an invitation is for',
    tag,
    access: 'anyone',
    refusals: ['staff.invitation-expired', 'request.too-many'],
  })
    .input(z.strictObject({ token }))
    .output(z.object({ name: z.string(), email: z.string() })),
  accept: route({
    method: 'POST',
    path: '/staff-invitations/{token}',
    summary: 'Choose a password with the token of an invitation, once',
    tag,
    access: 'anyone',
    refusals: ['staff.invitation-expired', 'auth.weak-password', 'request.too-many'],
  })
    .input(z.strictObject({ token, password: passwordField }))
    .output(empty),
};
