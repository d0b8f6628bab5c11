import { Refusal } from '#domain/errors.ts';
import type { RequestContext } from '../../http/context.ts';
import { announce } from '../../notifications/live.ts';
import { notifyClient, queueAskedMail } from '../../notifications/notify.ts';
import { inTransaction } from '../../work/work.ts';
import { evenly } from '../auth.ts';
import { keepResetLink, resetLinkOwner, takeResetLink } from '../link-queries.ts';
import { changePasswordOf, lockPerson, personByEmail, personById, proveEmailOf } from '../queries.ts';
import { endAccess } from '../sessions/end-access.ts';
import { newToken, tokenHashOf } from '../sessions/session-cookie.ts';
import { requireGoodPassword } from './password-rules.ts';

/** Validity of the link, as the mail says. */
const LINK_MS = 60 * 60_000;

/**
 * Sends a password link if the address is in use. Unknown, known and limited addresses get the same answer after the same time (OWASP ASVS
 * 5.0, 6.3.8).
 */
export function requestPasswordReset(context: RequestContext, typed: string): Promise<void> {
  const { auth, attempts, config, database, surroundings } = context.bank;
  const email = typed.toLowerCase();
  return evenly(auth, async () => {
    const person = await personByEmail(database.db, email);
    if (!person) return;
    const { address, headers } = context;
    const device = auth.devices.of(headers, person.userId, surroundings.now());
    // An unproved address may be a stranger's: it gets no more mails this way than by others.
    const leave = person.isEmailProved
      ? await attempts.leaveForReset({ email, address, device })
      : await attempts.leaveToWrite(email, address);
    if (!leave) return;
    const token = newToken();
    await inTransaction(
      database.db,
      surroundings,
      { kind: 'client', personId: person.userId },
      async (work) => {
        await keepResetLink(work.tx, {
          id: work.newId(),
          tokenHash: tokenHashOf(token),
          userId: person.userId,
          expiresAt: new Date(work.now.getTime() + LINK_MS),
          now: work.now,
        });
        const link = `${config.publicUrl}/auth#token=${token}`;
        queueAskedMail(work, leave, 'password-reset', { link }, person.userId);
      },
    );
  });
}

/**
 * Sets the new password. The link works once, for an hour; every session, every other link and a pending change of address end, and a
 * blocked sign-in is unblocked. The second factor stays: access to the mailbox must not be enough.
 * @throws Refusal `auth.invalid-token`; `auth.weak-password` with the field at fault, after which the link still works.
 */
export async function completePasswordReset(
  context: RequestContext,
  input: { readonly token: string; readonly password: string },
): Promise<void> {
  const { auth, attempts, database, surroundings, institution } = context.bank;
  const tokenHash = tokenHashOf(input.token);
  const userId = await resetLinkOwner(database.db, tokenHash, surroundings.now());
  const person = userId === null ? null : await personById(database.db, userId);
  if (!person) throw new Refusal('auth.invalid-token');
  await requireGoodPassword('password', input.password, {
    email: person.email,
    lastName: person.name,
    brandName: institution.brandName,
  });
  const passwordHash = await auth.passwords.hash(input.password, 'at the door');
  await inTransaction(
    database.db,
    surroundings,
    { kind: 'client', personId: person.userId },
    async (work) => {
      await lockPerson(work.tx, person.userId);
      // Of two concurrent completions, the second finds the link used.
      if (!(await takeResetLink(work.tx, tokenHash, person.userId))) throw new Refusal('auth.invalid-token');
      await changePasswordOf(work.tx, person.userId, passwordHash, work.now);
      await endAccess(work.tx, person.userId);
      await proveEmailOf(work.tx, person.userId, work.now);
      await notifyClient(work, person.userId, 'password-changed', {});
      await announce(work, { userId: person.userId }, ['session']);
    },
  );
  await attempts.forgive(person);
  // The reader of the mail becomes a known device: strangers' failures do not block it.
  context.answerHeaders.push(['set-cookie', auth.devices.remember(person.userId, surroundings.now())]);
}
