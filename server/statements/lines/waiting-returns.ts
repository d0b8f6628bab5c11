import { sql } from 'drizzle-orm';
import { suspenseToTransit } from '#domain/ledger/payment-postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import { post } from '../../ledger/post.ts';
import { stoppedCurrencies } from '../../ledger/reconciliation.ts';
import { announce } from '../../notifications/live.ts';
import { lockTransfers } from '../../transfers/own-transfers.ts';
import { returnOrderById } from '../../transfers/return-orders.ts';
import { returnTransfer } from '../../transfers/return-transfer.ts';
import type { Work } from '../../work/work.ts';
import { type BankLine, lockLine, writeOutcomes } from './line-queries.ts';
import { insertPart, leaveOpen } from './part-queries.ts';
import { postOwnOrder } from './post-own-orders.ts';
import { factsOf } from './post-receipts.ts';
import { waitingReceipts } from './proposals.ts';

/**
 * Gives a client back, from suspense, the transfer of theirs that a line is of, and keeps the part and the transfer with the line. The line is
 * locked, and whole.
 * @returns as `returnTransfer`: nothing is written unless the transfer is back.
 */
export async function giveReturnBack(
  work: Work,
  line: BankLine,
  { transferId, accountId }: { readonly transferId: string; readonly accountId: string },
): Promise<'returned' | 'unknown' | 'refused'> {
  const { id, amountMinor, currency, bookingDay, returnReason: reason } = line;
  const outcome = await returnTransfer(work, {
    lineId: id,
    transferId,
    amountMinor,
    currency,
    day: bookingDay ?? legalDay(work.now),
    reason,
    from: 'incoming-suspense',
    facts: factsOf(line),
  });
  if (typeof outcome === 'string') return outcome;
  const { ledgerTransactionId } = outcome;
  await insertPart(work, line, {
    kind: 'client',
    clientAccountId: accountId,
    amount: amountMinor,
    ledgerTransactionId,
  });
  await work.tx.execute(
    sql`update bank_lines set withdrawal_id = ${transferId}::uuid where id = ${id}::uuid`,
  );
  return 'returned';
}

/**
 * The lines that wait because they gave back a transfer that had not left yet, and which it has by now: its debit, or our bank's word that it was
 * executed, came after them. The oldest first.
 */
export async function returnsOfWhatLeft(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select l.id from bank_lines l
      join withdrawal_requests w on w.id = case when l.end_to_end_id ~* '^[0-9a-f]{32}$' then l.end_to_end_id::uuid end
      where l.open_amount > 0 and l.open_amount = l.amount and l.phase = 'suspense' and l.reason = 'return-unknown'
        and w.phase in ('sent', 'settled') and w.amount = l.amount and w.currency = l.currency
      order by l.booking_day, l.id`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Gives back the transfer of a line that came before its debit (PAY-26, rule 0, PAY-40), as if it had come after it. One that a person has dealt
 * with, whose transfer is back already, whose account is frozen, or in a currency in which bank and books differ is left as it is.
 */
export async function giveWaitingReturn(work: Work, lineId: string): Promise<void> {
  const line = await lockLine(work.tx, lineId);
  if (line?.reason !== 'return-unknown' || line.openMinor !== line.amountMinor) return;
  if ((await stoppedCurrencies(work.tx)).has(line.currency)) return;
  const today = (await waitingReceipts(work.tx, [line], legalDay(work.now))).get(lineId);
  const transferId = today?.returnedTransferId;
  const accountId = today?.proposals[0]?.account;
  if (!transferId || !accountId) return;
  if ((await giveReturnBack(work, line, { transferId, accountId })) !== 'returned') return;
  await leaveOpen(work.tx, lineId, 0, 'allocated');
  await announce(work, { staff: true }, ['bank', 'withdrawals']);
}

/** A line that gave back an order of ours which was refused, and that our bank has debited all the same with the whole of its file. */
interface RefusedAndBack {
  readonly id: string;
  readonly orderId: string;
  readonly kind: 'transfer' | 'return';
}

/**
 * The lines that wait because they gave back a transfer, or a return to a sender, that was refused, and that our bank has debited all the same with the
 * whole of its file (PAY-38). The oldest first.
 */
export async function returnsOfRefused(db: Db): Promise<RefusedAndBack[]> {
  const waits = sql`l.open_amount > 0 and l.open_amount = l.amount and l.phase = 'suspense'
    and (l.reason = 'return-unknown' or l.is_reversal and l.reason in ('nothing-found', 'proposed'))`;
  const id = sql`case when l.end_to_end_id ~* '^[0-9a-f]{32}$' then l.end_to_end_id::uuid end`;
  return rowsOf(
    db,
    sql`select found.id, found.order_id as "orderId", found.kind from (
        select l.id, w.id as order_id, 'transfer' as kind, l.booking_day from bank_lines l join withdrawal_requests w on w.id = ${id}
        where ${waits} and w.phase = 'bank-refused' and w.settled_on is not null and w.amount = l.amount and w.currency = l.currency
        union all
        select l.id, r.id, 'return', l.booking_day from bank_lines l join return_orders r on r.id = ${id}
        where ${waits} and r.phase = 'refused' and r.settled_line_id is not null and r.amount = l.amount and r.currency = l.currency) found
      where not exists (select from bank_line_parts p where p.order_id = found.order_id and p.kind = 'payments-in-transit')
      order by found.booking_day, found.id`,
  );
}

/**
 * Puts the money of a refused order, which our bank debited and has given back, where it was taken from: what is under way. Its client has had it
 * since the refusal, and gets it once; that of a return waits on the line that it came with. One that a person has dealt with is left as it is.
 */
export async function clearRefusedDebit(work: Work, { id, orderId, kind }: RefusedAndBack): Promise<void> {
  const line = await lockLine(work.tx, id);
  if (!line || line.openMinor !== line.amountMinor) return;
  if ((await stoppedCurrencies(work.tx)).has(line.currency)) return;
  if (kind === 'transfer') await lockTransfers(work.tx, [orderId]);
  else await returnOrderById(work.tx, orderId);
  const open = await returnsOfRefused(work.tx);
  if (!open.some((one) => one.id === id && one.orderId === orderId)) return;
  const amount = { amountMinor: line.amountMinor, currency: line.currency as CurrencyCode };
  const { ledgerTransactionId } = await post(work, suspenseToTransit(amount), id, factsOf(line));
  await insertPart(work, line, {
    kind: 'payments-in-transit',
    amount: line.amountMinor,
    orderId,
    ledgerTransactionId,
  });
  await leaveOpen(work.tx, id, 0, 'allocated');
  await announce(work, { staff: true }, ['bank']);
}

/** The lines that wait because they took a direct debit back that nothing had settled yet, and which is settled by now. The oldest first. */
export async function returnsOfSettledDebits(db: Db): Promise<{ id: string; directDebitId: string }[]> {
  return rowsOf(
    db,
    sql`select l.id, d.id as "directDebitId" from bank_lines l
      join direct_debits d on d.id = case when l.end_to_end_id ~* '^[0-9a-f]{32}$' then l.end_to_end_id::uuid end
      where l.open_amount < 0 and l.open_amount = l.amount and l.phase = 'suspense' and l.reason = 'outgoing-unknown'
        and d.state = 'settled' and d.amount = -l.amount and l.currency = 'EUR'
      order by l.booking_day, l.id`,
  );
}

/**
 * Takes a direct debit back by a line that came before its settlement (PAY-72), as if it had come after it. One that a person has dealt with, or whose
 * collection went to the client, is left as it is.
 */
export async function takeDebitBack(
  work: Work,
  { id, directDebitId }: { readonly id: string; readonly directDebitId: string },
): Promise<void> {
  const line = await lockLine(work.tx, id);
  if (line?.reason !== 'outgoing-unknown' || line.openMinor !== line.amountMinor) return;
  if ((await stoppedCurrencies(work.tx)).has(line.currency)) return;
  const named = { withdrawalId: null, batchId: null, directDebitId, directDebitBatchId: null };
  const { ledgerTransactionId: _, ...outcome } = await postOwnOrder(work, { ...line, ...named }, 'waiting');
  // Its own posting stays the one by which the bank's debit was booked.
  if (outcome.phase === 'matched') await writeOutcomes(work.tx, [outcome]);
  await announce(work, { staff: true }, ['bank']);
}
