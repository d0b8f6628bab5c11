import { suspenseAllocation, transferReturned } from '#domain/ledger/payment-postings.ts';
import { reasonOfBankCode } from '#domain/withdrawals/bank-answer.ts';
import { findTransferStep } from '#domain/withdrawals/phases.ts';
import type { PostingFacts } from '../ledger/post.ts';
import { newClientLine, recordEach } from '../ledger/record-transaction.ts';
import type { Work } from '../work/work.ts';
import { payoutCameBack } from './loan-payout.ts';
import { endDisputeOf } from './money-back.ts';
import { lockTransfers, writeMoves } from './own-transfers.ts';
import { suspendForPayee } from './suspend-standing-order.ts';
import { tellTransfer } from './tell-transfers.ts';

/** A credit of our bank's statement that gives a transfer of ours back. */
export interface ReturnedMoney {
  readonly lineId: string;
  readonly transferId: string;
  readonly amountMinor: number;
  /** YYYY-MM-DD. */
  readonly day: string;
  /** The code that the bank gives; null without one. */
  readonly reason: string | null;
  /** `settlement` while the line is being booked; `incoming-suspense` once its money waits there. */
  readonly from: 'settlement' | 'incoming-suspense';
  readonly facts: PostingFacts;
}

/**
 * Gives a client back the transfer that came back to our bank, once (PAY-40).
 * @returns the transaction that posts the line; `unknown` when the transfer has not left, is back already or is of another amount; `refused`
 * when the client's account cannot take it.
 */
export async function returnTransfer(
  work: Work,
  money: ReturnedMoney,
): Promise<{ readonly ledgerTransactionId: string } | 'unknown' | 'refused'> {
  const { transferId, amountMinor, reason, from } = money;
  const [transfer] = await lockTransfers(work.tx, [transferId]);
  const step = transfer && findTransferStep(transfer.phase, 'return');
  if (!step || transfer.amountMinor !== amountMinor) return 'unknown';
  const { account, currency } = transfer;
  const own = { id: account.id, ledgerAccountId: account.ledgerAccountId, currency };
  const make = from === 'settlement' ? transferReturned : suspenseAllocation;
  const words = { payee: transfer.recipientName ?? transfer.bankName };
  const [outcome] = await recordEach(work.tx, [
    {
      work,
      account: own,
      posting: make(own, { amountMinor, currency }),
      causeId: money.lineId,
      line: newClientLine(work, 'VRE'),
      details: from === 'settlement' ? words : { payer: words.payee },
      ...money.facts,
    },
  ]);
  if (!outcome || 'refusal' in outcome) return 'refused';
  const code = reasonOfBankCode(reason);
  await writeMoves(work.tx, [
    {
      id: transfer.id,
      phase: step.to,
      returnedOn: money.day,
      bankReason: reason,
      reasonCode: code,
      decision: { by: work.actorId, at: work.now.toISOString() },
    },
  ]);
  const { ledgerTransactionId } = outcome.result;
  await endDisputeOf(work, transfer, ledgerTransactionId);
  await suspendForPayee(work, transfer.id, code);
  await tellTransfer(work, transfer, 'withdrawal-returned', code);
  await payoutCameBack(work, transfer, transfer.account.userId);
  return { ledgerTransactionId };
}
