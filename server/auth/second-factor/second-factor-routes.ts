import { os } from '../../http/context.ts';
import {
  addPasskey,
  beginPasskey,
  beginSecondFactor,
  challengePasskey,
  confirmSecondFactor,
  deactivateSecondFactor,
  removePasskey,
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

  askPasskey: os.secondFactor.askPasskey.handler(({ input, context }) =>
    challengePasskey(context, input.subject),
  ),

  beginPasskey: os.secondFactor.beginPasskey.handler(({ input, context }) => beginPasskey(context, input)),

  addPasskey: os.secondFactor.addPasskey.handler(async ({ input, context }) => ({
    recoveryCodes: await addPasskey(context, input),
  })),

  removePasskey: os.secondFactor.removePasskey.handler(async ({ input, context }) => {
    await removePasskey(context, input);
    return {};
  }),
};
