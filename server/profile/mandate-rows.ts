import { asc, eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { directDebits, mandateSignatures, mandates } from '../db/schema/index.ts';

/** The mandates that the person gave, with each account that was signed and each collection. */
export async function mandatesOf(db: Db, accountId: string) {
  const given = await db
    .select()
    .from(mandates)
    .where(eq(mandates.clientAccountId, accountId))
    .orderBy(asc(mandates.createdAt), asc(mandates.id));
  const signatures = await db
    .select()
    .from(mandateSignatures)
    .where(eq(mandateSignatures.clientAccountId, accountId))
    .orderBy(asc(mandateSignatures.mandateId), asc(mandateSignatures.number));
  const debits = await db
    .select()
    .from(directDebits)
    .where(eq(directDebits.clientAccountId, accountId))
    .orderBy(asc(directDebits.dueOn), asc(directDebits.id));
  // Who of the staff called is no data about the client.
  return given.map(({ calledBy, ...mandate }) => ({
    ...mandate,
    signatures: signatures.filter(({ mandateId }) => mandateId === mandate.id),
    debits: debits.filter(({ mandateId }) => mandateId === mandate.id),
  }));
}
