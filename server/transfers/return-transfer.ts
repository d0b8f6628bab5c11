import { sql } from 'drizzle-orm';
import { suspenseAllocation, transferReturned } from '#domain/ledger/payment-postings.ts';
import { reasonOfBankCode } from '#domain/withdrawals/bank-answer.ts';
import { findTransferStep, type TransferPhase } from '#domain/withdrawals/phases.ts';
import { listed, rowsOf } from '../db/database.ts';
import { readMinor } from '../db/read-minor.ts';
import type { PostingFacts } from '../ledger/post.ts';
import { newClientLine, recordEach } from '../ledger/record-transaction.ts';
import type { Work } from '../work/work.ts';
import { payoutCameBack } from './loan-payout.ts';
import { endDisputeOf } from './money-back.ts';
import { lockTransfers, type OwnTransfer, writeMoves } from './own-transfers.ts';
import { suspendForPayee } from './suspend-standing-order.ts';
import { tellTransfer } from './tell-transfers.ts';

/** The end-to-end id of a transfer of ours: its id without hyphens. */
const END_TO_END_ID = /^[0-9a-f]{32}$/i;

/** A credit of our bank's statement that gives a transfer of ours back. */
export interface ReturnedMoney {
  readonly lineId: string;
  readonly transferId: string;
  readonly amountMinor: number;
  readonly currency: string;
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
 * @returns the transaction that posts the line; `unknown` when the transfer has not left, is back already or is of another amount or currency; `refused`
 * when the client's account cannot take it.
 */
export async function returnTransfer(
  work: Work,
  money: ReturnedMoney,
): Promise<{ readonly ledgerTransactionId: string } | 'unknown' | 'refused'> {
  const { transferId, amountMinor, currency: received, reason, from } = money;
  const [transfer] = await lockTransfers(work.tx, [transferId]);
  const step = transfer && findTransferStep(transfer.phase, 'return');
  if (!step || transfer.amountMinor !== amountMinor || transfer.currency !== received) return 'unknown';
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
  const { ledgerTransactionId } = outcome.result;
  await markReturned(work, { transfer, phase: step.to }, { day: money.day, reason, ledgerTransactionId });
  return { ledgerTransactionId };
}

/** Writes that a transfer is back, now that its client has the money, and tells everybody whom it concerns. */
async function markReturned(
  work: Work,
  { transfer, phase }: { readonly transfer: OwnTransfer; readonly phase: TransferPhase },
  {
    day,
    reason,
    ledgerTransactionId,
  }: Pick<ReturnedMoney, 'day' | 'reason'> & { ledgerTransactionId: string },
): Promise<void> {
  const code = reasonOfBankCode(reason);
  await writeMoves(work.tx, [
    {
      id: transfer.id,
      phase,
      returnedOn: day,
      bankReason: reason,
      reasonCode: code,
      decision: { by: work.actorId, at: work.now.toISOString() },
    },
  ]);
  await endDisputeOf(work, transfer, ledgerTransactionId);
  await suspendForPayee(work, transfer.id, code);
  const isPayout = await payoutCameBack(work, transfer, transfer.account.userId, code);
  await tellTransfer(work, transfer, isPayout ? null : 'withdrawal-returned', code);
}

/** A line by which a part of a transfer of ours came back. */
export interface PartOfReturn extends Pick<ReturnedMoney, 'day' | 'reason'> {
  /** As the bank writes it. */
  readonly endToEndId: string;
  readonly accountId: string;
}

/**
 * The transfer that came back in several lines, each of which a person gives to its client, locked before the client's account
 * (docs/lock-order.md); null for a line of anything else.
 */
export async function lockReturnedInParts(
  work: Work,
  { endToEndId, accountId }: Pick<PartOfReturn, 'endToEndId' | 'accountId'>,
): Promise<OwnTransfer | null> {
  if (!END_TO_END_ID.test(endToEndId)) return null;
  const [transfer] = await lockTransfers(work.tx, [endToEndId.toLowerCase()]);
  return transfer?.account.id === accountId && findTransferStep(transfer.phase, 'return') ? transfer : null;
}

/**
 * Marks a transfer as returned once the parts in which it came back, and which its client was given, are all of it (PAY-40): a payout of a
 * loan asks for another account then, and a dispute ends.
 */
export async function returnWhenWhole(
  work: Work,
  transfer: OwnTransfer,
  { endToEndId, day, reason }: PartOfReturn,
): Promise<void> {
  const step = findTransferStep(transfer.phase, 'return');
  const parts = await rowsOf<{ line: string; amount: string | number; posting: string }>(
    work.tx,
    sql`select l.id as line, p.amount, p.ledger_transaction_id as posting from bank_line_parts p join bank_lines l on l.id = p.line_id
      where p.client_account_id = ${transfer.account.id}::uuid and p.kind = 'client' and lower(l.end_to_end_id) = ${endToEndId.toLowerCase()}
        and l.amount > 0 and l.currency = ${transfer.currency} and not exists (select from ledger_transactions r where r.reverses = p.ledger_transaction_id)
      order by p.made_at, p.id`,
  );
  const last = parts.at(-1);
  const sum = parts.reduce((total, { amount }) => total + readMinor(amount), 0);
  if (!step || !last || sum !== transfer.amountMinor) return;
  // Its lines are of the transfer from now on: what they gave is not taken back one by one.
  await work.tx.execute(
    sql`update bank_lines set withdrawal_id = ${transfer.id}::uuid where id = any (${listed([...new Set(parts.map(({ line }) => line))], 'uuid')})`,
  );
  const ledgerTransactionId = last.posting;
  await markReturned(work, { transfer, phase: step.to }, { day, reason, ledgerTransactionId });
}
