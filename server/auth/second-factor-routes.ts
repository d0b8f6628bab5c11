import { os } from '../http/context.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  deactivateSecondFactor,
  renewRecoveryCodes,
  secondFactorState,
} from './second-factor.ts';

export const secondFactorRoutes = {
  current: os.secondFactor.current.handler(({ context }) => secondFactorState(context)),

  begin: os.secondFactor.begin.handler(({ input, context }) => beginSecondFactor(context, input)),

  activate: os.secondFactor.activate.handler(async ({ input, context }) => ({
    recoveryCodes: await confirmSecondFactor(context, input.code),
  })),

  renewRecoveryCodes: os.secondFactor.renewRecoveryCodes.handler(async ({ input, context }) => ({
    recoveryCodes: await renewRecoveryCodes(context, input),
  })),

  deactivate: os.secondFactor.deactivate.handler(async ({ input, context }) => {
    await deactivateSecondFactor(context, input);
    return {};
  }),
};
