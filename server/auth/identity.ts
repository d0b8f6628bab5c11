import { Refusal } from '#domain/errors.ts';
import type { GuardedContext } from '../http/context.ts';
import { signedIn } from '../http/context.ts';
import { personById } from './queries.ts';
import { useCode } from './second-factor-codes.ts';

const WRONG_PASSWORD = () =>
  new Refusal('auth.wrong-password', {}, [
    { field: 'currentPassword', message: 'validation.password.current' },
  ]);

export const WRONG_CODE = () =>
  new Refusal('auth.wrong-code', {}, [{ field: 'code', message: 'validation.wrongCode' }]);

/**
 * Lets the signed-in person show once more who they are. What is wrong counts like a failed sign-in: a session left open must not become
 * a place to guess the password, or a code, without limit.
 * @param proof the code is asked for where it is given, even if it is empty.
 * @throws Refusal `auth.wrong-password`, `auth.wrong-code` with the field at fault; `auth.too-many-attempts` after five failures.
 */
export async function proveIdentity(
  context: GuardedContext,
  proof: { readonly currentPassword: string; readonly code?: string },
): Promise<void> {
  const { auth, attempts, database, surroundings } = context.bank;
  const { userId } = signedIn(context);
  const person = await personById(database.db, userId);
  if (!person) throw new Refusal('auth.required');
  // Under the address they sign in with, which is not what a sign-up under way shows: nobody clears another's failures.
  const { email } = person;
  await attempts.inTurn(email, async () => {
    await attempts.requireOpen(email, context.address);
    if (!(await auth.passwords.verify(proof.currentPassword, person.passwordHash))) {
      await attempts.failed(email, context.address);
      throw WRONG_PASSWORD();
    }
    if (proof.code !== undefined) {
      const using = { auth, db: database.db, now: surroundings.now() };
      if (!(await useCode(using, userId, proof.code))) {
        await attempts.failed(email, context.address);
        throw WRONG_CODE();
      }
    }
    await attempts.succeeded(email);
  });
}
