import { sql } from 'drizzle-orm';
import { outgoingJustified, transferSettled } from '#domain/ledger/payment-postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { sumMinor } from '#domain/money/money.ts';
import type { ReturnOrderPhase } from '#domain/statements/line-parts.ts';
import { isDebitOfFile } from '#domain/withdrawals/batch-debit.ts';
import { findTransferStep, type TransferPhase } from '#domain/withdrawals/phases.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { type PostingFacts, post } from '../ledger/post.ts';
import type { Work } from '../work/work.ts';
import { lockTransfers, type OwnTransfer, type TransferMove, writeMoves } from './own-transfers.ts';
import {
  markRefusedDebited,
  type ReturnOrder,
  returnOrderById,
  returnOrdersOfBatch,
  settleReturnOrders,
} from './return-orders.ts';
import { sendTransfers } from './send-transfers.ts';
import { tellTransfer } from './tell-transfers.ts';

/** A debit of our bank's statement that may be of transfers of ours. */
export interface Debit {
  readonly lineId: string;
  /** Minor units, above zero. */
  readonly amountMinor: number;
  readonly currency: CurrencyCode;
  /** YYYY-MM-DD. */
  readonly day: string;
  /** The transfer or return that the line names by its end-to-end id, else the file that it names. */
  readonly names: { readonly order: string } | { readonly batchId: string };
  /** `settlement` while the line is being booked; `outgoing-suspense` once it waits there. */
  readonly from: 'settlement' | 'outgoing-suspense';
  readonly facts: PostingFacts;
}

/** What a debit settles. */
interface Settled {
  readonly transfers: readonly OwnTransfer[];
  readonly returns: readonly ReturnOrder[];
  /** Transfers that were refused, and are debited all the same with the whole of their file: our bank gives them back by a line of its own. */
  readonly refused: readonly OwnTransfer[];
  /** Returns to senders of the same kind. */
  readonly refusedReturns: readonly ReturnOrder[];
}
const NONE_REFUSED = { refused: [], refusedReturns: [] } as const;

type Debited = Pick<Debit, 'amountMinor' | 'currency'>;

/** A return in a file stands where a transfer would. */
const PHASE_OF_RETURN: Readonly<Record<ReturnOrderPhase, TransferPhase>> = {
  ordered: 'validated',
  exported: 'sent',
  settled: 'settled',
  refused: 'bank-refused',
  cancelled: 'cancelled',
};

/** A transfer that was posted to settlement when it left is not under way: our bank's line of it is for a person to explain (PAY-19). */
const isUnderWay = ({ sentBy }: OwnTransfer) => sentBy === null || sentBy === 'transfer-sent';
/** A transfer that came back before our bank's debit of it: its money has left our account all the same, and the debit says when. */
const isBackBeforeDebit = ({ phase, sentBy, settledOn }: OwnTransfer) =>
  phase === 'returned' && sentBy === 'transfer-sent' && settledOn === null;
/** A refused transfer, of whose file our bank has not debited anything yet. */
const isRefusedBeforeDebit = ({ phase, settledOn }: OwnTransfer) =>
  phase === 'bank-refused' && settledOn === null;
const canSettle = (transfer: OwnTransfer) =>
  isUnderWay(transfer) &&
  (isBackBeforeDebit(transfer) || findTransferStep(transfer.phase, 'settle') !== null);

async function ofBatch(tx: Db, batchId: string, debit: Debited): Promise<Settled | null> {
  const lines = await rowsOf<{ id: string }>(
    tx,
    sql`select withdrawal_id as id from withdrawal_batch_lines where batch_id = ${batchId}::uuid and not is_released`,
  );
  const transfers = await lockTransfers(
    tx,
    lines.map(({ id }) => id),
  );
  const returns = await returnOrdersOfBatch(tx, batchId);
  const orders = [
    ...transfers.map((one) => (isBackBeforeDebit(one) ? { ...one, phase: 'sent' as const } : one)),
    ...returns.map(({ amountMinor, phase }) => ({ amountMinor, phase: PHASE_OF_RETURN[phase] })),
  ];
  const isOfCurrency = [...transfers, ...returns].every(({ currency }) => currency === debit.currency);
  if (!isOfCurrency || !transfers.every(isUnderWay) || !isDebitOfFile(debit.amountMinor, orders)) return null;
  const isWhole = debit.amountMinor === sumMinor(orders.map(({ amountMinor }) => amountMinor));
  return {
    transfers: transfers.filter(canSettle),
    returns: returns.filter(({ phase }) => phase === 'exported'),
    ...(isWhole
      ? {
          refused: transfers.filter(isRefusedBeforeDebit),
          refusedReturns: returns.filter(({ phase }) => phase === 'refused'),
        }
      : NONE_REFUSED),
  };
}

async function ofOrder(tx: Db, id: string, debit: Debited): Promise<Settled | null> {
  const isOfDebit = (one: Debited) =>
    one.amountMinor === debit.amountMinor && one.currency === debit.currency;
  const [transfer] = await lockTransfers(tx, [id]);
  if (transfer)
    return canSettle(transfer) && isOfDebit(transfer)
      ? { transfers: [transfer], returns: [], ...NONE_REFUSED }
      : null;
  const order = await returnOrderById(tx, id);
  // In no file: our bank was asked for it by its own channel.
  const isOpen = order?.phase === 'exported' || order?.phase === 'ordered';
  return order && isOpen && isOfDebit(order) ? { transfers: [], returns: [order], ...NONE_REFUSED } : null;
}

/**
 * Books what has not left its client's account yet (PAY-38).
 * @returns the moves of what was booked, and whether all of it was.
 */
async function sendWaiting(
  work: Work,
  transfers: readonly OwnTransfer[],
): Promise<{ readonly moves: ReadonlyMap<string, TransferMove>; readonly isWhole: boolean }> {
  const waiting = transfers.filter((one) => one.phase !== 'sent' && !isBackBeforeDebit(one));
  const outcomes = await sendTransfers(work, waiting, true);
  const at = work.now.toISOString();
  const moves = new Map<string, TransferMove>();
  for (const [index, { id }] of waiting.entries()) {
    const outcome = outcomes[index];
    if (outcome && 'result' in outcome)
      moves.set(id, {
        id,
        phase: 'sent',
        sentAt: at,
        ledgerTransactionId: outcome.result.ledgerTransactionId,
        decision: { by: work.actorId, at },
      });
  }
  return { moves, isWhole: moves.size === waiting.length };
}

/** Closes a file of which no transfer waits any more: executed, or cancelled where a bank refused all of it. */
export async function closeFileWhenDone(work: Work, batchId: string): Promise<void> {
  await work.tx.execute(sql`update withdrawal_batches b set closed_by = ${work.actorId}::uuid, closed_at = ${work.now.toISOString()}::timestamptz,
      status = case when exists (select 1 from withdrawal_batch_lines l join withdrawal_requests w on w.id = l.withdrawal_id
          where l.batch_id = b.id and w.sent_at is not null)
        or exists (select 1 from return_orders r where r.batch_id = b.id and r.phase = 'settled') then 'executed' else 'cancelled' end
    where b.id = ${batchId}::uuid and b.status = 'exported'
      and not exists (select 1 from withdrawal_batch_lines l join withdrawal_requests w on w.id = l.withdrawal_id
        where l.batch_id = b.id and not l.is_released and w.status = 'approved')
      and not exists (select 1 from return_orders r where r.batch_id = b.id and r.phase = 'exported')`);
}

/**
 * Settles what a debit of our bank is of (PAY-38): a file, or one transfer or return. What was not sent yet is sent in the same transaction.
 * @returns the transaction that posts the line; null when it is none of ours, or a client's account cannot pay: it is to be explained then.
 */
export async function settleDebit(work: Work, debit: Debit): Promise<string | null> {
  const { names, amountMinor, currency, lineId, day, from, facts } = debit;
  const settled =
    'batchId' in names
      ? await ofBatch(work.tx, names.batchId, debit)
      : await ofOrder(work.tx, names.order, debit);
  if (!settled) return null;
  const { transfers, returns, refused, refusedReturns } = settled;
  const { moves, isWhole } = await sendWaiting(work, transfers);
  if (!isWhole) {
    await writeMoves(work.tx, [...moves.values()]);
    return null;
  }
  const amount = { amountMinor, currency };
  const posting =
    from === 'settlement' ? transferSettled(amount) : outgoingJustified(amount, 'payments-in-transit');
  const { ledgerTransactionId } = await post(work, posting, lineId, facts);
  await writeMoves(work.tx, [
    ...transfers.map(
      (one): TransferMove => ({
        ...moves.get(one.id),
        id: one.id,
        phase: isBackBeforeDebit(one) ? 'returned' : 'settled',
        settledOn: day,
      }),
    ),
    ...refused.map(({ id, phase }) => ({ id, phase, settledOn: day })),
  ]);
  await settleReturnOrders(work.tx, returns, 'batchId' in names ? null : lineId);
  await markRefusedDebited(work.tx, refusedReturns, lineId);
  if ('batchId' in names) await closeFileWhenDone(work, names.batchId);
  for (const transfer of transfers)
    await tellTransfer(work, transfer, moves.has(transfer.id) ? 'withdrawal-completed' : null);
  return ledgerTransactionId;
}
