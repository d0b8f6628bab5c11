import { transferRefusedByBank, transferReturned } from '#domain/ledger/payment-postings.ts';
import { legalDay } from '#domain/time/days.ts';
import { findTransferStep } from '#domain/withdrawals/phases.ts';
import type { WithdrawalReason } from '#domain/withdrawals/request.ts';
import { newClientLine, recordTransaction } from '../ledger/record-transaction.ts';
import { isKeptByStatements } from '../ledger/settlement.ts';
import type { Work } from '../work/work.ts';
import { payoutCameBack } from './loan-payout.ts';
import { endDisputeOf } from './money-back.ts';
import { type OwnTransfer, writeMoves } from './own-transfers.ts';
import { suspendForPayee } from './suspend-standing-order.ts';
import { tellTransfer } from './tell-transfers.ts';

/** What a bank gives as its reason, and what it is to us. */
export interface BankReason {
  /** The bank's code; null when it gave none. */
  readonly reason: string | null;
  readonly code: WithdrawalReason;
}

/**
 * Gives the client back what a transfer that was sent took (PAY-37). One that our bank's account paid at once, while people entered what
 * happens there, comes back the same way.
 * @returns false when that is no longer possible: our account is kept by its statements by now, and one of them will bring the money.
 */
async function giveBack(work: Work, transfer: OwnTransfer): Promise<boolean> {
  const { id, account, currency, amountMinor, recipientName, bankName } = transfer;
  const isInTransit = transfer.sentBy === 'transfer-sent';
  if (!isInTransit && (await isKeptByStatements(work.tx, currency))) return false;
  const own = { id: account.id, ledgerAccountId: account.ledgerAccountId, currency };
  const make = isInTransit ? transferRefusedByBank : transferReturned;
  const { ledgerTransactionId } = await recordTransaction(work, {
    account: own,
    posting: make(own, { amountMinor, currency }),
    causeId: id,
    line: newClientLine(work, 'VRE'),
    details: { payee: recipientName ?? bankName },
    document: { kind: 'order', orderId: id },
  });
  await endDisputeOf(work, transfer, ledgerTransactionId);
  return true;
}

/**
 * Records that a bank refuses a transfer that is locked (PAY-37): before it was sent its amount is held no longer, afterwards the client gets
 * it back.
 * @returns false when the table of phases has no such step, or what was posted cannot be given back: nothing is changed then.
 */
export async function refuseByBank(
  work: Work,
  transfer: OwnTransfer,
  { reason, code }: BankReason,
): Promise<boolean> {
  const step = findTransferStep(transfer.phase, 'bank-refuse');
  if (!step) return false;
  const wasSent = transfer.phase === 'sent';
  if (wasSent && !(await giveBack(work, transfer))) return false;
  await writeMoves(work.tx, [
    {
      id: transfer.id,
      phase: step.to,
      reasonCode: code,
      bankReason: reason,
      returnedOn: legalDay(work.now),
      decision: { by: work.actorId, at: work.now.toISOString() },
    },
  ]);
  await suspendForPayee(work, transfer.id, code);
  const isPayout = await payoutCameBack(work, transfer, transfer.account.userId, code);
  const notice = wasSent ? 'withdrawal-returned' : 'withdrawal-rejected';
  await tellTransfer(work, transfer, isPayout ? null : notice, code);
  return true;
}
