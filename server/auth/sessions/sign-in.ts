import { Refusal, type RefusalCode } from '#domain/errors.ts';
import { sessionLimitsOf } from '#domain/sessions/limits.ts';
import type { Verdict } from '../../bank/attempts.ts';
import type { RequestContext } from '../../http/context.ts';
import { notifyClient } from '../../notifications/notify.ts';
import { inTransaction } from '../../work/work.ts';
import { untilEven } from '../auth.ts';
import { secondStep } from '../identity.ts';
import { askPasskey, type PasskeyProof } from '../passkeys/passkeys.ts';
import { isStillPassword, type Person, personByEmail } from '../queries.ts';
import { recoveryCodesLeft } from '../second-factor/second-factor-queries.ts';
import { type Entrance, recordRefusedSignIn, recordSignIn } from './record-sign-in.ts';
import { beginSession, type Device } from './sessions.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** A code of the authenticator app, or a recovery code. */
  readonly code?: string | undefined;
  readonly passkey?: PasskeyProof | undefined;
}

const MAX_USER_AGENT = 300;

/** A right password without its code, or an unchecked one, is no failure. */
const NO_FAILURE: readonly RefusalCode[] = ['auth.second-factor-required', 'service.busy'];

export function deviceOf(context: RequestContext): Device {
  return {
    address: context.address,
    userAgent: context.headers.get('user-agent')?.slice(0, MAX_USER_AGENT) || null,
  };
}

/** Mails the owner that a recovery code was used: they know whether it was them. */
async function tellRecovery(context: RequestContext, userId: string): Promise<void> {
  const { database, surroundings } = context.bank;
  await inTransaction(database.db, surroundings, { kind: 'client', personId: userId }, async (work) =>
    notifyClient(work, userId, 'recovery-code-used', { left: await recoveryCodesLeft(work.tx, userId) }),
  );
}

/** The missing second step after a right password: the accepted second factors and the passkey's challenge. */
async function whatElse(context: RequestContext, { userId, secondFactors }: Person): Promise<Refusal> {
  const by = secondFactors.join(' ');
  if (!secondFactors.includes('passkey')) return new Refusal('auth.second-factor-required', { by });
  const passkey = JSON.stringify(await askPasskey(context.bank, userId, { signInOf: userId }));
  return new Refusal('auth.second-factor-required', { by, passkey });
}

/**
 * Checks credentials. Wrong e-mail and wrong password get the same answer after the same time, also for an unknown address (RTS (EU)
 * 2018/389 art. 4(3)). The password alone does not reset earlier failures, which would allow unlimited guesses of codes.
 */
async function check(context: RequestContext, entrance: Entrance, given: Credentials): Promise<Person> {
  const { auth, attempts, database, surroundings } = context.bank;
  const person = await personByEmail(database.db, given.email);
  const device = person && auth.devices.of(context.headers, person.userId, surroundings.now());
  const who = { email: given.email, address: context.address, device };
  // A known device does not queue behind strangers who try the same address.
  const { found, used } = await attempts.inTurn(device ?? given.email, () =>
    attempts.atTheDoor(who, () => verdictOn(context, entrance, given, person)),
  );
  if (used === 'recovery') await tellRecovery(context, found.userId);
  return found;
}

async function verdictOn(
  context: RequestContext,
  entrance: Entrance,
  given: Credentials,
  person: Person | null,
): Promise<Verdict<{ found: Person; used: string | null }>> {
  const isRight = await context.bank.auth.passwords.verify(
    given.password,
    person?.passwordHash ?? null,
    'at the door',
  );
  if (!person || !isRight) return { end: 'failed', refusal: new Refusal('auth.invalid-credentials') };
  if (entrance === 'session.signInAsAdministrator' && !person.isStaff)
    return { end: 'undecided', refusal: new Refusal('auth.admin-required') };
  // Only the right password tells that the access is suspended (STAFF-16).
  if (person.isSuspended) return { end: 'undecided', refusal: new Refusal('auth.suspended') };
  if (person.secondFactors.length === 0) return { end: 'proved', result: { found: person, used: null } };
  if (!given.code && !given.passkey) return { end: 'undecided', refusal: await whatElse(context, person) };
  const { refusal, used } = await secondStep(context.bank, person.userId, given, { signInOf: person.userId });
  return refusal ? { end: 'failed', refusal } : { end: 'proved', result: { found: person, used } };
}

/**
 * Signs a person in on one of the two pages, and records the sign-in or its refusal.
 * @returns the `Set-Cookie` header of the new session.
 * @throws Refusal `auth.invalid-credentials`; `auth.admin-required` on the back office's page; `auth.suspended`; `auth.second-factor-required` when the
 * second step is missing, `auth.wrong-code`, `auth.wrong-passkey` when it is wrong or was used; `auth.too-many-attempts` after five
 * failures; `service.busy`.
 */
export async function enterBy(
  context: RequestContext,
  entrance: Entrance,
  given: Credentials,
): Promise<string> {
  const { auth, institution } = context.bank;
  const started = performance.now();
  try {
    const person = await check(context, entrance, given);
    const limits = sessionLimitsOf(institution.mode, person);
    return await recordSignIn(context, entrance, person, async (work) => {
      // The password may have been changed since the check, ending every session: this one would outlive it.
      if (!(await isStillPassword(work.tx, person))) throw new Refusal('auth.invalid-credentials');
      return beginSession(work, auth.cookie, person.userId, limits, deviceOf(context));
    });
  } catch (error) {
    if (error instanceof Refusal && !NO_FAILURE.includes(error.code))
      await recordRefusedSignIn(context, entrance, given.email, error);
    // A success is answered at once; every refusal takes the same time.
    await untilEven(auth, started);
    throw error;
  }
}
