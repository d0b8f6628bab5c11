import { type SQL, sql } from 'drizzle-orm';
import { isTransitLate } from '#domain/withdrawals/deadlines.ts';
import { type Db, rowsOf } from '../db/database.ts';

/**
 * The condition that a file holds what is under way (PAY-38): a transfer that was booked to payments in transit, or a return to a sender, that
 * no line of our bank has settled. What left at once, while people entered what happens at our bank, is not under way.
 * @param batchId the column of the file's id.
 */
export const hasTransit = (batchId: SQL): SQL<boolean> =>
  sql<boolean>`(exists (select from withdrawal_batch_lines l join withdrawal_requests w on w.id = l.withdrawal_id
      join ledger_transactions t on t.id = w.ledger_transaction_id
      where l.batch_id = ${batchId} and not l.is_released
        and (w.phase = 'sent' or w.phase = 'returned' and w.settled_on is null) and t.event = 'transfer-sent')
    or exists (select from return_orders r where r.batch_id = ${batchId} and r.phase = 'exported'))`;

/** Whether anything is in transit at all: read from the totals that the ledger keeps. */
async function isAnythingInTransit(db: Db): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 from ledger_totals where period = '-infinity' and chart_code = 'payments-in-transit'
      group by currency having sum(credit - debit) <> 0 limit 1`,
  );
  return rows.length > 0;
}

/**
 * The numbers of the files of which something is under way for more than two payment days (PAY-38): our bank was to pay them and its statements
 * do not say that it did.
 * @param today YYYY-MM-DD in French legal time.
 */
export async function lateFiles(db: Db, today: string): Promise<string[]> {
  if (!(await isAnythingInTransit(db))) return [];
  const rows = await rowsOf<{ number: string; day: string }>(
    db,
    sql`select b.message_id as number, b.execution_date::text as day from withdrawal_batches b
      where b.execution_date < ${today}::date and ${hasTransit(sql`b.id`)} order by b.execution_date, b.message_id`,
  );
  return rows.filter(({ day }) => isTransitLate(day, today)).map(({ number }) => number);
}
