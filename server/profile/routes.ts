import type * as z from 'zod/mini';
import type { deviceSession } from '#contract/profile.ts';
import { Refusal } from '#domain/errors.ts';
import {
  confirmEmailChange,
  requestEmailChange,
  resendEmailProof,
  stopEmailChange,
} from '../auth/change-email.ts';
import { changePassword } from '../auth/passwords/change-password.ts';
import { changeLanguageOf, languageOf, type SessionRow, sessionsOf } from '../auth/queries.ts';
import { endSessions } from '../auth/sessions/sessions.ts';
import { os, run, signedIn } from '../http/context.ts';
import { announce } from '../notifications/live.ts';
import { exportPerson } from './export-person.ts';

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
    context.answerHeaders.push(['set-cookie', await changePassword(context, input)]);
    return {};
  }),

  changeEmail: os.profile.changeEmail.handler(({ input, context }) => requestEmailChange(context, input)),

  confirmEmail: os.profile.confirmEmail.handler(({ input, context }) =>
    confirmEmailChange(
      { db: context.db, surroundings: context.bank.surroundings, origin: context.address },
      input.token,
    ),
  ),

  resendEmailProof: os.profile.resendEmailProof.handler(async ({ context }) => {
    await resendEmailProof(context);
    return {};
  }),

  stopEmail: os.profile.stopEmail.handler(({ input, context }) =>
    stopEmailChange({ db: context.db, surroundings: context.bank.surroundings }, input.token),
  ),

  preferences: os.profile.preferences.handler(async ({ context }) => ({
    language: await languageOf(context.db, signedIn(context).userId),
  })),

  changePreferences: os.profile.changePreferences.handler(({ input, context }) =>
    run(context, async (work) => {
      await changeLanguageOf(work.tx, work.actorId, input.language);
      return { language: input.language };
    }),
  ),

  sessions: os.profile.sessions.handler(async ({ context }) => {
    const { surroundings } = context.bank;
    const { userId, sessionId } = signedIn(context);
    const rows = await sessionsOf(context.db, userId, surroundings.now());
    return { sessions: rows.map((row) => presentDevice(row, sessionId)) };
  }),

  endSession: os.profile.endSession.handler(async ({ input, context }) => {
    const { userId, sessionId } = signedIn(context);
    await run(context, async (work) => {
      if ((await endSessions(work.tx, userId, { only: input.id })) === 0) throw new Refusal('not-found');
      // The screens of the device that was signed out find it out at once.
      await announce(work, { userId }, ['session']);
    });
    if (input.id === sessionId) context.answerHeaders.push(['set-cookie', context.bank.auth.cookie.clear]);
    return {};
  }),

  endOtherSessions: os.profile.endOtherSessions.handler(({ context }) => {
    const { userId, sessionId } = signedIn(context);
    return run(context, async (work) => {
      const ended = await endSessions(work.tx, userId, { except: sessionId });
      announce(work, { userId }, ['session']);
      return { ended };
    });
  }),

  export: os.profile.export.handler(async ({ context }) => {
    const { surroundings } = context.bank;
    const data = await exportPerson(context.db, signedIn(context), surroundings.now());
    return new File([JSON.stringify(data, null, 2)], 'mes-donnees.json', { type: 'application/json' });
  }),
};
