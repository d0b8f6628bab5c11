/** The state of a member of the staff (STAFF-13). */
export const MEMBER_STATUSES = ['invited', 'active', 'suspended', 'left', 'revoked'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** What happens to a member: by a colleague, by themselves, or by the job that ends old invitations. */
export const MEMBER_EVENTS = ['accept', 'revoke', 'suspend', 'resume', 'leave'] as const;
export type MemberEvent = (typeof MEMBER_EVENTS)[number];

/** The table of STAFF-16. Who has left or was revoked stays so; a new invitation makes a new person. */
const TRANSITIONS: Readonly<Record<MemberEvent, Partial<Record<MemberStatus, MemberStatus>>>> = {
  accept: { invited: 'active' },
  revoke: { invited: 'revoked' },
  suspend: { active: 'suspended' },
  resume: { suspended: 'active' },
  leave: { active: 'left', suspended: 'left' },
};

/** The status after an event; null when it is not possible. */
export function memberAfter(status: MemberStatus, event: MemberEvent): MemberStatus | null {
  return TRANSITIONS[event][status] ?? null;
}

/** Hours for which an invitation holds (STAFF-14). */
export const INVITATION_HOURS = 72;
