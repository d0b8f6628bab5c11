import { Refusal } from '#domain/errors.ts';
import type { GuardedContext } from '../http/context.ts';
import { signedIn } from '../http/context.ts';
import { type Person, personById } from './queries.ts';
import { useCode } from './second-factor-codes.ts';

const WRONG_PASSWORD = () =>
  new Refusal('auth.wrong-password', {}, [
    { field: 'currentPassword', message: 'validation.password.current' },
  ]);

export const WRONG_CODE = () =>
  new Refusal('auth.wrong-code', {}, [{ field: 'code', message: 'validation.wrongCode' }]);

/** Runs a check of the signed-in person's secrets, one after another and no more than five that fail. */
async function checked(
  context: GuardedContext,
  check: (person: Person) => Promise<Refusal | null>,
): Promise<void> {
  const { attempts, database } = context.bank;
  const person = await personById(database.db, signedIn(context).userId);
  if (!person) throw new Refusal('auth.required');
  // Under the address they sign in with, which is not what a sign-up under way shows: nobody clears another's failures.
  const { email } = person;
  await attempts.inTurn(email, async () => {
    await attempts.requireOpen(email, context.address);
    const refusal = await check(person);
    if (refusal) {
      await attempts.failed(email, context.address);
      throw refusal;
    }
    await attempts.succeeded(email);
  });
}

/**
 * Lets the signed-in person confirm what they are about to do: by a code of their app where they have one, by their password otherwise.
 * @throws Refusal as `proveIdentity`.
 */
export function proveAgain(
  context: GuardedContext,
  proof: { readonly currentPassword?: string | undefined; readonly code?: string | undefined },
): Promise<void> {
  const { auth, database, surroundings } = context.bank;
  return checked(context, async (person) => {
    if (person.hasSecondFactor) {
      const using = { auth, db: database.db, now: surroundings.now() };
      return (await useCode(using, person.userId, proof.code ?? '')) ? null : WRONG_CODE();
    }
    const isRight = await auth.passwords.verify(proof.currentPassword ?? '', person.passwordHash);
    return isRight ? null : WRONG_PASSWORD();
  });
}

/**
 * Lets the signed-in person show once more who they are. What is wrong counts like a failed sign-in: a session left open must not become
 * a place to guess the password, or a code, without limit.
 * @param proof the code is asked for where it is given, even if it is empty.
 * @throws Refusal `auth.wrong-password`, `auth.wrong-code` with the field at fault; `auth.too-many-attempts` after five failures.
 */
export function proveIdentity(
  context: GuardedContext,
  proof: { readonly currentPassword: string; readonly code?: string },
): Promise<void> {
  const { auth, database, surroundings } = context.bank;
  return checked(context, async (person) => {
    if (!(await auth.passwords.verify(proof.currentPassword, person.passwordHash))) return WRONG_PASSWORD();
    if (proof.code === undefined) return null;
    const using = { auth, db: database.db, now: surroundings.now() };
    return (await useCode(using, person.userId, proof.code)) ? null : WRONG_CODE();
  });
}
