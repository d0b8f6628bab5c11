import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { Actor } from '#domain/actors.ts';
import { Refusal } from '#domain/errors.ts';
import { emailField } from '#domain/fields.ts';
import { plainEmail } from '#domain/staff/member.ts';
import type { MailLeave } from '../bank/attempts.ts';
import type { SignedIn } from '../bank/guard.ts';
import type { Db } from '../db/database.ts';
import { type GuardedContext, signedIn } from '../http/context.ts';
import { announce } from '../notifications/live.ts';
import {
  leaveToPerson,
  notifyClient,
  queueAskedMail,
  queueMail,
  recipientOf,
} from '../notifications/notify.ts';
import { inTransaction, type Surroundings, type Work } from '../work/work.ts';
import { auditOwnAccess } from './audit-own-access.ts';
import { evenly } from './auth.ts';
import { proveIdentity, type WholeProof } from './identity.ts';
import {
  forgetLinks,
  forgetPendingEmail,
  keepPendingEmail,
  keepResetLink,
  keepStopLink,
  stopLinkOwner,
  takePendingEmail,
  takeStopLink,
} from './link-queries.ts';
import {
  changeEmailOf,
  isEmailTaken,
  lockPerson,
  lockPersonAndAccount,
  type Person,
  personById,
  proveEmailOf,
  unprovedEmailOf,
} from './queries.ts';
import { endAccess } from './sessions/end-access.ts';
import { newToken, tokenHashOf } from './sessions/session-cookie.ts';
import { requireSession } from './sessions/sessions.ts';

/** Validity of the links to a new address, and of those that cancel the change, as the mails say. */
const LINK_MS = 60 * 60_000;
/** Validity of the link that proves the address of a sign-up, as its mail says. */
const PROOF_MS = 24 * 60 * 60_000;

const EMAIL_TAKEN = () =>
  new Refusal('auth.email-taken', {}, [{ field: 'email', message: 'validation.emailTaken' }]);

/** Only the hash of the secret is stored, so that the database does not reveal the link. */
const proofOf = (secret: string) => `${createHash('sha256').update(secret).digest('base64url')} `;

/**
 * Requests a change of address: a link goes to the new address, and the old one stays in force until it is followed. The old address gets a
 * mail at once, with a link that cancels the change. A second request replaces the first.
 *
 * An address in use gets the same answer after the same time, and the same mail goes to the old one, so that the caller learns nothing
 * about it. Its owner gets a mail that nothing has changed (decision 0009). Addresses are compared as those of invitations are (STAFF-43).
 * @throws Refusal `request.invalid` for the present address, or one that is none once it is written plainly; as `proveIdentity`; `auth.too-many-mails` above the daily limit of the caller
 * or of the new address.
 */
export async function requestEmailChange(
  context: GuardedContext,
  { email: typed, ...proof }: WholeProof & { readonly email: string },
): Promise<{ sentTo: string }> {
  const { auth, attempts } = context.bank;
  const caller = signedIn(context);
  const email = plainEmail(typed);
  if (!z.safeParse(emailField, email).success)
    throw new Refusal('request.invalid', {}, [{ field: 'email', message: 'validation.email' }]);
  if (email === caller.email)
    throw new Refusal('request.invalid', {}, [{ field: 'email', message: 'validation.emailUnchanged' }]);
  return evenly(auth, async () => {
    await proveIdentity(context, proof);
    const leave = await attempts.leaveForEmailChange(email, caller.userId);
    if (!leave) throw new Refusal('auth.too-many-mails');
    await askBoth(context, caller, leave);
    return { sentTo: email };
  });
}

/**
 * Mails a link that proves the person's present address. It works once, for a day, and replaces any other link to an address.
 * @returns whether a mail was queued: none is above the address's daily limit.
 */
export async function mailEmailProof(work: Work, userId: string, publicUrl: string): Promise<boolean> {
  const leave = await leaveToPerson(work, userId);
  if (!leave) return false;
  const secret = randomBytes(32).toString('base64url');
  await forgetPendingEmail(work.tx, userId);
  await keepPendingEmail(work.tx, userId, {
    id: work.newId(),
    value: proofOf(secret) + leave.recipient,
    expiresAt: new Date(work.now.getTime() + PROOF_MS),
    now: work.now,
  });
  const link = `${publicUrl}/confirmer-adresse#token=${userId}.${secret}`;
  queueAskedMail(work, leave, 'email-confirmation', { link }, userId);
  return true;
}

/**
 * Mails the caller the link that proves their address again; nothing when it is proved.
 * @throws Refusal `auth.too-many-mails` above the address's daily limit.
 */
export async function resendEmailProof(context: GuardedContext): Promise<void> {
  const { config, database, surroundings } = context.bank;
  const caller = signedIn(context);
  // A client's scope cannot write links: the house writes them.
  await inTransaction(
    database.db,
    surroundings,
    { kind: 'client', personId: caller.userId },
    async (work) => {
      await requireSession(work.tx, caller);
      await lockPerson(work.tx, caller.userId);
      if ((await unprovedEmailOf(work.tx, caller.userId)) === null) return;
      if (!(await mailEmailProof(work, caller.userId, config.publicUrl)))
        throw new Refusal('auth.too-many-mails');
    },
  );
}

/** Mails the new address and the old one. */
async function askBoth(context: GuardedContext, caller: SignedIn, leave: MailLeave): Promise<void> {
  const { config, database, surroundings } = context.bank;
  const { userId } = caller;
  const email = leave.recipient;
  await inTransaction(database.db, surroundings, { kind: 'client', personId: userId }, async (work) => {
    const { tx, now, newId } = work;
    await requireSession(tx, caller);
    const expiresAt = new Date(now.getTime() + LINK_MS);
    await forgetPendingEmail(tx, userId);
    if (await isEmailTaken(tx, email)) {
      queueAskedMail(work, leave, 'email-change-known', { link: `${config.publicUrl}/auth` }, null);
    } else {
      const secret = randomBytes(32).toString('base64url');
      await keepPendingEmail(tx, userId, { id: newId(), value: proofOf(secret) + email, expiresAt, now });
      const link = `${config.publicUrl}/confirmer-adresse#token=${userId}.${secret}`;
      queueAskedMail(work, leave, 'email-change', { link }, userId);
    }
    const stop = newToken();
    await keepStopLink(tx, { id: newId(), tokenHash: tokenHashOf(stop), userId, expiresAt, now });
    const link = `${config.publicUrl}/garder-mon-adresse#token=${stop}`;
    // An unproved address gets no more mails this way than by others. Without its cancellation link no change begins.
    const present = await recipientOf(work, userId);
    if (!present) throw new Refusal('auth.too-many-mails');
    queueMail(work, present, 'email-change-asked', { newEmail: email, link }, userId);
  });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function change(work: Work, secret: string, person: Person | null): Promise<string> {
  const { actorId: userId, now } = work;
  await lockPersonAndAccount(work.tx, userId);
  const pending = await takePendingEmail(work.tx, userId, proofOf(secret), now);
  if (pending === null) throw new Refusal('auth.invalid-token');
  const email = pending.slice(proofOf(secret).length);
  if ((await unprovedEmailOf(work.tx, userId)) === email) {
    await proveEmailOf(work.tx, userId, now);
    await announce(work, { userId }, ['profile']);
    return email;
  }
  if (await isEmailTaken(work.tx, email, userId)) throw EMAIL_TAKEN();
  // Links that went to the former address must not open the account any more.
  await forgetLinks(work.tx, userId);
  // Read before the change: the mail goes to the former address.
  const former = await recipientOf(work, userId);
  await notifyClient(work, userId, 'email-changed', { newEmail: email }, former);
  await changeEmailOf(work.tx, userId, email, now);
  if (person?.isStaff) {
    // Sessions of the staff end, so that the person signs in once with the new address before acting again.
    await endAccess(work.tx, userId);
    auditOwnAccess(work, 'profile.changeEmail');
  }
  await announce(work, { userId, staff: true }, ['profile', 'session', 'clients', 'staff']);
  return email;
}

function isTakenMeanwhile(error: unknown): boolean {
  for (let cause = error; cause && typeof cause === 'object'; cause = (cause as { cause?: unknown }).cause)
    if ((cause as { constraint?: unknown }).constraint === 'users_email_unique') return true;
  return false;
}

/**
 * Follows the link: the person signs in with the new address from now on, or has proved their present one. The link works once, without a
 * session, since it may be opened on another device. Links sent to the former address end. A member of the staff is signed out everywhere, and the
 * audit trail tells it.
 * @throws Refusal `auth.invalid-token` for a link that is unknown, used, replaced, cancelled or expired, and for who is suspended; `auth.email-taken`.
 */
export async function confirmEmailChange(
  { db, surroundings, origin = null }: { db: Db; surroundings: Surroundings; origin?: string | null },
  token: string,
): Promise<{ email: string; isStaff: boolean }> {
  const [userId = '', secret = ''] = token.split('.');
  if (!UUID.test(userId)) throw new Refusal('auth.invalid-token');
  const person = await personById(db, userId);
  if (person?.isSuspended) throw new Refusal('auth.invalid-token');
  const isStaff = person?.isStaff ?? false;
  const actor: Actor = { kind: isStaff ? 'staff' : 'client', personId: userId };
  try {
    const email = await inTransaction(
      db,
      surroundings,
      actor,
      (work) => change(work, secret, person),
      origin,
    );
    return { email, isStaff };
  } catch (error) {
    if (isTakenMeanwhile(error)) throw EMAIL_TAKEN();
    throw error;
  }
}

/**
 * Cancels a change of address by the link in the mail to the former address. The request was made in a session and with the password, so
 * all sessions and links end, and the owner gets a token to choose a new password at once.
 * @throws Refusal `auth.invalid-token` for a link that is unknown or older than an hour, or when the change was confirmed or cancelled.
 */
export async function stopEmailChange(
  { db, surroundings }: { db: Db; surroundings: Surroundings },
  token: string,
): Promise<{ passwordToken: string }> {
  return inTransaction(db, surroundings, { kind: 'visitor' }, async (work) => {
    const { tx, now, newId } = work;
    const tokenHash = tokenHashOf(token);
    const userId = await stopLinkOwner(tx, tokenHash, now);
    if (userId === null) throw new Refusal('auth.invalid-token');
    await lockPerson(tx, userId);
    // Of two concurrent cancellations, or a cancellation and the change itself, the first wins.
    if (!(await takeStopLink(tx, tokenHash))) throw new Refusal('auth.invalid-token');
    await endAccess(tx, userId);
    const passwordToken = newToken();
    await keepResetLink(tx, {
      id: newId(),
      tokenHash: tokenHashOf(passwordToken),
      userId,
      expiresAt: new Date(now.getTime() + LINK_MS),
      now,
    });
    await announce(work, { userId }, ['session']);
    return { passwordToken };
  });
}
