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

/** How a check within a session ended. */
interface Checked<T> {
  readonly refusal: Refusal | null;
  /** Whether all was shown that the person has: less forgives no earlier failure, or a password would buy guesses at codes. */
  readonly forgives: boolean;
  readonly result: T;
}

/**
 * Runs a check of the signed-in person's secrets, one after another. Failures count on the session and on all sessions of the account,
 * never on what strangers try at the door, nor they on these.
 * @throws Refusal of the check; `auth.session-locked`, `auth.too-many-attempts`.
 */
export async function checkInside<T>(context: GuardedContext, check: () => Promise<Checked<T>>): Promise<T> {
  const { attempts } = context.bank;
  const who = signedIn(context);
  return attempts.inTurn(`inside ${who.userId}`, async () => {
    await attempts.requireOpenInside(who);
    const { refusal, forgives, result } = await check();
    if (refusal) {
      await attempts.failedInside(who);
      throw refusal;
    }
    if (forgives) await attempts.succeededInside(who);
    return result;
  });
}

/** The same with the person's credentials. */
function checked(
  context: GuardedContext,
  check: (person: Person) => Promise<Omit<Checked<void>, 'result'>>,
): Promise<void> {
  return checkInside(context, async () => {
    const person = await personById(context.bank.database.db, signedIn(context).userId);
    if (!person) throw new Refusal('auth.required');
    return { ...(await check(person)), result: undefined };
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
    if (person.secondFactors.length > 0) {
      const purpose = inSession(context, proof.subject);
      const { refusal } = await secondStep(context.bank, person.userId, proof, purpose);
      return { refusal, forgives: true };
    }
    const isRight = await context.bank.auth.passwords.verify(
      proof.currentPassword ?? '',
      person.passwordHash,
    );
    return { refusal: isRight ? null : WRONG_PASSWORD(), forgives: true };
  });
}

export interface WholeProof extends SecondProof {
  readonly currentPassword: string;
}

/**
 * Lets the signed-in person show once more who they are. What is wrong is counted: a session left open must not become a place to
 * guess the password, or a code, without limit.
 * @param factors whether the password is enough, or whoever has a second factor shows that too.
 * @throws Refusal `auth.wrong-password`, `auth.wrong-code` with the field at fault; `auth.wrong-passkey`; `auth.session-locked` after
 * five failures in the session; `auth.too-many-attempts` after ten in all sessions of the account.
 */
export function proveIdentity(
  context: GuardedContext,
  proof: WholeProof,
  factors: 'password' | 'all' = 'password',
): Promise<void> {
  return checked(context, async (person) => {
    if (!(await context.bank.auth.passwords.verify(proof.currentPassword, person.passwordHash)))
      return { refusal: WRONG_PASSWORD(), forgives: false };
    if (person.secondFactors.length === 0) return { refusal: null, forgives: true };
    if (factors === 'password') return { refusal: null, forgives: false };
    const { refusal } = await secondStep(context.bank, person.userId, proof, inSession(context));
    return { refusal, forgives: true };
  });
}
