import { randomInt } from 'node:crypto';
import {
  isAppCode,
  isRecoveryCode,
  plainCode,
  RECOVERY_ALPHABET,
  RECOVERY_CODES,
  RECOVERY_LENGTH,
  shownRecoveryCode,
} from '#domain/sessions/second-factor.ts';
import type { Auth, Passwords } from '../../bank/auth.ts';
import type { Db } from '../../db/database.ts';
import type { NewId } from '../../ids.ts';
import { recoveryCodeBy, secondFactorOf, takeRecoveryCode, takeStep } from './second-factor-queries.ts';
import { stepOf } from './totp.ts';

/** Length of the prefix that finds a recovery code; the rest is the secret. */
const SELECTOR_LENGTH = 4;

/** Context that the sealed secret of an app is bound to. */
export const sealedFor = (userId: string) => `second factor of ${userId}`;

/**
 * Checks a code and returns its kind; null when it is wrong or was used. The check uses it up: the same code, and earlier ones of the app,
 * are refused afterwards (RFC 6238, section 5.2).
 */
export async function useCode(
  {
    auth,
    db,
    now,
    deviceTime,
  }: { readonly auth: Auth; readonly db: Db; readonly now: Date; readonly deviceTime: Date },
  userId: string,
  typed: string,
): Promise<'app' | 'recovery' | null> {
  const code = plainCode(typed);
  if (isAppCode(code)) {
    const factor = await secondFactorOf(db, userId);
    if (!factor?.activatedAt) return null;
    const step = stepOf(auth.seal.open(factor.secret, sealedFor(userId)), code, deviceTime);
    return step !== null && (await takeStep(db, userId, step)) ? 'app' : null;
  }
  if (!isRecoveryCode(code)) return null;
  const row = await recoveryCodeBy(db, userId, code.slice(0, SELECTOR_LENGTH));
  const isRight = await auth.passwords.verify(code, row?.hash ?? null);
  return isRight && row && (await takeRecoveryCode(db, row.id, now)) ? 'recovery' : null;
}

function newCode(): string {
  return Array.from(
    { length: RECOVERY_LENGTH },
    () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)],
  ).join('');
}

/** Ten recovery codes with distinct prefixes, and their rows: hashed like passwords, since 40 bits can be guessed. */
export async function newRecoveryCodes(
  passwords: Passwords,
  { userId, newId, now }: { readonly userId: string; readonly newId: NewId; readonly now: Date },
) {
  const bySelector = new Map<string, string>();
  while (bySelector.size < RECOVERY_CODES) {
    const code = newCode();
    bySelector.set(code.slice(0, SELECTOR_LENGTH), code);
  }
  const rows = await Promise.all(
    [...bySelector].map(async ([selector, code]) => ({
      id: newId(),
      userId,
      selector,
      hash: await passwords.hash(code),
      createdAt: now,
    })),
  );
  return { codes: [...bySelector.values()].map(shownRecoveryCode), rows };
}
