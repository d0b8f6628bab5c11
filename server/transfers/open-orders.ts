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

/** Whether our bank has still to debit something of a file, so that its debit may be of the whole of it. */
const isUndebited = (
  batchId: SQL,
): SQL => sql`(exists (select from withdrawal_batch_lines o join withdrawal_requests t on t.id = o.withdrawal_id
    where o.batch_id = ${batchId} and not o.is_released and t.phase in ('exported', 'accepted', 'sent') and t.settled_on is null)
  or exists (select from return_orders o where o.batch_id = ${batchId} and o.phase = 'exported'))`;

/**
 * Whether an order of ours that a line gives back has not been debited yet (PAY-26, PAY-38): a transfer that has not left, or one that was refused in a
 * file whose debit is awaited, as a return to a sender may be. With the debit it is given back by itself.
 * @param line of our bank, above zero. @param line.endToEndId as the bank writes it.
 */
export async function awaitsItsDebit(
  db: Db,
  line: { readonly endToEndId: string | null; readonly amountMinor: number; readonly currency: string },
): Promise<boolean> {
  const { endToEndId, amountMinor, currency } = line;
  if (!endToEndId || !/^[0-9a-f]{32}$/i.test(endToEndId)) return false;
  const [row] = await rowsOf<{ found: boolean }>(
    db,
    sql`select exists (select from withdrawal_requests w
        where w.id = ${endToEndId}::uuid and w.amount = ${amountMinor} and w.currency = ${currency} and (w.phase in ('validated', 'exported', 'accepted')
          or w.phase = 'bank-refused' and w.settled_on is null and exists (select from withdrawal_batch_lines own
            where own.withdrawal_id = w.id and not own.is_released and ${isUndebited(sql`own.batch_id`)})))
      or exists (select from return_orders r where r.id = ${endToEndId}::uuid and r.amount = ${amountMinor} and r.currency = ${currency}
        and r.phase = 'refused' and r.settled_line_id is null and ${isUndebited(sql`r.batch_id`)}) as found`,
  );
  return row?.found ?? false;
}
