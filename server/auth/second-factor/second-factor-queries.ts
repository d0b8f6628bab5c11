import { and, asc, eq, isNull, lt, or } from 'drizzle-orm';
import type { SecondFactor } from '#domain/sessions/second-factor.ts';
import type { Db } from '../../db/database.ts';
import { passkeys, recoveryCodes, secondFactors, users } from '../../db/schema/index.ts';
import { personById } from '../queries.ts';

export type SecondFactorRow = typeof secondFactors.$inferSelect;

export async function secondFactorOf(db: Db, userId: string): Promise<SecondFactorRow | null> {
  const [row] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  return row ?? null;
}

/** Keeps the secret of an app that is being set up; the one of an active app is not touched. */
export async function keepSecondFactor(
  tx: Db,
  row: { readonly userId: string; readonly secret: string; readonly createdAt: Date },
): Promise<void> {
  await tx
    .insert(secondFactors)
    .values(row)
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret: row.secret, createdAt: row.createdAt, lastStep: null },
      setWhere: isNull(secondFactors.activatedAt),
    });
}

/** Says whether this call activated it: of two at once, one does. */
export async function activateSecondFactor(
  tx: Db,
  userId: string,
  of: { readonly secret: string; readonly step: number; readonly now: Date },
): Promise<boolean> {
  const rows = await tx
    .update(secondFactors)
    .set({ activatedAt: of.now, lastStep: of.step })
    .where(
      and(
        eq(secondFactors.userId, userId),
        eq(secondFactors.secret, of.secret),
        isNull(secondFactors.activatedAt),
      ),
    )
    .returning({ userId: secondFactors.userId });
  return rows.length > 0;
}

/** Marks a step as used; false when it, or a later one, was used before. */
export async function takeStep(tx: Db, userId: string, step: number): Promise<boolean> {
  const rows = await tx
    .update(secondFactors)
    .set({ lastStep: step })
    .where(
      and(
        eq(secondFactors.userId, userId),
        or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step)),
      ),
    )
    .returning({ userId: secondFactors.userId });
  return rows.length > 0;
}

/** Forgets the secret of an app that was being set up and never showed a code. */
export async function removeUnfinishedApp(tx: Db, userId: string): Promise<void> {
  await tx
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.activatedAt)));
}

/** Removes the app; says whether one was active. */
export async function removeApp(tx: Db, userId: string): Promise<boolean> {
  const removed = await tx
    .delete(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .returning({ activatedAt: secondFactors.activatedAt });
  return removed.some(({ activatedAt }) => activatedAt !== null);
}

/** The second factors a person has. Locked until the transaction ends. */
export async function lockSecondFactors(tx: Db, userId: string): Promise<readonly SecondFactor[]> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  return (await personById(tx, userId))?.secondFactors ?? [];
}

export type PasskeyRow = typeof passkeys.$inferSelect;

/** A person's passkeys, the oldest first. */
export function passkeysOf(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

/** Keeps a passkey; false when its device's name for it is known already. */
export async function insertPasskey(tx: Db, row: typeof passkeys.$inferInsert): Promise<boolean> {
  const made = await tx.insert(passkeys).values(row).onConflictDoNothing().returning({ id: passkeys.id });
  return made.length > 0;
}

/** Remembers that a passkey signed; false when another use of it counted as far meanwhile. A device that does not count says 0 each time. */
export async function takePasskeyUse(
  tx: Db,
  use: { readonly id: string; readonly counter: number; readonly now: Date },
): Promise<boolean> {
  const rows = await tx
    .update(passkeys)
    .set({ counter: use.counter, lastUsedAt: use.now })
    .where(
      and(
        eq(passkeys.id, use.id),
        use.counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, use.counter),
      ),
    )
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

/** Removes one passkey of a person, or all of them; gives back their names. */
export async function removePasskeys(tx: Db, userId: string, only?: string): Promise<string[]> {
  const removed = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), only ? eq(passkeys.id, only) : undefined))
    .returning({ name: passkeys.name });
  return removed.map(({ name }) => name);
}

export async function removeRecoveryCodes(tx: Db, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

export async function replaceRecoveryCodes(
  tx: Db,
  userId: string,
  rows: readonly (typeof recoveryCodes.$inferInsert)[],
): Promise<void> {
  await removeRecoveryCodes(tx, userId);
  await tx.insert(recoveryCodes).values([...rows]);
}

export async function recoveryCodesLeft(db: Db, userId: string): Promise<number> {
  return db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
}

export async function recoveryCodeBy(db: Db, userId: string, selector: string) {
  const [row] = await db
    .select()
    .from(recoveryCodes)
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.selector, selector),
        isNull(recoveryCodes.usedAt),
      ),
    );
  return row ?? null;
}

/** Uses a recovery code up; false when somebody else did meanwhile. */
export async function takeRecoveryCode(tx: Db, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(eq(recoveryCodes.id, id), isNull(recoveryCodes.usedAt)))
    .returning({ id: recoveryCodes.id });
  return rows.length > 0;
}
