import { randomBytes } from 'node:crypto';
import type { AuditOperation } from '#domain/audit/operation.ts';
import { Refusal } from '#domain/errors.ts';
import { plainCode } from '#domain/sessions/second-factor.ts';
import { audit } from '../audit/audit.ts';
import { type GuardedContext, signedIn } from '../http/context.ts';
import { announce } from '../notifications/live.ts';
import { type NotificationKind, notifyClient } from '../notifications/notify.ts';
import { inTransaction, type Work } from '../work.ts';
import type { SignedIn } from './caller.ts';
import { proveIdentity, WRONG_CODE } from './identity.ts';
import {
  activateSecondFactor,
  keepSecondFactor,
  recoveryCodesLeft,
  removeSecondFactor,
  replaceRecoveryCodes,
  secondFactorOf,
} from './queries.ts';
import { newRecoveryCodes, sealedFor } from './second-factor-codes.ts';
import { endSessions } from './sessions.ts';
import { base32, otpauthUri, stepOf } from './totp.ts';

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;

/** Whether the person has an app, and whether they must. */
export async function secondFactorState(context: GuardedContext) {
  const { database, institution } = context.bank;
  const { userId, isAdministrator } = signedIn(context);
  const factor = await secondFactorOf(database.db, userId);
  return {
    activatedAt: factor?.activatedAt?.toISOString() ?? null,
    recoveryCodesLeft: factor?.activatedAt ? await recoveryCodesLeft(database.db, userId) : 0,
    isRequired: isAdministrator && institution.mode === 'live',
  };
}

/**
 * Begins to set up an app: a new secret, sealed, that counts for nothing until a first code confirms it. The password is asked for, or
 * whoever finds a session open could lock its owner out.
 * @throws Refusal `auth.wrong-password`; `auth.second-factor-active`; `auth.too-many-attempts`.
 */
export async function beginSecondFactor(
  context: GuardedContext,
  proof: { readonly currentPassword: string },
): Promise<{ secret: string; uri: string }> {
  const { auth, database, surroundings, institution } = context.bank;
  const { userId, email, hasSecondFactor } = signedIn(context);
  if (hasSecondFactor) throw new Refusal('auth.second-factor-active');
  await proveIdentity(context, { currentPassword: proof.currentPassword });
  const secret = randomBytes(SECRET_BYTES);
  await keepSecondFactor(database.db, {
    userId,
    secret: auth.seal.close(secret, sealedFor(userId)),
    createdAt: surroundings.now(),
  });
  return {
    secret: base32(secret),
    uri: otpauthUri({ secret, issuer: institution.brandName, account: email }),
  };
}

/** What every change of the second factor does: tells its owner by mail, the audit trail of an administrator, and the screens. */
async function tell(
  work: Work,
  caller: SignedIn,
  what: { readonly kind: NotificationKind; readonly operation: AuditOperation },
): Promise<void> {
  await notifyClient(work, caller.userId, what.kind, {});
  if (caller.isAdministrator)
    audit(work, {
      operation: what.operation,
      clientAccountId: null,
      subjectId: caller.userId,
      before: null,
      after: null,
    });
  await announce(work, { userId: caller.userId }, ['session']);
}

function inOwnTransaction<T>(context: GuardedContext, useCase: (work: Work) => Promise<T>): Promise<T> {
  const { database, surroundings } = context.bank;
  return inTransaction(database.db, surroundings, signedIn(context).userId, useCase, context.address);
}

/**
 * Activates the app with its first code. Every other session ends: from now on only who has the app comes in.
 * @returns the recovery codes, which are told once.
 * @throws Refusal `auth.wrong-code`; `auth.second-factor-active`, `auth.second-factor-inactive`; `auth.too-many-attempts`.
 */
export async function confirmSecondFactor(context: GuardedContext, typed: string): Promise<string[]> {
  const { auth, attempts, database, surroundings } = context.bank;
  const caller = signedIn(context);
  const { userId } = caller;
  const email = `second-factor:${userId}`;
  const factor = await secondFactorOf(database.db, userId);
  if (!factor) throw new Refusal('auth.second-factor-inactive');
  if (factor.activatedAt) throw new Refusal('auth.second-factor-active');
  const step = await attempts.inTurn(email, async () => {
    await attempts.requireOpen(email, context.address);
    const secret = auth.seal.open(factor.secret, sealedFor(userId));
    const found = stepOf(secret, plainCode(typed), surroundings.now());
    if (found === null) {
      await attempts.failed(email, context.address);
      throw WRONG_CODE();
    }
    return found;
  });
  const { codes, rows } = await newRecoveryCodes(auth.passwords, {
    userId,
    newId: surroundings.newId,
    now: surroundings.now(),
  });
  await inOwnTransaction(context, async (work) => {
    if (!(await activateSecondFactor(work.tx, userId, { secret: factor.secret, step, now: work.now })))
      throw new Refusal('auth.second-factor-active');
    await replaceRecoveryCodes(work.tx, userId, rows);
    await endSessions(work.tx, userId, { except: caller.sessionId });
    await tell(work, caller, { kind: 'second-factor-on', operation: 'secondFactor.activate' });
  });
  return codes;
}

/** @throws Refusal `auth.second-factor-inactive` for whoever has none; then as `proveIdentity`. */
async function proveBoth(
  context: GuardedContext,
  proof: { readonly currentPassword: string; readonly code: string },
): Promise<SignedIn> {
  const caller = signedIn(context);
  if (!caller.hasSecondFactor) throw new Refusal('auth.second-factor-inactive');
  await proveIdentity(context, proof);
  return caller;
}

/** Replaces the recovery codes; the old ones are worth nothing from now on. */
export async function renewRecoveryCodes(
  context: GuardedContext,
  proof: { readonly currentPassword: string; readonly code: string },
): Promise<string[]> {
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

/** Switches the second factor off; every other session ends. */
export async function deactivateSecondFactor(
  context: GuardedContext,
  proof: { readonly currentPassword: string; readonly code: string },
): Promise<void> {
  const caller = await proveBoth(context, proof);
  await inOwnTransaction(context, async (work) => {
    if (!(await removeSecondFactor(work.tx, caller.userId))) throw new Refusal('auth.second-factor-inactive');
    await endSessions(work.tx, caller.userId, { except: caller.sessionId });
    await tell(work, caller, { kind: 'second-factor-off', operation: 'secondFactor.deactivate' });
  });
}
