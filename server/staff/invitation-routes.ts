import { os } from '../http/context.ts';
import { acceptInvitation, showInvitation } from './accept-invitation.ts';

export const invitationRoutes = {
  show: os.staffInvitations.show.handler(({ input, context }) => showInvitation(context, input.token)),

  accept: os.staffInvitations.accept.handler(async ({ input, context }) => {
    await acceptInvitation(context, input);
    return {};
  }),
};
