import { and, eq, ne } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { absoluteEndOf, type SessionLimits, sessionEndOf } from '#domain/sessions/limits.ts';
import type { SessionCookie } from '../../bank/auth.ts';
import type { Db } from '../../db/database.ts';
import { sessions } from '../../db/schema/index.ts';
import type { NewId } from '../../ids.ts';
import { lockPerson } from '../queries.ts';
import { newToken, tokenHashOf } from './session-cookie.ts';

/** Recorded facts of the device of a sign-in. */
export interface Device {
  readonly address: string;
  readonly userAgent: string | null;
}

/**
 * Begins a session under a new token, whatever cookie the request carried (session fixation).
 * @returns the `Set-Cookie` header.
 */
export async function beginSession(
  { tx, now, newId }: { readonly tx: Db; readonly now: Date; readonly newId: NewId },
  cookie: SessionCookie,
  userId: string,
  limits: SessionLimits,
  device: Device,
): Promise<string> {
  const token = newToken();
  await tx.insert(sessions).values({
    id: newId(),
    tokenHash: tokenHashOf(token),
    userId,
    expiresAt: sessionEndOf(limits, now, now),
    ipAddress: device.address,
    userAgent: device.userAgent,
    createdAt: now,
    updatedAt: now,
  });
  const lastsMs = absoluteEndOf(limits, now).getTime() - now.getTime();
  return cookie.set(token, Math.floor(lastsMs / 1000));
}

/**
 * Checks that the calling session has not ended since the call arrived, and locks it until the transaction ends: checking credentials takes
 * long enough for its owner to end it meanwhile.
 * @throws Refusal `auth.required`.
 */
export async function requireSession(
  tx: Db,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<void> {
  await lockPerson(tx, userId);
  const rows = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
    .for('share');
  if (rows.length === 0) throw new Refusal('auth.required');
}

/** Ends sessions of a person: all of them, all but one, or one. Returns how many. */
export async function endSessions(
  tx: Db,
  userId: string,
  { except, only }: { readonly except?: string; readonly only?: string } = {},
): Promise<number> {
  const ended = await tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        except ? ne(sessions.id, except) : undefined,
        only ? eq(sessions.id, only) : undefined,
      ),
    )
    .returning({ id: sessions.id });
  return ended.length;
}
