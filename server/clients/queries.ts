import { eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { clientAccounts, profiles, signUpDetails, userRoles, users } from '../db/schema/index.ts';

export type SignUpDetailsRow = typeof signUpDetails.$inferSelect;

export async function signUpDetailsOf(db: Db, userId: string): Promise<SignUpDetailsRow | null> {
  const [row] = await db.select().from(signUpDetails).where(eq(signUpDetails.userId, userId));
  return row ?? null;
}

export async function saveSignUpDetails(db: Db, row: typeof signUpDetails.$inferInsert): Promise<void> {
  const { userId: _, createdAt: __, ...changes } = row;
  await db.insert(signUpDetails).values(row).onConflictDoUpdate({ target: signUpDetails.userId, set: changes });
}

export async function deleteSignUpDetails(tx: Db, userId: string): Promise<void> {
  await tx.delete(signUpDetails).where(eq(signUpDetails.userId, userId));
}

export async function insertProfile(tx: Db, row: typeof profiles.$inferInsert): Promise<void> {
  await tx.insert(profiles).values(row);
}

export async function insertAccount(tx: Db, row: typeof clientAccounts.$inferInsert): Promise<void> {
  await tx.insert(clientAccounts).values(row);
}

/** Locks the person's own row, so that two sign-ups of the same person run one after the other. */
export async function lockUser(tx: Db, userId: string) {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  return row ?? null;
}

export async function accountOfUser(db: Db, userId: string) {
  const [row] = await db.select().from(clientAccounts).where(eq(clientAccounts.userId, userId));
  return row ?? null;
}

export async function grantRole(tx: Db, userId: string, role: string): Promise<void> {
  await tx.insert(userRoles).values({ userId, role }).onConflictDoNothing();
}
