import { sessionLimitsOf } from '#domain/sessions/limits.ts';
import { type GuardedContext, signedIn } from '../../http/context.ts';
import { announce } from '../../notifications/live.ts';
import { notifyClient } from '../../notifications/notify.ts';
import { inTransaction } from '../../work/work.ts';
import { auditOwnAccess } from '../audit-own-access.ts';
import { proveIdentity, type WholeProof } from '../identity.ts';
import { changePasswordOf } from '../queries.ts';
import { endAccess } from '../sessions/end-access.ts';
import { beginSession, requireSession } from '../sessions/sessions.ts';
import { deviceOf } from '../sessions/sign-in.ts';
import { requireGoodPassword } from './password-rules.ts';

/**
 * Changes the caller's password. Every session, mailed link and pending change of address ends and this device gets a new session, so that
 * others with the old password lose access; a mail informs the owner. Of a member of the staff the audit trail tells it.
 * @returns the `Set-Cookie` header of the new session.
 * @throws Refusal `auth.weak-password` with the field at fault; as `proveIdentity`; `auth.too-many-mails`; `service.busy`.
 */
export async function changePassword(
  context: GuardedContext,
  { newPassword, ...proof }: WholeProof & { readonly newPassword: string },
): Promise<string> {
  const { attempts, auth, database, surroundings, institution } = context.bank;
  const caller = signedIn(context);
  const { userId, email, firstName } = caller;
  const { brandName } = institution;
  await requireGoodPassword('newPassword', newPassword, {
    email,
    firstName: firstName ?? '',
    brandName,
  });
  await proveIdentity(context, proof);
  await attempts.countAccessChange(userId);
  const passwordHash = await auth.passwords.hash(newPassword);
  const actor = { kind: caller.isStaff ? 'staff' : 'client', personId: userId } as const;
  return inTransaction(
    database.db,
    surroundings,
    actor,
    async (work) => {
      await requireSession(work.tx, caller);
      await changePasswordOf(work.tx, userId, passwordHash, work.now);
      await endAccess(work.tx, userId);
      await notifyClient(work, userId, 'password-changed', {});
      if (caller.isStaff) auditOwnAccess(work, 'profile.changePassword');
      await announce(work, { userId }, ['session']);
      return beginSession(
        work,
        auth.cookie,
        userId,
        sessionLimitsOf(institution.mode, caller),
        deviceOf(context),
      );
    },
    context.address,
  );
}
