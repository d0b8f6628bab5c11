import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { sessions, users, verifications } from '../db/schema/index.ts';

/** Whether an address, in lower case as all are kept, belongs to somebody. */
export async function isEmailTaken(db: Db, email: string, exceptUserId?: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), exceptUserId ? ne(users.id, exceptUserId) : undefined));
  return rows.length > 0;
}

/** The row that keeps a person's pending change of address: there is one at most, the last asked for. */
const pendingName = (userId: string) => `email-change:${userId}`;

export async function keepPendingEmail(
  tx: Db,
  userId: string,
  pending: { id: string; value: string; expiresAt: Date; now: Date },
): Promise<void> {
  await tx.delete(verifications).where(eq(verifications.identifier, pendingName(userId)));
  await tx.insert(verifications).values({
    id: pending.id,
    identifier: pendingName(userId),
    value: pending.value,
    expiresAt: pending.expiresAt,
    createdAt: pending.now,
    updatedAt: pending.now,
  });
}

/**
 * Takes the pending change out, so that of two confirmations at once only one finds it.
 * @param proof what its value begins with.
 */
export async function takePendingEmail(
  tx: Db,
  userId: string,
  proof: string,
  now: Date,
): Promise<string | null> {
  const [row] = await tx
    .delete(verifications)
    .where(
      and(
        eq(verifications.identifier, pendingName(userId)),
        sql`starts_with(${verifications.value}, ${proof})`,
        gt(verifications.expiresAt, now),
      ),
    )
    .returning({ value: verifications.value });
  return row?.value ?? null;
}

/** Gives a person another address, proved by the link that was sent to it. */
export async function changeEmailOf(tx: Db, userId: string, email: string, now: Date): Promise<void> {
  await tx.update(users).set({ email, emailVerified: true, updatedAt: now }).where(eq(users.id, userId));
}

export async function languageOf(db: Db, userId: string): Promise<string> {
  const [row] = await db.select({ language: users.language }).from(users).where(eq(users.id, userId));
  return row?.language ?? 'fr';
}

export async function changeLanguageOf(tx: Db, userId: string, language: string): Promise<void> {
  await tx.update(users).set({ language }).where(eq(users.id, userId));
}

export type SessionRow = typeof sessions.$inferSelect;

/** The sessions of a person that have not expired, the last used first. */
export function sessionsOf(db: Db, userId: string, now: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.updatedAt), desc(sessions.id))
    .limit(100);
}

export async function sessionOf(db: Db, userId: string, sessionId: string): Promise<SessionRow | null> {
  const [row] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
  return row ?? null;
}
