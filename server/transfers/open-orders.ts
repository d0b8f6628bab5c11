import { type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../db/database.ts';

/**
 * The condition that a transfer is with our bank, or has left and no line of our bank has settled it (docs/rules.md, States of a transfer: `settle`), also
 * where it came back before.
 */
const IS_OPEN: SQL = sql`(w.phase in ('exported', 'accepted') or (w.phase = 'sent' or w.phase = 'returned' and w.settled_on is null) and exists (
  select 1 from ledger_transactions t where t.id = w.ledger_transaction_id and t.event = 'transfer-sent'))`;

/**
 * Whether an order of ours is open with exactly an amount, so that a debit may have paid it (PAY-32): a transfer, a return to a sender, or a whole
 * file of both less what a bank refused of it.
 * @param amountMinor above zero.
 */
export async function hasOpenOrder(
  db: Db,
  { currency, amountMinor }: { readonly currency: string; readonly amountMinor: number },
): Promise<boolean> {
  const [row] = await rowsOf<{ found: boolean }>(
    db,
    sql`select exists (select 1 from withdrawal_requests w
        where w.currency = ${currency} and w.amount = ${amountMinor} and w.phase in ('exported', 'accepted', 'sent', 'returned') and ${IS_OPEN})
      or exists (select 1 from return_orders r where r.currency = ${currency} and r.amount = ${amountMinor} and r.phase in ('ordered', 'exported'))
      or ${currency} = 'EUR' and exists (select 1 from withdrawal_batches b where b.status = 'exported' and ${amountMinor} = (
        select coalesce((select sum(w.amount) from withdrawal_batch_lines l join withdrawal_requests w on w.id = l.withdrawal_id
            where l.batch_id = b.id and not l.is_released and ${IS_OPEN}), 0)
          + coalesce((select sum(r.amount) from return_orders r where r.batch_id = b.id and r.phase = 'exported'), 0))) as found`,
  );
  return row?.found ?? false;
}

/** Whether an id is that of a file for our bank. */
export async function isFileOfTransfers(db: Db, id: string): Promise<boolean> {
  const rows = await rowsOf(db, sql`select 1 from withdrawal_batches where id = ${id}::uuid`);
  return rows.length > 0;
}
