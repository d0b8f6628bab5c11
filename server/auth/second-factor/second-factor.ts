import { randomBytes } from 'node:crypto';
import type { Actor } from '#domain/actors.ts';
import type { AuditOperation } from '#domain/audit/operation.ts';
import { Refusal, type RefusalCode } from '#domain/errors.ts';
import { needsSecondFactor } from '#domain/permissions.ts';
import { MAX_PASSKEYS, plainCode } from '#domain/sessions/second-factor.ts';
import { audit } from '../../audit/audit.ts';
import type { SignedIn } from '../../bank/guard.ts';
import { type GuardedContext, signedIn } from '../../http/context.ts';
import { announce } from '../../notifications/live.ts';
import { type NotificationKind, type NotificationParams, notifyClient } from '../../notifications/notify.ts';
import { deviceTime, inTransaction, type Work } from '../../work/work.ts';
import { checkInside, inSession, proveIdentity, type WholeProof, WRONG_CODE } from '../identity.ts';
import { askPasskey, offerPasskey, readNewPasskey } from '../passkeys/passkeys.ts';
import { joinAfterSecondFactor } from '../queries.ts';
import { endAccess } from '../sessions/end-access.ts';
import { requireSession } from '../sessions/sessions.ts';
import { newRecoveryCodes, sealedFor } from './second-factor-codes.ts';
import {
  activateSecondFactor,
  insertPasskey,
  keepSecondFactor,
  lockSecondFactors,
  passkeysOf,
  recoveryCodesLeft,
  removeApp,
  removePasskeys,
  removeRecoveryCodes,
  replaceRecoveryCodes,
  secondFactorOf,
} from './second-factor-queries.ts';
import { base32, otpauthUri, stepOf } from './totp.ts';

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;

const mustHaveOne = (context: GuardedContext) =>
  needsSecondFactor(context.bank.institution, signedIn(context));

/** The person's second factors, and whether one is required. */
export async function secondFactorState(context: GuardedContext) {
  const { db } = context.bank.database;
  const { userId } = signedIn(context);
  const factor = await secondFactorOf(db, userId);
  return {
    activatedAt: factor?.activatedAt?.toISOString() ?? null,
    passkeys: (await passkeysOf(db, userId)).map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: await recoveryCodesLeft(db, userId),
    isRequired: mustHaveOne(context),
  };
}

/**
 * Begins to set up an app: stores a new sealed secret, inactive until its first code. Asks for the identity, since an open session could
 * otherwise be used to lock the owner out.
 * @throws Refusal `auth.second-factor-active`; then as `proveIdentity`.
 */
export async function beginSecondFactor(
  context: GuardedContext,
  proof: WholeProof,
): Promise<{ secret: string; uri: string }> {
  const { auth, surroundings, institution } = context.bank;
  const { userId, email, secondFactors } = signedIn(context);
  if (secondFactors.includes('code')) throw new Refusal('auth.second-factor-active');
  await proveIdentity(context, proof);
  const secret = randomBytes(SECRET_BYTES);
  await inOwnTransaction(context, ({ tx }) =>
    keepSecondFactor(tx, {
      userId,
      secret: auth.seal.close(secret, sealedFor(userId)),
      createdAt: surroundings.now(),
    }),
  );
  return {
    secret: base32(secret),
    uri: otpauthUri({ secret, issuer: institution.brandName, account: email }),
  };
}

/** Common steps of every change of the second factor: a mail to the owner, an audit line for the staff, an announcement to the screens. */
async function tell(
  work: Work,
  caller: SignedIn,
  what: {
    readonly kind: NotificationKind;
    readonly params?: NotificationParams;
    readonly operation: AuditOperation;
  },
): Promise<void> {
  await notifyClient(work, caller.userId, what.kind, what.params ?? {});
  if (caller.isStaff)
    audit(work, {
      operation: what.operation,
      clientAccountId: null,
      subjectId: caller.userId,
      before: null,
      after: null,
    });
  await announce(work, { userId: caller.userId }, ['session']);
}

/**
 * Runs a change of a second factor while the calling session is open.
 * @throws Refusal `auth.required`; `auth.too-many-mails` after too many changes in a day.
 */
async function inOwnTransaction<T>(context: GuardedContext, useCase: (work: Work) => Promise<T>): Promise<T> {
  const { attempts, database, surroundings } = context.bank;
  const caller = signedIn(context);
  const actor: Actor = { kind: caller.isStaff ? 'staff' : 'client', personId: caller.userId };
  await attempts.countAccessChange(caller.userId);
  const whileSignedIn = async (work: Work) => {
    await requireSession(work.tx, caller);
    return useCase(work);
  };
  return inTransaction(database.db, surroundings, actor, whileSignedIn, context.address);
}

/** New recovery codes with the first second factor; none for others, who have theirs. */
async function firstRecoveryCodes(context: GuardedContext) {
  const { secondFactors, userId } = signedIn(context);
  if (secondFactors.length > 0) return { codes: [], rows: [] };
  const { auth, surroundings } = context.bank;
  return newRecoveryCodes(auth.passwords, { userId, newId: surroundings.newId, now: surroundings.now() });
}

/**
 * Activates the app with its first code. Every other session ends, since it was begun without the second factor.
 * @returns the recovery codes, shown once; none when a passkey came before.
 * @throws Refusal `auth.wrong-code`; `auth.second-factor-active`, `auth.second-factor-inactive`; `auth.too-many-attempts`.
 */
export async function confirmSecondFactor(context: GuardedContext, typed: string): Promise<string[]> {
  const { auth, database, surroundings } = context.bank;
  const caller = signedIn(context);
  const { userId } = caller;
  const factor = await secondFactorOf(database.db, userId);
  if (!factor) throw new Refusal('auth.second-factor-inactive');
  if (factor.activatedAt) throw new Refusal('auth.second-factor-active');
  const step = await checkInside<number>(context, async () => {
    const secret = auth.seal.open(factor.secret, sealedFor(userId));
    const found = stepOf(secret, plainCode(typed), deviceTime(surroundings));
    // A code of the new secret proves no identity, so it resets no failures.
    return found === null ? { end: 'failed', refusal: WRONG_CODE() } : { end: 'undecided', result: found };
  });
  const { codes, rows } = await firstRecoveryCodes(context);
  await inOwnTransaction(context, async (work) => {
    if (!(await activateSecondFactor(work.tx, userId, { secret: factor.secret, step, now: work.now })))
      throw new Refusal('auth.second-factor-active');
    if (rows.length > 0) await replaceRecoveryCodes(work.tx, userId, rows);
    await joinAfterSecondFactor(work.tx, userId, work.now);
    await endAccess(work.tx, userId, { except: caller.sessionId });
    await tell(work, caller, { kind: 'second-factor-on', operation: 'secondFactor.activate' });
  });
  return codes;
}

/** @throws Refusal `auth.second-factor-inactive` without one; then as `proveIdentity`. */
async function proveBoth(context: GuardedContext, proof: WholeProof): Promise<SignedIn> {
  const caller = signedIn(context);
  if (caller.secondFactors.length === 0) throw new Refusal('auth.second-factor-inactive');
  await proveIdentity(context, proof);
  return caller;
}

/** Replaces the recovery codes; the old ones become invalid. */
export async function renewRecoveryCodes(context: GuardedContext, proof: WholeProof): Promise<string[]> {
  const caller = await proveBoth(context, proof);
  const { auth, surroundings } = context.bank;
  const { codes, rows } = await newRecoveryCodes(auth.passwords, {
    userId: caller.userId,
    newId: surroundings.newId,
    now: surroundings.now(),
  });
  await inOwnTransaction(context, async (work) => {
    await replaceRecoveryCodes(work.tx, caller.userId, rows);
    await tell(work, caller, {
      kind: 'recovery-codes-renewed',
      operation: 'secondFactor.renewRecoveryCodes',
    });
  });
  return codes;
}

/**
 * Removes a second factor, and the recovery codes with the last one; every other session ends.
 * @param remove deletes it and returns its name, or null when it was missing.
 * @throws Refusal `auth.second-factor-needed` when it is the last one and one is required.
 */
async function removeFactor(
  context: GuardedContext,
  caller: SignedIn,
  of: {
    readonly remove: (work: Work) => Promise<string | null>;
    readonly missing: RefusalCode;
    readonly kind: NotificationKind;
    readonly operation: AuditOperation;
  },
): Promise<void> {
  await inOwnTransaction(context, async (work) => {
    await lockSecondFactors(work.tx, caller.userId);
    const name = await of.remove(work);
    if (name === null) throw new Refusal(of.missing);
    const isLast = (await lockSecondFactors(work.tx, caller.userId)).length === 0;
    if (isLast && mustHaveOne(context)) throw new Refusal('auth.second-factor-needed');
    if (isLast) await removeRecoveryCodes(work.tx, caller.userId);
    await endAccess(work.tx, caller.userId, { except: caller.sessionId });
    await tell(work, caller, {
      kind: isLast ? 'second-factor-off' : of.kind,
      params: isLast ? {} : { name },
      operation: of.operation,
    });
  });
}

/**
 * Switches the app off; passkeys stay.
 * @throws Refusal `auth.second-factor-inactive`, `auth.second-factor-needed`; then as `proveIdentity`.
 */
export async function deactivateSecondFactor(context: GuardedContext, proof: WholeProof): Promise<void> {
  const caller = await proveBoth(context, proof);
  await removeFactor(context, caller, {
    remove: async ({ tx }) => ((await removeApp(tx, caller.userId)) ? '' : null),
    missing: 'auth.second-factor-inactive',
    kind: 'app-removed',
    operation: 'secondFactor.deactivate',
  });
}

/** @throws Refusal `auth.second-factor-inactive` without a passkey. */
export async function challengePasskey(context: GuardedContext, subject: string | undefined) {
  const { userId, secondFactors } = signedIn(context);
  if (!secondFactors.includes('passkey')) throw new Refusal('auth.second-factor-inactive');
  return askPasskey(context.bank, userId, inSession(context, subject));
}

/** @throws Refusal `auth.too-many-passkeys`; then as `proveIdentity`. */
export async function beginPasskey(context: GuardedContext, proof: WholeProof) {
  const caller = signedIn(context);
  if ((await passkeysOf(context.bank.database.db, caller.userId)).length >= MAX_PASSKEYS)
    throw new Refusal('auth.too-many-passkeys', { max: MAX_PASSKEYS });
  await proveIdentity(context, proof);
  return offerPasskey(context.bank, caller);
}

/**
 * Stores a passkey made as `beginPasskey` offered. The first second factor ends every other session.
 * @returns the recovery codes, shown once; none for a person who has theirs.
 * @throws Refusal `auth.wrong-passkey` when it was not made as offered, is too late, or is known already; `auth.too-many-passkeys`.
 */
export async function addPasskey(
  context: GuardedContext,
  {
    name,
    transports,
    ...made
  }: {
    readonly name: string;
    readonly transports: readonly string[];
    readonly id: string;
    readonly clientDataJSON: string;
    readonly attestationObject: string;
  },
): Promise<string[]> {
  const caller = signedIn(context);
  const { userId } = caller;
  const passkey = await readNewPasskey(context.bank, caller, made);
  if (!passkey) throw new Refusal('auth.wrong-passkey');
  const { codes, rows } = await firstRecoveryCodes(context);
  await inOwnTransaction(context, async (work) => {
    await lockSecondFactors(work.tx, userId);
    if ((await passkeysOf(work.tx, userId)).length >= MAX_PASSKEYS)
      throw new Refusal('auth.too-many-passkeys', { max: MAX_PASSKEYS });
    const row = { id: work.newId(), userId, name, ...passkey, transports: transports.join(' ') };
    if (!(await insertPasskey(work.tx, { ...row, createdAt: work.now })))
      throw new Refusal('auth.wrong-passkey');
    await joinAfterSecondFactor(work.tx, userId, work.now);
    if (rows.length > 0) {
      await replaceRecoveryCodes(work.tx, userId, rows);
      await endAccess(work.tx, userId, { except: caller.sessionId });
    }
    await tell(work, caller, {
      kind: 'passkey-added',
      params: { name },
      operation: 'secondFactor.addPasskey',
    });
  });
  return codes;
}

/** @throws Refusal `not-found`; `auth.second-factor-inactive`, `auth.second-factor-needed`; then as `proveIdentity`. */
export async function removePasskey(
  context: GuardedContext,
  { id, ...proof }: WholeProof & { readonly id: string },
): Promise<void> {
  const caller = signedIn(context);
  const known = await passkeysOf(context.bank.database.db, caller.userId);
  if (!known.some((one) => one.id === id)) throw new Refusal('not-found');
  await proveBoth(context, proof);
  await removeFactor(context, caller, {
    remove: async ({ tx }) => (await removePasskeys(tx, caller.userId, id))[0] ?? null,
    missing: 'not-found',
    kind: 'passkey-removed',
    operation: 'secondFactor.removePasskey',
  });
}
