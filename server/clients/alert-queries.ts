import { and, asc, eq, isNull } from 'drizzle-orm';
import type { AlertKind } from '#domain/clients/alert.ts';
import type { Db } from '../db/database.ts';
import { nameOfPerson } from '../db/name-of-person.ts';
import { clientAccounts, clientAlerts, profiles } from '../db/schema/index.ts';

/** Locks an account, so that two people who say something about it at once do so one after the other. False for one that is gone. */
export async function lockAccountForAlert(tx: Db, accountId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: clientAccounts.id })
    .from(clientAccounts)
    .where(eq(clientAccounts.id, accountId))
    .for('no key update');
  return rows.length > 0;
}

const isOpen = (clientAccountId: string, kind: AlertKind) =>
  and(
    eq(clientAlerts.clientAccountId, clientAccountId),
    eq(clientAlerts.kind, kind),
    isNull(clientAlerts.liftedAt),
  );

/** Lifts what is open. @returns whether there was anything. */
export async function liftAlert(
  tx: Db,
  { clientAccountId, kind }: { readonly clientAccountId: string; readonly kind: AlertKind },
  lifted: { readonly liftedBy: string; readonly liftedAt: Date },
): Promise<boolean> {
  const rows = await tx
    .update(clientAlerts)
    .set(lifted)
    .where(isOpen(clientAccountId, kind))
    .returning({ id: clientAlerts.id });
  return rows.length > 0;
}

export async function placeAlert(tx: Db, row: typeof clientAlerts.$inferInsert): Promise<void> {
  await tx.insert(clientAlerts).values(row);
}

const shown = {
  reason: clientAlerts.reason,
  placedBy: nameOfPerson(clientAlerts.placedBy),
  placedAt: clientAlerts.placedAt,
};

/** What is open about a client; null for nothing. */
export async function alertOf(db: Db, accountId: string, kind: AlertKind) {
  const [row] = await db.select(shown).from(clientAlerts).where(isOpen(accountId, kind));
  return row ?? null;
}

/** Every client whose assets are frozen, the longest first. */
export function legalBlocks(db: Db) {
  return db
    .select({ ...shown, accountId: clientAccounts.id, displayName: profiles.displayName })
    .from(clientAlerts)
    .innerJoin(clientAccounts, eq(clientAccounts.id, clientAlerts.clientAccountId))
    .innerJoin(profiles, eq(profiles.userId, clientAccounts.userId))
    .where(and(eq(clientAlerts.kind, 'legal-block'), isNull(clientAlerts.liftedAt)))
    .orderBy(asc(clientAlerts.placedAt), asc(clientAlerts.id));
}
