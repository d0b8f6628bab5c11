import type * as z from 'zod/mini';
import type { deviceSession } from '#contract/profile.ts';
import { Refusal } from '#domain/errors.ts';
import { confirmEmailChange, requestEmailChange } from '../auth/change-email.ts';
import { changePassword } from '../auth/change-password.ts';
import type { Confirming } from '../auth/current-password.ts';
import { changeLanguageOf, languageOf, type SessionRow, sessionOf, sessionsOf } from '../auth/queries.ts';
import { deviceHeaders } from '../auth/routes.ts';
import { type GuardedContext, os, run, signedIn } from '../http/context.ts';
import { announce } from '../notifications/live.ts';
import { exportPerson } from './export-person.ts';

/** The caller's cookie with what is recorded of their device. */
function cookieAndDevice(context: GuardedContext): Headers {
  const headers = deviceHeaders(context);
  headers.set('cookie', context.headers.get('cookie') ?? '');
  return headers;
}

function confirming(context: GuardedContext): Confirming {
  return { caller: signedIn(context), address: context.address, attempts: context.bank.attempts };
}

function setCookies(context: GuardedContext, cookies: readonly string[]): void {
  for (const cookie of cookies) context.answerHeaders.append('set-cookie', cookie);
}

function presentDevice(row: SessionRow, currentId: string): z.infer<typeof deviceSession> {
  return {
    id: row.id,
    userAgent: row.userAgent || null,
    ipAddress: row.ipAddress || null,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.updatedAt.toISOString(),
    isCurrent: row.id === currentId,
  };
}

export const profileRoutes = {
  changePassword: os.profile.changePassword.handler(async ({ input, context }) => {
    const { auth, database, surroundings } = context.bank;
    const cookies = await changePassword(
      { auth, db: database.db, surroundings },
      confirming(context),
      input,
      cookieAndDevice(context),
    );
    setCookies(context, cookies);
    return {};
  }),

  changeEmail: os.profile.changeEmail.handler(({ input, context }) => {
    const { auth, database, surroundings, config } = context.bank;
    return requestEmailChange(
      { auth, db: database.db, surroundings, publicUrl: config.publicUrl },
      confirming(context),
      input,
      cookieAndDevice(context),
    );
  }),

  confirmEmail: os.profile.confirmEmail.handler(({ input, context }) =>
    confirmEmailChange(
      { db: context.bank.database.db, surroundings: context.bank.surroundings },
      input.token,
    ),
  ),

  preferences: os.profile.preferences.handler(async ({ context }) => ({
    language: await languageOf(context.bank.database.db, signedIn(context).userId),
  })),

  changePreferences: os.profile.changePreferences.handler(({ input, context }) =>
    run(context, async (work) => {
      await changeLanguageOf(work.tx, work.actorId, input.language);
      return { language: input.language };
    }),
  ),

  sessions: os.profile.sessions.handler(async ({ context }) => {
    const { database, surroundings } = context.bank;
    const { userId, sessionId } = signedIn(context);
    const rows = await sessionsOf(database.db, userId, surroundings.now());
    return { sessions: rows.map((row) => presentDevice(row, sessionId)) };
  }),

  endSession: os.profile.endSession.handler(async ({ input, context }) => {
    const { auth, database } = context.bank;
    const { userId, sessionId } = signedIn(context);
    const session = await sessionOf(database.db, userId, input.id);
    if (!session) throw new Refusal('not-found');
    const headers = cookieAndDevice(context);
    if (session.id === sessionId) {
      const answer = await auth.api.signOut({ headers, returnHeaders: true });
      setCookies(context, answer.headers.getSetCookie());
    } else await auth.api.revokeSession({ body: { token: session.token }, headers });
    // The screens of the device that was signed out find it out at once.
    await run(context, (work) => announce(work, { userId }, ['session']));
    return {};
  }),

  export: os.profile.export.handler(async ({ context }) => {
    const { database, surroundings } = context.bank;
    const data = await exportPerson(database.db, signedIn(context), surroundings.now());
    return new File([JSON.stringify(data, null, 2)], 'mes-donnees.json', { type: 'application/json' });
  }),
};
