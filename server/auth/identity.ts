import { Refusal } from '#domain/errors.ts';
import type { Bank, GuardedContext } from '../http/context.ts';
import { signedIn } from '../http/context.ts';
import { type PasskeyProof, type PasskeyPurpose, usePasskey } from './passkeys.ts';
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

/** What shows that somebody has their second factor. */
interface SecondProof {
  /** A code of the app, or a recovery code. */
  readonly code?: string | undefined;
  readonly passkey?: PasskeyProof | undefined;
}

/** What the second step refuses, with which kind was shown; a code or an answer is used up by asking. */
export async function secondStep(
  bank: Bank,
  userId: string,
  proof: SecondProof,
  purpose: PasskeyPurpose,
): Promise<{ refusal: Refusal | null; used: 'app' | 'recovery' | 'passkey' | null }> {
  if (proof.passkey) {
    const isTheirs = await usePasskey(bank, userId, proof.passkey, purpose);
    return isTheirs
      ? { refusal: null, used: 'passkey' }
      : { refusal: new Refusal('auth.wrong-passkey'), used: null };
  }
  const using = { auth: bank.auth, db: bank.database.db, now: bank.surroundings.now() };
  const used = await useCode(using, userId, proof.code ?? '');
  return { refusal: used ? null : WRONG_CODE(), used };
}

/** What a passkey of the caller may sign within their session: a confirmation's subject, or nothing in particular. */
export const inSession = (context: GuardedContext, subject = ''): PasskeyPurpose => ({
  session: signedIn(context).sessionId,
  subject,
});

/**
 * Lets the signed-in person confirm what they are about to do: by their second factor where they have one, by their password otherwise.
 * @throws Refusal as `proveIdentity`.
 */
export function proveAgain(
  context: GuardedContext,
  proof: SecondProof & { readonly subject: string; readonly currentPassword?: string | undefined },
): Promise<void> {
  return checked(context, async (person) => {
    if (person.secondFactors.length > 0)
      return (await secondStep(context.bank, person.userId, proof, inSession(context, proof.subject)))
        .refusal;
    const isRight = await context.bank.auth.passwords.verify(
      proof.currentPassword ?? '',
      person.passwordHash,
    );
    return isRight ? null : WRONG_PASSWORD();
  });
}

export interface WholeProof extends SecondProof {
  readonly currentPassword: string;
}

/**
 * Lets the signed-in person show once more who they are. What is wrong counts like a failed sign-in: a session left open must not become
 * a place to guess the password, or a code, without limit.
 * @param factors whether the password is enough, or whoever has a second factor shows that too.
 * @throws Refusal `auth.wrong-password`, `auth.wrong-code` with the field at fault; `auth.wrong-passkey`; `auth.too-many-attempts` after
 * five failures.
 */
export function proveIdentity(
  context: GuardedContext,
  proof: WholeProof,
  factors: 'password' | 'all' = 'password',
): Promise<void> {
  return checked(context, async (person) => {
    if (!(await context.bank.auth.passwords.verify(proof.currentPassword, person.passwordHash)))
      return WRONG_PASSWORD();
    if (factors === 'password' || person.secondFactors.length === 0) return null;
    return (await secondStep(context.bank, person.userId, proof, inSession(context))).refusal;
  });
}
