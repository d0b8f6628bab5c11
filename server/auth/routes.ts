import type * as z from 'zod/mini';
import type { session } from '#contract/session.ts';
import { Refusal } from '#domain/errors.ts';
import { permissionsUnderStatus } from '#domain/loans/intermediation.ts';
import { mayLend } from '#domain/loans/may-lend.ts';
import { homeOf } from '#domain/permissions.ts';
import type { Bank } from '../bank/bank.ts';
import type { SignedIn } from '../bank/guard.ts';
import { os, type RequestContext, run, signedIn } from '../http/context.ts';
import { announce } from '../notifications/live.ts';
import { giveConfirmation } from './confirmation/confirmation.ts';
import { proveAgain } from './identity.ts';
import { endSessions } from './sessions/sessions.ts';
import { enterBy } from './sessions/sign-in.ts';

/** The signed-in person as screens need them. */
export function presentSession(
  caller: SignedIn,
  { institution, surroundings }: Pick<Bank, 'institution' | 'surroundings'>,
): z.infer<typeof session> {
  const now = surroundings.now();
  return {
    userId: caller.userId,
    email: caller.email,
    firstName: caller.firstName,
    isAdministrator: caller.isStaff,
    roles: [...caller.roles],
    // LC-6: no button of a lender for a house that only transmits.
    permissions: permissionsUnderStatus(caller.permissions, mayLend(institution)),
    limits: [...caller.limits],
    hasAccount: caller.hasAccount,
    home: homeOf(caller),
    mustSetUpSecondFactor: caller.mustSetUpSecondFactor,
    expiresAt: caller.expiresAt.toISOString(),
    endsAt: caller.endsAt.toISOString(),
    now: now.toISOString(),
  };
}

/** Hands the cookie of a session that has just begun to the browser, and reads who it makes of the caller. */
export async function presentBegun(
  context: RequestContext,
  setCookie: string,
): Promise<z.infer<typeof session>> {
  const { auth, guard, surroundings } = context.bank;
  const now = surroundings.now();
  const caller = await guard.callerOf(
    context.bank,
    new Headers({ cookie: setCookie.split(';', 1)[0] ?? '' }),
  );
  if (!caller) throw new Error('a fresh session is not recognised');
  context.answerHeaders.push(
    ['set-cookie', setCookie],
    ['set-cookie', auth.devices.remember(caller.userId, now)],
  );
  return presentSession(caller, context.bank);
}

export const sessionRoutes = {
  current: os.session.current.handler(({ context }) => ({
    session: context.caller ? presentSession(context.caller, context.bank) : null,
  })),

  signIn: os.session.signIn.handler(async ({ input, context }) => ({
    session: await presentBegun(context, await enterBy(context, 'session.signIn', input)),
  })),

  signInAsAdministrator: os.session.signInAsAdministrator.handler(async ({ input, context }) => ({
    session: await presentBegun(context, await enterBy(context, 'session.signInAsAdministrator', input)),
  })),

  confirm: os.session.confirm.handler(async ({ input, context }) => {
    if (!input.subject.startsWith(`${input.operation}\n`)) throw new Refusal('request.malformed');
    await proveAgain(context, input);
    return { token: await giveConfirmation(context.bank, signedIn(context), input.subject) };
  }),

  signOut: os.session.signOut.handler(async ({ context }) => {
    const { caller, bank } = context;
    if (caller) {
      const { userId, sessionId } = caller;
      await run(context, async (work) => {
        await endSessions(work.tx, userId, { only: sessionId });
        // Other windows of the same browser must not go on showing the account.
        await announce(work, { userId }, ['session']);
      });
    }
    context.answerHeaders.push(['set-cookie', bank.auth.cookie.clear]);
    return {};
  }),
};
