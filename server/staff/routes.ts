import { Refusal } from '#domain/errors.ts';
import { type GuardedContext, os, run, runOnce } from '../http/context.ts';
import { changeAccess, endMemberSessions } from './change-access.ts';
import { changeRoles } from './change-roles.ts';
import { cancelInvitation, type House, inviteMember, renewInvitation } from './invite-member.ts';
import { type MemberRow, membersOf, sessionsOf } from './queries.ts';

const houseOf = ({ bank }: GuardedContext): House => ({
  mode: bank.institution.mode,
  brandName: bank.institution.brandName,
  publicUrl: bank.config.publicUrl,
});

/** A member as the contract says it: the address that stands in place of a former one is not shown. */
const presentMember = (row: MemberRow) => ({
  ...row,
  email: row.status === 'left' || row.status === 'revoked' ? null : row.email,
  roles: [...row.roles],
  secondFactors: [...row.secondFactors],
});

export const staffRoutes = {
  list: os.staff.list.handler(async ({ context }) => ({
    members: (await membersOf(context.db, context.bank.surroundings.now())).map(presentMember),
  })),

  show: os.staff.show.handler(async ({ input, context }) => {
    const now = context.bank.surroundings.now();
    const [row] = await membersOf(context.db, now, input.id);
    if (!row) throw new Refusal('not-found');
    return { member: presentMember(row), sessions: await sessionsOf(context.db, input.id, now) };
  }),

  invite: os.staff.invite.handler(({ input, context }) =>
    runOnce(context, input, async (work) => ({ id: await inviteMember(work, houseOf(context), input) })),
  ),

  renewInvitation: os.staff.renewInvitation.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await renewInvitation(work, houseOf(context), input.id);
      return {};
    }),
  ),

  cancelInvitation: os.staff.cancelInvitation.handler(({ input, context }) =>
    run(context, async (work) => {
      await cancelInvitation(work, input.id);
      return {};
    }),
  ),

  changeRoles: os.staff.changeRoles.handler(({ input, context }) =>
    run(context, async (work) => {
      await changeRoles(work, context.bank.institution.mode, input);
      return {};
    }),
  ),

  suspend: os.staff.suspend.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await changeAccess(work, { id: input.id, event: 'suspend', reason: input.reason });
      return {};
    }),
  ),

  resume: os.staff.resume.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await changeAccess(work, { id: input.id, event: 'resume', reason: null });
      return {};
    }),
  ),

  leave: os.staff.leave.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await changeAccess(work, { id: input.id, event: 'leave', reason: input.reason });
      return {};
    }),
  ),

  endSessions: os.staff.endSessions.handler(({ input, context }) =>
    run(context, (work) => endMemberSessions(work, input.id)),
  ),
};
