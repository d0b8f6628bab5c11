import { PASSWORD_FAULT_KEYS, passwordVerdict } from '#domain/clients/sign-up.ts';
import { Refusal } from '#domain/errors.ts';
import type { Db } from '../db/database.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import { inTransaction, type Surroundings } from '../work.ts';
import { type Confirming, withCurrentPassword } from './current-password.ts';
import type { Auth } from './engine.ts';

/**
 * Changes the caller's password. Every session ends and this device gets a new one, so that whoever else held the old password is out;
 * the person is told by mail, in case it was not them.
 * @param device the caller's cookie and what is recorded of their device.
 * @returns the cookies of the new session.
 * @throws Refusal `auth.weak-password` or `auth.wrong-password` with the field at fault; `auth.too-many-attempts`.
 */
export async function changePassword(
  { auth, db, surroundings }: { auth: Auth; db: Db; surroundings: Surroundings },
  confirming: Confirming,
  passwords: { readonly currentPassword: string; readonly newPassword: string },
  device: Headers,
): Promise<string[]> {
  const { caller } = confirming;
  const verdict = passwordVerdict(passwords.newPassword, {
    email: caller.email,
    firstName: caller.firstName ?? '',
  });
  if (!verdict.ok)
    throw new Refusal('auth.weak-password', {}, [
      { field: 'newPassword', message: PASSWORD_FAULT_KEYS[verdict.reason] },
    ]);
  const { headers } = await withCurrentPassword(confirming, () =>
    auth.api.changePassword({
      body: { ...passwords, revokeOtherSessions: true },
      headers: device,
      returnHeaders: true,
    }),
  );
  await inTransaction(db, surroundings, caller.userId, async (work) => {
    await notifyClient(work, caller.userId, 'password-changed', {});
    await announce(work, { userId: caller.userId }, ['session']);
  });
  return headers.getSetCookie();
}
