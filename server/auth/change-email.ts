import { createHash, randomBytes } from 'node:crypto';
import { Refusal } from '#domain/errors.ts';
import type { Db } from '../db/database.ts';
import { type GuardedContext, signedIn } from '../http/context.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient, queueMail } from '../notifications/notify.ts';
import { inTransaction, type Surroundings, type Work } from '../work.ts';
import { BLOCK_MINUTES } from './attempts.ts';
import { proveIdentity } from './identity.ts';
import { changeEmailOf, isEmailTaken, keepPendingEmail, takePendingEmail } from './queries.ts';

/** How long the link to a new address works, as the mail says. */
const LINK_MS = 60 * 60_000;

const EMAIL_TAKEN = () =>
  new Refusal('auth.email-taken', {}, [{ field: 'email', message: 'validation.emailTaken' }]);

/** Only the hash of the link's secret is kept: who reads the database cannot follow the link. */
const proofOf = (secret: string) => `${createHash('sha256').update(secret).digest('base64url')} `;

/**
 * Asks for another address: a link goes to it, and until it is followed the old one stays in force. A second request replaces the first.
 * @throws Refusal `auth.wrong-password`; `auth.email-taken`; `auth.too-many-attempts`, also when the address has been written to enough.
 */
export async function requestEmailChange(
  context: GuardedContext,
  input: { readonly email: string; readonly currentPassword: string },
): Promise<{ sentTo: string }> {
  const { attempts, config, database, surroundings } = context.bank;
  const { db } = database;
  const caller = signedIn(context);
  const email = input.email.toLowerCase();
  await proveIdentity(context, { currentPassword: input.currentPassword });
  if (await isEmailTaken(db, email)) throw EMAIL_TAKEN();
  if (!(await attempts.mayWriteTo(email, context.address)))
    throw new Refusal('auth.too-many-attempts', { minutes: BLOCK_MINUTES });
  const secret = randomBytes(32).toString('base64url');
  await inTransaction(db, surroundings, caller.userId, async (work) => {
    await keepPendingEmail(work.tx, caller.userId, {
      id: work.newId(),
      value: proofOf(secret) + email,
      expiresAt: new Date(work.now.getTime() + LINK_MS),
      now: work.now,
    });
    const link = `${config.publicUrl}/confirmer-adresse#token=${caller.userId}.${secret}`;
    queueMail(work, email, 'email-change', { link }, caller.userId);
  });
  return { sentTo: email };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function change(work: Work, secret: string): Promise<string> {
  const { actorId: userId, now } = work;
  const pending = await takePendingEmail(work.tx, userId, proofOf(secret), now);
  if (pending === null) throw new Refusal('auth.invalid-token');
  const email = pending.slice(proofOf(secret).length);
  if (await isEmailTaken(work.tx, email, userId)) throw EMAIL_TAKEN();
  // Before the change: the former address is the one to be told.
  await notifyClient(work, userId, 'email-changed', { newEmail: email });
  await changeEmailOf(work.tx, userId, email, now);
  await announce(work, { userId, administrators: true }, ['profile', 'session', 'clients']);
  return email;
}

function isTakenMeanwhile(error: unknown): boolean {
  for (let cause = error; cause && typeof cause === 'object'; cause = (cause as { cause?: unknown }).cause)
    if ((cause as { constraint?: unknown }).constraint === 'users_email_unique') return true;
  return false;
}

/**
 * Follows the link: the person signs in with the new address from now on. The link works once; it needs no session, since it may be
 * opened on another device.
 * @throws Refusal `auth.invalid-token` for a link that is unknown, used, replaced or older than an hour; `auth.email-taken`.
 */
export async function confirmEmailChange(
  { db, surroundings }: { db: Db; surroundings: Surroundings },
  token: string,
): Promise<{ email: string }> {
  const [userId = '', secret = ''] = token.split('.');
  if (!UUID.test(userId)) throw new Refusal('auth.invalid-token');
  try {
    return { email: await inTransaction(db, surroundings, userId, (work) => change(work, secret)) };
  } catch (error) {
    if (isTakenMeanwhile(error)) throw EMAIL_TAKEN();
    throw error;
  }
}
