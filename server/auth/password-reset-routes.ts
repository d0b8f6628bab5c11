import { os } from '../http/context.ts';
import { completePasswordReset, requestPasswordReset } from './reset-password.ts';

export const passwordResetRoutes = {
  request: os.passwordReset.request.handler(async ({ input, context }) => {
    await requestPasswordReset(context.bank.auth, context.bank.attempts, input.email, context.address);
    return {};
  }),

  complete: os.passwordReset.complete.handler(async ({ input, context }) => {
    await completePasswordReset(context.bank.auth, context.bank.attempts, input);
    return {};
  }),
};
