import { and, asc, desc, eq, gt, isNull, like, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { ADMINISTRATOR_ROLE } from '#domain/permissions.ts';
import type { SecondFactor } from '#domain/sessions/second-factor.ts';
import { type Db, rowsOf } from '../db/database.ts';
import {
  credentials,
  passkeys,
  recoveryCodes,
  secondFactors,
  sessions,
  signUpDetails,
  users,
  verifications,
} from '../db/schema/index.ts';

/** Makes somebody who can sign in; false when the address is somebody's. It is in lower case, as all are kept. */
export async function insertSignIn(
  tx: Db,
  person: {
    readonly id: string;
    readonly credentialId: string;
    readonly email: string;
    readonly name: string;
    readonly passwordHash: string;
    readonly now: Date;
  },
): Promise<boolean> {
  const { id, email, name, passwordHash, now } = person;
  const made = await tx
    .insert(users)
    .values({ id, email, name, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  if (made.length === 0) return false;
  await tx.insert(credentials).values({
    id: person.credentialId,
    accountId: id,
    providerId: 'credential',
    userId: id,
    password: passwordHash,
    createdAt: now,
    updatedAt: now,
  });
  return true;
}

/** The second factors of the person that a column names, as an array. */
export const secondFactorsOf = (userId: SQL) =>
  sql`array_remove(array[
    case when exists (select 1 from second_factors f where f.user_id = ${userId} and f.activated_at is not null) then 'code' end,
    case when exists (select 1 from passkeys k where k.user_id = ${userId}) then 'passkey' end], null)`;

/** Who is behind an address, as far as signing in needs to know. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string | null;
  readonly isAdministrator: boolean;
  readonly secondFactors: readonly SecondFactor[];
}

async function personWhere(db: Db, condition: ReturnType<typeof sql>): Promise<Person | null> {
  const [row] = await rowsOf<{
    id: string;
    email: string;
    name: string;
    password: string | null;
    is_administrator: boolean;
    second_factors: SecondFactor[];
  }>(
    db,
    sql`select u.id, u.email, u.name,
      (select c.password from credentials c where c.user_id = u.id and c.password is not null limit 1) as password,
      exists (select 1 from user_roles r where r.user_id = u.id and r.role = ${ADMINISTRATOR_ROLE}) as is_administrator,
      ${secondFactorsOf(sql`u.id`)} as second_factors
      from users u where ${condition}`,
  );
  if (!row) return null;
  return {
    userId: row.id,
    email: row.email,
    name: row.name,
    passwordHash: row.password,
    isAdministrator: row.is_administrator,
    secondFactors: row.second_factors,
  };
}

export const personByEmail = (db: Db, email: string) => personWhere(db, sql`u.email = ${email}`);
export const personById = (db: Db, userId: string) => personWhere(db, sql`u.id = ${userId}::uuid`);

export async function changePasswordOf(
  tx: Db,
  userId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await tx
    .update(credentials)
    .set({ password: passwordHash, updatedAt: now })
    .where(eq(credentials.userId, userId));
}

const RESET = 'password-reset:';

/** Keeps a link to choose a new password, by the hash of its token; those that ended are forgotten. */
export async function keepResetLink(
  tx: Db,
  link: {
    readonly id: string;
    readonly tokenHash: string;
    readonly userId: string;
    readonly expiresAt: Date;
    readonly now: Date;
  },
): Promise<void> {
  await tx.delete(verifications).where(lt(verifications.expiresAt, link.now));
  await tx.insert(verifications).values({
    id: link.id,
    identifier: RESET + link.tokenHash,
    value: link.userId,
    expiresAt: link.expiresAt,
    createdAt: link.now,
    updatedAt: link.now,
  });
}

/** Whom a link is for; null when it is unknown, used or too old. */
export async function resetLinkOwner(db: Db, tokenHash: string, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ userId: verifications.value })
    .from(verifications)
    .where(and(eq(verifications.identifier, RESET + tokenHash), gt(verifications.expiresAt, now)));
  return row?.userId ?? null;
}

/** Takes a link out, and with it every other of the same person; false when somebody else did meanwhile. */
export async function takeResetLink(tx: Db, tokenHash: string, userId: string): Promise<boolean> {
  const taken = await tx
    .delete(verifications)
    .where(and(eq(verifications.identifier, RESET + tokenHash), eq(verifications.value, userId)))
    .returning({ id: verifications.id });
  if (taken.length === 0) return false;
  await tx
    .delete(verifications)
    .where(and(like(verifications.identifier, `${RESET}%`), eq(verifications.value, userId)));
  return true;
}

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

/** Removes the app; says whether one was active. */
export async function removeApp(tx: Db, userId: string): Promise<boolean> {
  const removed = await tx
    .delete(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .returning({ activatedAt: secondFactors.activatedAt });
  return removed.some(({ activatedAt }) => activatedAt !== null);
}

/** The second factors a person has. Until the transaction ends nobody else changes them. */
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
  // Who began to sign up with somebody else's address has one of their own now.
  await tx.update(signUpDetails).set({ claimedEmail: null }).where(eq(signUpDetails.userId, userId));
}

export async function languageOf(db: Db, userId: string): Promise<string> {
  const [row] = await db.select({ language: users.language }).from(users).where(eq(users.id, userId));
  return row?.language ?? 'fr';
}

export async function changeLanguageOf(tx: Db, userId: string, language: string): Promise<void> {
  await tx.update(users).set({ language }).where(eq(users.id, userId));
}

export type SessionRow = Awaited<ReturnType<typeof sessionsOf>>[number];

/** The sessions of a person that have not expired, the last used first. Their tokens are out of a person's reach, even hashed. */
export function sessionsOf(db: Db, userId: string, now: Date) {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      ipAddress: sessions.ipAddress,
      createdAt: sessions.createdAt,
      updatedAt: sessions.updatedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.updatedAt), desc(sessions.id))
    .limit(100);
}

const TICKET = 'ticket:';

/** Keeps something handed out that lets one thing pass once: a confirmation, or the challenge of a passkey. */
export async function keepTicket(
  db: Db,
  of: {
    readonly id: string;
    readonly tokenHash: string;
    readonly boundTo: string;
    readonly expiresAt: Date;
    readonly now: Date;
  },
): Promise<void> {
  await db.delete(verifications).where(lt(verifications.expiresAt, of.now));
  await db.insert(verifications).values({
    id: of.id,
    identifier: TICKET + of.tokenHash,
    value: of.boundTo,
    expiresAt: of.expiresAt,
    createdAt: of.now,
    updatedAt: of.now,
  });
}

/** Uses it up; false when it is unknown, used, too old, or of something else. */
export async function takeTicket(
  db: Db,
  of: { readonly tokenHash: string; readonly boundTo: string; readonly now: Date },
): Promise<boolean> {
  const taken = await db
    .delete(verifications)
    .where(
      and(
        eq(verifications.identifier, TICKET + of.tokenHash),
        eq(verifications.value, of.boundTo),
        gt(verifications.expiresAt, of.now),
      ),
    )
    .returning({ id: verifications.id });
  return taken.length > 0;
}
