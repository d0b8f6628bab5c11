import { eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { clientAccounts, profiles } from '../db/schema/index.ts';

/** The account that an order leaves, and what its holder is called. */
export async function accountOfPayer(db: Db, accountId: string) {
  const [row] = await db
    .select({
      id: clientAccounts.id,
      ledgerAccountId: clientAccounts.ledgerAccountId,
      iban: clientAccounts.iban,
      displayName: profiles.displayName,
    })
    .from(clientAccounts)
    .innerJoin(profiles, eq(profiles.userId, clientAccounts.userId))
    .where(eq(clientAccounts.id, accountId));
  return row ?? null;
}
