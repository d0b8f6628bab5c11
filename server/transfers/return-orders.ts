import { sql } from 'drizzle-orm';
import { ibanVerdict } from '#domain/accounts/iban.ts';
import { reversal, suspenseReturnOrder } from '#domain/ledger/payment-postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import type { ReturnOrderPhase, ReturnReason } from '#domain/statements/line-parts.ts';
import { sepaObstacle } from '#domain/withdrawals/sepa.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { readMinor } from '../db/read-minor.ts';
import { returnOrders } from '../db/schema/index.ts';
import { post } from '../ledger/post.ts';
import type { Work } from '../work/work.ts';

/** Money on its way back to its sender (PAY-31), as our bank's word of it is worked with. */
export interface ReturnOrder {
  readonly id: string;
  readonly lineId: string;
  /** The posting that took it from suspense. */
  readonly orderedBy: string;
  /** Minor units, above zero. */
  readonly amountMinor: number;
  readonly currency: CurrencyCode;
  readonly payeeName: string;
  readonly payeeIban: string;
  readonly remittance: string;
  readonly phase: ReturnOrderPhase;
}

const ORDER = sql`select r.id, r.line_id as "lineId", p.ledger_transaction_id as "orderedBy", r.amount, r.currency,
    r.payee_name as "payeeName", r.payee_iban as "payeeIban", r.remittance, r.phase
  from return_orders r join bank_line_parts p on p.id = r.part_id`;

type OrderRow = Omit<ReturnOrder, 'amountMinor'> & { readonly amount: string | number };
const orderOf = ({ amount, ...row }: OrderRow): ReturnOrder => ({ ...row, amountMinor: readMinor(amount) });

/** The return orders in a file, locked in order of id. */
export async function returnOrdersOfBatch(tx: Db, batchId: string): Promise<ReturnOrder[]> {
  const rows = await rowsOf<OrderRow>(
    tx,
    sql`${ORDER} where r.batch_id = ${batchId}::uuid order by r.id for update of r`,
  );
  return rows.map(orderOf);
}

/** The same to be read. */
export async function returnsInBatch(db: Db, batchId: string): Promise<ReturnOrder[]> {
  const rows = await rowsOf<OrderRow>(
    db,
    sql`${ORDER} where r.batch_id = ${batchId}::uuid order by r.created_at, r.id`,
  );
  return rows.map(orderOf);
}

/** One of them, locked; null when there is none. */
export async function returnOrderById(tx: Db, id: string): Promise<ReturnOrder | null> {
  const [row] = await rowsOf<OrderRow>(tx, sql`${ORDER} where r.id = ${id}::uuid for update of r`);
  return row ? orderOf(row) : null;
}

/** The return orders that stand in no file, the oldest first. */
export async function waitingReturnOrders(db: Db): Promise<ReturnOrder[]> {
  const rows = await rowsOf<OrderRow>(
    db,
    sql`${ORDER} where r.phase = 'ordered' order by r.created_at, r.id limit 500`,
  );
  return rows.map(orderOf);
}

/** Whether a SEPA file can take a return; our bank is asked for any other by its own channel, and its debit settles it. */
export const fitsFile = ({ currency, payeeIban, amountMinor }: ReturnOrder): boolean =>
  sepaObstacle({ currency, ibanValid: ibanVerdict(payeeIban).ok, clientIban: payeeIban, amountMinor }) ===
  null;

/** The chosen ones of them, locked in order of id until the transaction ends, unless somebody only looks at them. */
export async function chosenReturnOrders(
  tx: Db,
  ids: readonly string[],
  { isReading = false } = {},
): Promise<ReturnOrder[]> {
  if (ids.length === 0) return [];
  const rows = await rowsOf<OrderRow>(
    tx,
    sql`${ORDER} where r.id in (${sql.join(
      ids.map((id) => sql`${id}::uuid`),
      sql`, `,
    )}) and r.phase = 'ordered' order by r.id ${isReading ? sql`` : sql`for update of r`}`,
  );
  return rows.map(orderOf);
}

/** Puts return orders into a file. */
export async function exportReturnOrders(tx: Db, ids: readonly string[], batchId: string): Promise<void> {
  for (const id of ids)
    await tx.execute(
      sql`update return_orders set phase = 'exported', batch_id = ${batchId}::uuid where id = ${id}::uuid`,
    );
}

/** Takes the return orders of a file that our bank did not take out of it. */
export async function releaseReturnOrders(tx: Db, batchId: string): Promise<void> {
  await tx.execute(
    sql`update return_orders set phase = 'ordered', batch_id = null where batch_id = ${batchId}::uuid and phase = 'exported'`,
  );
}

/** Orders the return of a part of a line to the name and IBAN that it came from. */
export async function orderReturn(
  work: Work,
  part: {
    readonly id: string;
    readonly lineId: string;
    readonly amountMinor: number;
    readonly reasonCode: ReturnReason;
  },
  line: {
    readonly currency: string;
    readonly counterpartyName: string | null;
    readonly counterpartyIban: string | null;
    readonly endToEndId: string | null;
    readonly bankRef: string | null;
  },
): Promise<void> {
  const { counterpartyName, counterpartyIban, endToEndId, bankRef, currency } = line;
  if (!counterpartyIban) throw new Error('a line without a sender cannot go back');
  await work.tx.insert(returnOrders).values({
    id: work.newId(),
    lineId: part.lineId,
    partId: part.id,
    amount: part.amountMinor,
    currency,
    payeeName: counterpartyName ?? counterpartyIban,
    payeeIban: counterpartyIban,
    remittance: `RETOUR ${endToEndId ?? bankRef ?? ''}`.trim(),
    phase: 'ordered',
    createdAt: work.now,
  });
}

/** A bank refuses to take money back: it waits in suspense again, on its own line. @returns false when it is settled or refused already. */
export async function refuseReturnOrder(
  work: Work,
  order: ReturnOrder,
  reason: string | null,
): Promise<boolean> {
  if (order.phase !== 'exported') return false;
  const { amountMinor, currency, lineId, orderedBy } = order;
  const posting = reversal(suspenseReturnOrder({ amountMinor, currency }));
  await post(work, posting, lineId, { reverses: orderedBy });
  await work.tx.execute(
    sql`update return_orders set phase = 'refused', bank_reason = ${reason} where id = ${order.id}::uuid`,
  );
  await work.tx.execute(sql`update bank_lines set open_amount = open_amount + ${amountMinor}, reason = 'return-refused',
      phase = case when open_amount + ${amountMinor} = amount then 'suspense' else 'part-allocated' end
    where id = ${lineId}::uuid`);
  return true;
}

/** Our bank has debited return orders: once all of a line has gone back and nothing of it waits, the line is returned. */
export async function settleReturnOrders(
  tx: Db,
  orders: readonly ReturnOrder[],
  settledLineId: string | null,
): Promise<void> {
  for (const { id, lineId } of orders) {
    await tx.execute(
      sql`update return_orders set phase = 'settled', settled_line_id = ${settledLineId}::uuid where id = ${id}::uuid`,
    );
    await tx.execute(sql`update bank_lines set phase = 'returned' where id = ${lineId}::uuid and phase = 'return-ordered'
      and not exists (select 1 from return_orders o where o.line_id = bank_lines.id and o.phase in ('ordered', 'exported'))`);
  }
}

/**
 * Writes by which line our bank debited refused returns all the same, with the whole of their file (PAY-38): it gives them back by a line of its own.
 * @param orders locked, and refused.
 */
export async function markRefusedDebited(
  tx: Db,
  orders: readonly ReturnOrder[],
  lineId: string,
): Promise<void> {
  for (const { id } of orders)
    await tx.execute(
      sql`update return_orders set settled_line_id = ${lineId}::uuid where id = ${id}::uuid and phase = 'refused'`,
    );
}
