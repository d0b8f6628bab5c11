import { asc, eq } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { nameOfPerson } from '../../db/name-of-person.ts';
import { loanLenderConsents, loanTransmissions } from '../../db/schema/index.ts';

export type LenderConsent = typeof loanLenderConsents.$inferSelect;
export type Transmission = typeof loanTransmissions.$inferSelect;

export async function insertLenderConsents(
  tx: Db,
  rows: readonly (typeof loanLenderConsents.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await tx.insert(loanLenderConsents).values([...rows]);
}

/** The lenders that the client of a request agreed to, by name. */
export function lenderConsentsOf(db: Db, loanId: string): Promise<LenderConsent[]> {
  return db
    .select()
    .from(loanLenderConsents)
    .where(eq(loanLenderConsents.loanRequestId, loanId))
    .orderBy(asc(loanLenderConsents.lenderName));
}

export async function insertTransmission(tx: Db, row: typeof loanTransmissions.$inferInsert): Promise<void> {
  await tx.insert(loanTransmissions).values(row);
}

/** To whom a request was handed, with the names of the colleagues; without its paper. Null before. */
export async function transmissionOf(db: Db, loanId: string) {
  const { lenderCode, lenderName, sentAt, sentBy, note, sha256, answer, answeredAt, answeredBy } =
    loanTransmissions;
  const [row] = await db
    .select({
      lenderCode,
      lenderName,
      sentAt,
      note,
      sha256,
      answer,
      answeredAt,
      sentBy: nameOfPerson(sentBy),
      answeredBy: nameOfPerson(answeredBy),
    })
    .from(loanTransmissions)
    .where(eq(loanTransmissions.loanRequestId, loanId));
  return row ?? null;
}

/** The paper that the lender got; null for a request that was handed to none. */
export async function paperOfTransmission(
  db: Db,
  loanId: string,
): Promise<Pick<Transmission, 'content' | 'lenderName' | 'sha256'> | null> {
  const { content, lenderName, sha256, loanRequestId } = loanTransmissions;
  const [row] = await db
    .select({ content, lenderName, sha256 })
    .from(loanTransmissions)
    .where(eq(loanRequestId, loanId));
  return row ?? null;
}

export async function updateAnswer(
  tx: Db,
  loanId: string,
  answer: Pick<Transmission, 'answer' | 'answeredAt' | 'answeredBy'>,
): Promise<void> {
  await tx.update(loanTransmissions).set(answer).where(eq(loanTransmissions.loanRequestId, loanId));
}
