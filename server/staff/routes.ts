import { Refusal } from '#domain/errors.ts';
import { type GuardedContext, os, run, runOnce, signedIn } from '../http/context.ts';
import { changeAccess, endMemberSession, endMemberSessions, endTeamSessions } from './change-access.ts';
import { changeDetails } from './change-details.ts';
import { changeLimits } from './change-limits.ts';
import { changeRoles } from './change-roles.ts';
import { declareLink, removeLink } from './declare-link.ts';
import { cancelInvitation, type House, inviteMember, renewInvitation } from './invite-member.ts';
import { limitsOfMember, linksOf, type MemberRow, membersOf, sessionsOf } from './queries.ts';

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
    const links = await linksOf(context.db, input.id);
    return {
      member: presentMember(row),
      sessions: await sessionsOf(context.db, input.id, now),
      limits: [...(await limitsOfMember(context.db, input.id))],
      linkCount: links.length,
      links: signedIn(context).permissions.includes('staff.removeLink') ? links : null,
    };
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
      await changeAccess(work, { ...input, event: 'suspend' });
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
      await changeAccess(work, { ...input, event: 'leave' });
      return {};
    }),
  ),

  endSessions: os.staff.endSessions.handler(({ input, context }) =>
    run(context, (work) => endMemberSessions(work, input.id)),
  ),

  endSession: os.staff.endSession.handler(({ input, context }) =>
    run(context, (work) => endMemberSession(work, input)),
  ),

  endTeamSessions: os.staff.endTeamSessions.handler(({ context }) =>
    run(context, (work) => endTeamSessions(work)),
  ),

  changeLimits: os.staff.changeLimits.handler(({ input, context }) =>
    run(context, async (work) => {
      await changeLimits(work, input);
      return {};
    }),
  ),

  changeDetails: os.staff.changeDetails.handler(({ input, context }) =>
    run(context, async (work) => {
      await changeDetails(work, input);
      return {};
    }),
  ),

  declareLink: os.staff.declareLink.handler(({ input, context }) =>
    runOnce(context, input, async (work) => {
      await declareLink(work, input, signedIn(context).permissions.includes('staff.removeLink'));
      return {};
    }),
  ),

  removeLink: os.staff.removeLink.handler(({ input, context }) =>
    run(context, async (work) => {
      await removeLink(work, input);
      return {};
    }),
  ),
};
