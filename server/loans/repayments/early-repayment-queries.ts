import { asc, eq } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { newRow } from '../../db/insert-all.ts';
import { loanEarlyRepayments } from '../../db/schema/index.ts';
import { ROWS, type Work, writeAtEnd } from '../../work/work.ts';

export type EarlyRepaymentRow = typeof loanEarlyRepayments.$inferSelect;

/** The early repayments of a loan, in order. */
export function earlyRepaymentsOf(db: Db, loanId: string): Promise<EarlyRepaymentRow[]> {
  return db
    .select()
    .from(loanEarlyRepayments)
    .where(eq(loanEarlyRepayments.loanId, loanId))
    .orderBy(asc(loanEarlyRepayments.madeAt));
}

export function insertEarlyRepayment(work: Work, row: typeof loanEarlyRepayments.$inferInsert): void {
  writeAtEnd(work, ROWS, newRow(loanEarlyRepayments, row));
}
