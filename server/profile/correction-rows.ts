import { asc, eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { receiptCorrections, transactionDisputes } from '../db/schema/index.ts';

/** What the person disputed, and what the house took back from them after a mistake. */
export async function correctionRowsOf(db: Db, accountId: string) {
  return {
    disputes: await db
      .select({
        transactionId: transactionDisputes.transactionId,
        amountMinor: transactionDisputes.amount,
        statement: transactionDisputes.statement,
        openedAt: transactionDisputes.openedAt,
        refundBy: transactionDisputes.refundBy,
        state: transactionDisputes.state,
        decidedAt: transactionDisputes.decidedAt,
      })
      .from(transactionDisputes)
      .where(eq(transactionDisputes.clientAccountId, accountId))
      .orderBy(asc(transactionDisputes.openedAt), asc(transactionDisputes.id)),
    receivables: await db
      .select({
        amountMinor: receiptCorrections.amount,
        currency: receiptCorrections.currency,
        receivableMinor: receiptCorrections.receivable,
        collectedMinor: receiptCorrections.collected,
        madeAt: receiptCorrections.madeAt,
      })
      .from(receiptCorrections)
      .where(eq(receiptCorrections.clientAccountId, accountId))
      .orderBy(asc(receiptCorrections.madeAt), asc(receiptCorrections.id)),
  };
}
