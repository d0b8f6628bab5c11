import { Refusal } from '#domain/errors.ts';
import type { Verdict } from '../bank/attempts.ts';
import type { Bank } from '../bank/bank.ts';
import type { GuardedContext } from '../http/context.ts';
import { signedIn } from '../http/context.ts';
import { deviceTime } from '../work/work.ts';
import { type PasskeyProof, type PasskeyPurpose, usePasskey } from './passkeys/passkeys.ts';
import { type Person, personById } from './queries.ts';
import { useCode } from './second-factor/second-factor-codes.ts';

const WRONG_PASSWORD = () =>
  new Refusal('auth.wrong-password', {}, [
    { field: 'currentPassword', message: 'validation.password.current' },
  ]);

export const WRONG_CODE = () =>
  new Refusal('auth.wrong-code', {}, [{ field: 'code', message: 'validation.wrongCode' }]);

/**
 * Runs a check of the signed-in person's secrets, one at a time. Failures count for the session and for the account's sessions; they are
 * separate from failures at sign-in.
 * @throws Refusal of the check; `auth.session-locked`, `auth.too-many-attempts`.
 */
export function checkInside<T>(context: GuardedContext, check: () => Promise<Verdict<T>>): Promise<T> {
  const { attempts } = context.bank;
  const who = signedIn(context);
  return attempts.inTurn(`inside ${who.userId}`, () => attempts.inside(who, check));
}

/** The same with the person's credentials. */
function checked(context: GuardedContext, check: (person: Person) => Promise<Verdict<void>>): Promise<void> {
  return checkInside(context, async () => {
    const person = await personById(context.bank.database.db, signedIn(context).userId);
    if (!person) throw new Refusal('auth.required');
    return check(person);
  });
}

/** The result of all checks. */
const onAll = (refusal: Refusal | null): Verdict<void> =>
  refusal ? { end: 'failed', refusal } : { end: 'proved', result: undefined };

/** Proof of the second factor. */
interface SecondProof {
  /** A code of the app, or a recovery code. */
  readonly code?: string | undefined;
  readonly passkey?: PasskeyProof | undefined;
}

/** Checks the second factor; a code or a passkey's answer is used up by the check. */
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
  const using = {
    auth: bank.auth,
    db: bank.database.db,
    now: bank.surroundings.now(),
    deviceTime: deviceTime(bank.surroundings),
  };
  const used = await useCode(using, userId, proof.code ?? '');
  return { refusal: used ? null : WRONG_CODE(), used };
}

/** Purpose of a passkey challenge within a session: the subject of a confirmation, or none. */
export const inSession = (context: GuardedContext, subject = ''): PasskeyPurpose => ({
  session: signedIn(context).sessionId,
  subject,
});

/**
 * Confirms an operation by the second factor, or by the password of a person without one.
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
      return onAll(refusal);
    }
    const isRight = await context.bank.auth.passwords.verify(
      proof.currentPassword ?? '',
      person.passwordHash,
    );
    return onAll(isRight ? null : WRONG_PASSWORD());
  });
}

export interface WholeProof extends SecondProof {
  readonly currentPassword: string;
}

/**
 * Checks the signed-in person's password and, where they have one, their second factor. Failures are counted: an open session must not
 * allow unlimited guesses of a password or code.
 * @throws Refusal `auth.wrong-password`, `auth.wrong-code` with the field at fault; `auth.wrong-passkey`; `auth.session-locked` after five
 * failures in the session; `auth.too-many-attempts` after ten in all sessions of the account.
 */
export function proveIdentity(context: GuardedContext, proof: WholeProof): Promise<void> {
  return checked(context, async (person) => {
    if (!(await context.bank.auth.passwords.verify(proof.currentPassword, person.passwordHash)))
      return onAll(WRONG_PASSWORD());
    if (person.secondFactors.length === 0) return onAll(null);
    const { refusal } = await secondStep(context.bank, person.userId, proof, inSession(context));
    return onAll(refusal);
  });
}
