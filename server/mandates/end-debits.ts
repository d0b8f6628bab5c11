import { sql } from 'drizzle-orm';
import type { DebitCancellation } from '#domain/mandates/direct-debit.ts';
import { instantIn, LEGAL_TIME_ZONE } from '#domain/time/days.ts';
import { FIRST_COLLECTION } from '../loans/schedules.ts';
import { collectFromAccount } from '../loans/servicing/debit-instalment.ts';
import type { Work } from '../work/work.ts';
import { type DebitRow, lockDebits, updateDebit } from './queries.ts';

/** The moment at which the jobs first try an instalment on a day (LC-70). */
export const firstTryOn = (day: string): Date => instantIn(LEGAL_TIME_ZONE, day, FIRST_COLLECTION);

/**
 * Ends a direct debit that no bank was asked for, or whose file was taken back. Its instalment is collected from the client's account as any
 * other (LC-70); a second attempt leaves it unpaid.
 */
export async function cancelDebit(
  work: Work,
  debit: DebitRow,
  cancellation: DebitCancellation,
): Promise<void> {
  await updateDebit(work.tx, debit.id, { state: 'cancelled', cancellation });
  if (debit.attempt === 1) await collectFromAccount(work.tx, debit, firstTryOn(debit.dueOn));
}

/** Ends the direct debits of a mandate that stand in no file yet. */
export async function cancelAnnounced(work: Work, mandateId: string): Promise<void> {
  const announced = await lockDebits(work.tx, sql`mandate_id = ${mandateId}::uuid and state = 'announced'`);
  for (const debit of announced) await cancelDebit(work, debit, 'mandate-ended');
}
