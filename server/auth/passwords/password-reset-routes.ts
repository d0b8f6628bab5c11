import { os } from '../../http/context.ts';
import { completePasswordReset, requestPasswordReset } from './reset-password.ts';

export const passwordResetRoutes = {
  request: os.passwordReset.request.handler(async ({ input, context }) => {
    await requestPasswordReset(context, input.email);
    return {};
  }),

  complete: os.passwordReset.complete.handler(async ({ input, context }) => {
    await completePasswordReset(context, input);
    return {};
  }),
};
