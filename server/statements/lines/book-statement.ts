import { and, eq, ne } from 'drizzle-orm';
import { bankLines } from '../../db/schema/index.ts';
import type { Work } from '../../work/work.ts';

/** Books a statement that follows in its chain: entries that are not booked by the bank are ignored (PAY-18). */
export async function bookStatement(work: Work, statementId: string): Promise<void> {
  await work.tx
    .update(bankLines)
    .set({ phase: 'ignored' })
    .where(and(eq(bankLines.statementId, statementId), ne(bankLines.status, 'BOOK')));
}

/** Puts details that came as camt.054 in the place of their collective line (PAY-25). */
export async function bookDetails(work: Work, collectiveLineId: string): Promise<void> {
  await work.tx.update(bankLines).set({ phase: 'detailed' }).where(eq(bankLines.id, collectiveLineId));
}
