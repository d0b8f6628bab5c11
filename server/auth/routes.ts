import { APIError } from 'better-auth/api';
import { Refusal } from '#domain/errors.ts';
import { homeOf } from '#domain/permissions.ts';
import { type GuardedContext, os, type RequestContext } from '../http/context.ts';
import { callerOf, type SignedIn } from './caller.ts';
import { type Entrance, recordRefusedSignIn, recordSignIn } from './record-sign-in.ts';

/** The signed-in person as screens need them. */
export function presentSession(caller: SignedIn) {
  return {
    userId: caller.userId,
    email: caller.email,
    firstName: caller.firstName,
    isAdministrator: caller.isAdministrator,
    hasAccount: caller.hasAccount,
    home: homeOf(caller),
    expiresAt: caller.expiresAt.toISOString(),
  };
}

/** The `Cookie` header a browser would send after receiving these `Set-Cookie` headers. */
function cookieHeaderOf(setCookies: readonly string[]): string {
  return setCookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');
}

/** Passes the cookies of better-auth's answer on, and reads who they make of the caller. */
export async function enterWith(context: RequestContext, setCookies: readonly string[]): Promise<SignedIn> {
  const { caller } = await callerOf(
    context.bank.auth,
    context.bank.database.db,
    new Headers({ cookie: cookieHeaderOf(setCookies) }),
  );
  if (!caller) throw new Error('a fresh session is not recognised');
  for (const cookie of setCookies) context.answerHeaders.append('set-cookie', cookie);
  return caller;
}

/** What better-auth records of the device in a session: its user agent. */
export function deviceHeaders(context: RequestContext): Headers {
  return new Headers({
    'user-agent': context.headers.get('user-agent') ?? '',
    'x-forwarded-for': context.address,
  });
}

/**
 * Signs in with e-mail and password. Which of the two was wrong is never told (RTS (EU) 2018/389 art. 4(3)).
 * @throws Refusal `auth.invalid-credentials`; `auth.too-many-attempts` after five failures.
 */
async function signIn(
  context: GuardedContext,
  credentials: { email: string; password: string },
): Promise<SignedIn> {
  const { auth, attempts } = context.bank;
  await attempts.requireOpen(credentials.email, context.address);
  try {
    const { headers } = await auth.api.signInEmail({
      body: credentials,
      headers: deviceHeaders(context),
      returnHeaders: true,
    });
    await attempts.succeeded(credentials.email);
    return await enterWith(context, headers.getSetCookie());
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) throw error;
    await attempts.failed(credentials.email, context.address);
    throw new Refusal('auth.invalid-credentials');
  }
}

/** Ends the session of the cookies that the answer would set, and sets none. */
async function signOutAgain(context: GuardedContext): Promise<void> {
  const cookie = cookieHeaderOf(context.answerHeaders.getSetCookie());
  await context.bank.auth.api.signOut({ headers: new Headers({ cookie }) });
  context.answerHeaders.delete('set-cookie');
}

/** Lets someone in by one of the two doors, and remembers that they came or were refused. */
async function enterBy(
  entrance: Entrance,
  context: GuardedContext,
  credentials: { email: string; password: string },
): Promise<SignedIn> {
  try {
    const caller = await signIn(context, credentials);
    if (entrance === 'session.signInAsAdministrator' && !caller.isAdministrator) {
      await signOutAgain(context);
      throw new Refusal('auth.admin-required');
    }
    await recordSignIn(context, entrance, caller);
    return caller;
  } catch (error) {
    if (error instanceof Refusal) await recordRefusedSignIn(context, entrance, credentials.email, error);
    throw error;
  }
}

export const sessionRoutes = {
  current: os.session.current.handler(({ context }) => ({
    session: context.caller ? presentSession(context.caller) : null,
  })),

  signIn: os.session.signIn.handler(async ({ input, context }) => ({
    session: presentSession(await enterBy('session.signIn', context, input)),
  })),

  signInAsAdministrator: os.session.signInAsAdministrator.handler(async ({ input, context }) => ({
    session: presentSession(await enterBy('session.signInAsAdministrator', context, input)),
  })),

  signOut: os.session.signOut.handler(async ({ context }) => {
    const { headers } = await context.bank.auth.api.signOut({
      headers: context.headers,
      returnHeaders: true,
    });
    for (const cookie of headers.getSetCookie()) context.answerHeaders.append('set-cookie', cookie);
    return {};
  }),
};
