import { randomBytes } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { eq } from 'drizzle-orm';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#domain/clients/sign-up.ts';
import type { Db } from '../db/database.ts';
import { credentials, secrets, sessions, users, verifications } from '../db/schema/index.ts';
import type { NewId } from '../ids.ts';
import { hashPassword, type PasswordCost, verifyPassword } from './passwords.ts';

/** How long a session lives without being used. */
export const SESSION_SECONDS = 60 * 60;

/** The cookie of the session: bound to the host and to HTTPS where the product is reached by HTTPS. */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-sid' : 'sid';
}

/** The secret that signs session cookies: made at the first start, then the same for every node of the database. */
export async function sessionSecret(db: Db): Promise<string> {
  await db
    .insert(secrets)
    .values({ name: 'session', value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing();
  const [row] = await db.select().from(secrets).where(eq(secrets.name, 'session'));
  if (!row) throw new Error('the session secret could not be kept');
  return row.value;
}

/** What better-auth needs to tell people: the reset link goes out by mail. */
export interface AuthMails {
  resetPassword(person: { id: string; email: string; name: string }, token: string): Promise<void>;
}

/**
 * better-auth as an engine without a network face: our own routes call `auth.api`, so every route stands in the contract and answers
 * with our problem details. Hardened: argon2id, no cookie cache, sessions end on password reset, telemetry off.
 */
export function createAuth(options: {
  db: Db;
  secret: string;
  publicUrl: string;
  newId: NewId;
  mails: AuthMails;
  /** The product's own unless a test asks for less. */
  passwordCost?: PasswordCost;
}) {
  const secure = options.publicUrl.startsWith('https:');
  return betterAuth({
    appName: 'Guichet',
    baseURL: options.publicUrl,
    basePath: '/api/auth',
    secret: options.secret,
    trustedOrigins: [new URL(options.publicUrl).origin],
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: drizzleAdapter(options.db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: credentials, verification: verifications },
    }),
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: 60 * 60,
      password: {
        hash: (password) => hashPassword(password, options.passwordCost),
        verify: ({ password, hash }) => verifyPassword(password, hash),
      },
      sendResetPassword: async ({ user, token }) => options.mails.resetPassword(user, token),
    },
    session: { expiresIn: SESSION_SECONDS, updateAge: 60 },
    rateLimit: { enabled: false },
    advanced: {
      useSecureCookies: false,
      database: { generateId: () => options.newId() },
      cookies: {
        session_token: {
          name: sessionCookieName(options.publicUrl),
          attributes: { httpOnly: true, sameSite: 'strict', secure, path: '/' },
        },
      },
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;
