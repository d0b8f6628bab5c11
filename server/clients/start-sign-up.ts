import type { PersonalInfoInput } from '#domain/clients/sign-up.ts';
import { sessionLimitsOf } from '#domain/sessions/limits.ts';
import { evenly } from '../auth/auth.ts';
import { requireGoodPassword } from '../auth/passwords/password-rules.ts';
import { insertSignIn, isEmailTaken } from '../auth/queries.ts';
import { beginSession } from '../auth/sessions/sessions.ts';
import { deviceOf } from '../auth/sessions/sign-in.ts';
import type { RequestContext } from '../http/context.ts';
import { NOBODYS_DOMAIN, queueAskedMail } from '../notifications/notify.ts';
import { inTransaction } from '../work/work.ts';
import { saveSignUpDetails } from './queries.ts';

/**
 * Step 1 of sign-up: creates the sign-in and keeps the personal details, without the password, for step 2 (docs/rules.md, Sign-up and sessions).
 * A known address gets the same answer after the same time, and a session that looks the same, so that the answer does not tell which addresses are known.
 * Its owner is told by mail, and step 2 will open nothing (decision 0009).
 * @returns the `Set-Cookie` header of the session.
 * @throws Refusal `request.too-many`, `auth.too-many-attempts`; `auth.weak-password` with the field at fault; `service.busy`.
 */
export async function startSignUp(context: RequestContext, input: PersonalInfoInput): Promise<string> {
  const { auth, attempts, config, database, surroundings, institution } = context.bank;
  const email = input.email.toLowerCase();
  await requireGoodPassword('password', input.password, { ...input, brandName: institution.brandName });
  await attempts.countSignUp(email, context.address);
  return evenly(auth, async () => {
    const passwordHash = await auth.passwords.hash(input.password, 'sign-up');
    const leave = (await isEmailTaken(database.db, email))
      ? await attempts.leaveToWrite(email, context.address)
      : null;
    const userId = surroundings.newId();
    return inTransaction(database.db, surroundings, { kind: 'visitor' }, async (work) => {
      const { tx, now, newId } = work;
      const person = {
        id: userId,
        credentialId: newId(),
        name: `${input.firstName} ${input.lastName}`,
        passwordHash,
        now,
      };
      const isNew = await insertSignIn(tx, { ...person, email });
      if (!isNew) {
        await insertSignIn(tx, { ...person, email: `${userId}@${NOBODYS_DOMAIN}` });
        if (leave) queueAskedMail(work, leave, 'sign-up-known', { link: `${config.publicUrl}/auth` }, null);
      }
      await saveSignUpDetails(tx, {
        userId,
        firstName: input.firstName,
        lastName: input.lastName,
        phone: input.phone || null,
        country: input.country,
        claimedEmail: isNew ? null : email,
        createdAt: now,
      });
      const limits = sessionLimitsOf(institution.mode, { isStaff: false });
      return beginSession(work, auth.cookie, userId, limits, deviceOf(context));
    });
  });
}
