import { Refusal } from '#domain/errors.ts';
import { limitsAsLine } from '#domain/staff/limits.ts';
import type { InvitationInput } from '#domain/staff/member.ts';
import { idOfName } from '../ids.ts';
import type { Governed, GovernedFacts } from '../work/governed.ts';
import { changeAccess } from './change-access.ts';
import { changeLimits } from './change-limits.ts';
import { changeRoles } from './change-roles.ts';
import { defineRole } from './define-role.ts';
import { inviteMember } from './invite-member.ts';
import { holdersOfRole, limitsOfMember, roleCodesOf, rolesOf, statusOfMember } from './queries.ts';

const ofTheHouse: Omit<GovernedFacts, 'subjectId' | 'seen'> = {
  clientAccountId: null,
  amount: null,
  conditions: [],
  deadline: null,
};

const invitation: Governed<InvitationInput> = {
  operation: 'staff.invite',
  facts: async (_tx, { email }) => ({ ...ofTheHouse, subjectId: idOfName(`invite:${email}`), seen: {} }),
  execute: (work, input, { institution, publicUrl }) =>
    inviteMember(work, { mode: institution.mode, brandName: institution.brandName, publicUrl }, input),
};

const roleChange: Governed<Parameters<typeof changeRoles>[2]> = {
  operation: 'staff.changeRoles',
  facts: async (tx, { id }) => ({
    ...ofTheHouse,
    subjectId: id,
    seen: { roles: (await roleCodesOf(tx, id)).join(' ') },
    notBy: [id],
  }),
  execute: (work, input, { institution }) => changeRoles(work, institution.mode, input),
};

const limitChange: Governed<Parameters<typeof changeLimits>[1]> = {
  operation: 'staff.changeLimits',
  facts: async (tx, { id }) => ({
    ...ofTheHouse,
    subjectId: id,
    seen: { limits: limitsAsLine(await limitsOfMember(tx, id)) },
    notBy: [id],
  }),
  execute: (work, input) => changeLimits(work, input),
};

const resumption: Governed<{ readonly id: string }> = {
  operation: 'staff.resume',
  async facts(tx, { id }) {
    const status = await statusOfMember(tx, id);
    if (!status) throw new Refusal('not-found');
    return { ...ofTheHouse, subjectId: id, seen: { status }, notBy: [id] };
  },
  execute: (work, { id }) => changeAccess(work, { id, event: 'resume', reason: null }),
};

const definition: Governed<Parameters<typeof defineRole>[2]> = {
  operation: 'roles.define',
  async facts(tx, { code }) {
    const [role] = await rolesOf(tx, [code]);
    return {
      ...ofTheHouse,
      subjectId: idOfName(`role:${code}`),
      seen: { version: role?.version ?? 0 },
      notBy: await holdersOfRole(tx, code),
    };
  },
  execute: (work, input, { institution }) => defineRole(work, institution.mode, input),
};

/** What others may have to approve of the acts on people and roles (FOUR-22). */
export const GOVERNED_STAFF_OPERATIONS = [invitation, roleChange, limitChange, resumption, definition];
