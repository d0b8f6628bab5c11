import { eq, isNull } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { newsletterSubscriptions } from '../db/schema/index.ts';

export type SubscriptionRow = typeof newsletterSubscriptions.$inferSelect;

/** Writes a request, or starts an unconfirmed one afresh with its new confirmation. A confirmed subscription stays as it is. */
export async function saveRequest(tx: Db, row: Omit<SubscriptionRow, 'confirmedAt'>): Promise<void> {
  await tx
    .insert(newsletterSubscriptions)
    .values(row)
    .onConflictDoUpdate({
      target: newsletterSubscriptions.email,
      set: { confirmationHash: row.confirmationHash, requestedAt: row.requestedAt },
      setWhere: isNull(newsletterSubscriptions.confirmedAt),
    });
}

export async function subscriptionOf(tx: Db, email: string): Promise<SubscriptionRow | null> {
  const [row] = await tx
    .select()
    .from(newsletterSubscriptions)
    .where(eq(newsletterSubscriptions.email, email));
  return row ?? null;
}

export async function lockByConfirmation(tx: Db, hash: string): Promise<SubscriptionRow | null> {
  const [row] = await tx
    .select()
    .from(newsletterSubscriptions)
    .where(eq(newsletterSubscriptions.confirmationHash, hash))
    .for('update');
  return row ?? null;
}

export async function markConfirmed(tx: Db, id: string, confirmedAt: Date): Promise<void> {
  await tx.update(newsletterSubscriptions).set({ confirmedAt }).where(eq(newsletterSubscriptions.id, id));
}

export async function deleteByUnsubscriptionToken(tx: Db, token: string): Promise<void> {
  await tx.delete(newsletterSubscriptions).where(eq(newsletterSubscriptions.unsubscriptionToken, token));
}
