import { sql } from 'drizzle-orm';
import type { ReadReport } from '#domain/statements/read-message.ts';
import { type AppliedAnswer, type BankVerdict, readAnswer } from '#domain/withdrawals/bank-answer.ts';
import { findTransferStep } from '#domain/withdrawals/phases.ts';
import { rowsOf } from '../db/database.ts';
import { isKeptByStatements } from '../ledger/settlement.ts';
import { announce } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';
import { endToEndIdOf, lockTransfers, type OwnTransfer, writeMoves } from './own-transfers.ts';
import { refuseByBank } from './refuse-by-bank.ts';
import { refuseReturnOrder, returnOrdersOfBatch } from './return-orders.ts';
import { sendTransfers } from './send-transfers.ts';
import { closeFileWhenDone } from './settle-transfers.ts';
import { tellTransfer } from './tell-transfers.ts';

/** The batch of a message id, locked until the transaction ends, with its transfers; null when it is none of ours. */
async function lockBatchNumbered(work: Work, messageId: string) {
  const [batch] = await rowsOf<{ id: string }>(
    work.tx,
    sql`select id from withdrawal_batches where message_id = ${messageId} for update`,
  );
  if (!batch) return null;
  const lines = await rowsOf<{ id: string }>(
    work.tx,
    sql`select withdrawal_id as id from withdrawal_batch_lines where batch_id = ${batch.id}::uuid and not is_released`,
  );
  return { id: batch.id, transferIds: lines.map(({ id }) => id) };
}

/** Our bank has executed a transfer (ACSC): it leaves the client's account unless it did before. */
async function executed(work: Work, transfer: OwnTransfer): Promise<boolean> {
  const step = findTransferStep(transfer.phase, 'execute');
  if (!step) return false;
  const isKept = await isKeptByStatements(work.tx, transfer.currency);
  const [outcome] = await sendTransfers(work, [transfer], isKept);
  // Its client cannot pay it: nobody may lose the bank's word, so that it waits for the staff as it is.
  if (!outcome || 'refusal' in outcome) return false;
  const at = work.now.toISOString();
  await writeMoves(work.tx, [
    {
      id: transfer.id,
      phase: step.to,
      sentAt: at,
      ledgerTransactionId: outcome.result.ledgerTransactionId,
      decision: { by: work.actorId, at },
    },
  ]);
  await tellTransfer(work, transfer, 'withdrawal-completed');
  return true;
}

async function accepted(work: Work, transfer: OwnTransfer): Promise<boolean> {
  const step = findTransferStep(transfer.phase, 'accept');
  if (!step) return false;
  await writeMoves(work.tx, [{ id: transfer.id, phase: step.to }]);
  await tellTransfer(work, transfer, null);
  return true;
}

/** Does to one transfer, which is locked, what its bank's word says. @returns whether anything changed. */
export function applyVerdict(work: Work, transfer: OwnTransfer, verdict: BankVerdict): Promise<boolean> {
  if (verdict.bank === 'refused') return refuseByBank(work, transfer, verdict);
  if (verdict.bank === 'sent') return executed(work, transfer);
  return verdict.bank === 'accepted' ? accepted(work, transfer) : Promise.resolve(false);
}

/**
 * Does what our bank's answer on a file of transfers says (PAY-36, PAY-37). What is booked, refused or returned already is not undone by a
 * later answer.
 * @returns what it did; null when the file is none of ours.
 */
export async function applyAnswer(work: Work, report: ReadReport): Promise<AppliedAnswer | null> {
  const batch = await lockBatchNumbered(work, report.originalMessageId);
  if (!batch) return null;
  const transfers = await lockTransfers(work.tx, batch.transferIds);
  const returns = await returnOrdersOfBatch(work.tx, batch.id);
  const ids = [...transfers, ...returns].map(({ id }) => endToEndIdOf(id));
  const answer = readAnswer(report, ids, report.originalMessageId);
  const verdictOf = (id: string): BankVerdict =>
    answer.transfers.get(endToEndIdOf(id)) ?? { bank: 'unchanged' };
  const counts = { accepted: 0, sent: 0, refused: 0, unchanged: 0, technical: 0 };
  const count = (verdict: BankVerdict, isDone: boolean) => {
    counts[isDone ? verdict.bank : 'unchanged'] += 1;
    if (isDone && verdict.bank === 'refused' && verdict.code === 'bank-technical') counts.technical += 1;
  };
  for (const transfer of transfers) {
    const verdict = verdictOf(transfer.id);
    count(verdict, await applyVerdict(work, transfer, verdict));
  }
  for (const order of returns) {
    const verdict = verdictOf(order.id);
    count(verdict, verdict.bank === 'refused' && (await refuseReturnOrder(work, order, verdict.reason)));
  }
  await closeFileWhenDone(work, batch.id);
  await announce(work, { staff: true }, ['withdrawals', 'bank']);
  return { batchId: batch.id, ...counts, unknown: answer.unknown };
}
