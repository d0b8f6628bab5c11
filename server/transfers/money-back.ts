import { sql } from 'drizzle-orm';
import type { DisputeState } from '#domain/corrections/dispute.ts';
import { disputeLoss, provisionalRefund, reversal } from '#domain/ledger/payment-postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import { findTransferStep } from '#domain/withdrawals/phases.ts';
import { noteVerdict } from '#domain/withdrawals/request.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { readMinor } from '../db/read-minor.ts';
import { post } from '../ledger/post.ts';
import { newClientLine, recordTransaction } from '../ledger/record-transaction.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import type { Work } from '../work/work.ts';
import { payoutCameBack } from './loan-payout.ts';
import { lockTransfers, type OwnTransfer } from './own-transfers.ts';

/** What the client reads beside the reversal of a provisional refund. French, as every reason of a reversal. */
const REFUND_ENDS = 'Le virement contesté est revenu sur le compte';

interface DisputeOfTransfer {
  readonly id: string;
  readonly state: DisputeState;
  readonly amount: string | number;
  readonly refund: string | null;
  readonly bookedOn: string | null;
  readonly valueDay: string | null;
  readonly isProvisional: boolean;
}

/** The dispute of the movement by which a transfer left, locked behind its account (docs/lock-order.md); null without one. */
async function lockDisputeOf(tx: Db, transferId: string): Promise<DisputeOfTransfer | null> {
  const [dispute] = await rowsOf<DisputeOfTransfer>(
    tx,
    sql`select d.id, d.state, d.amount, d.ledger_transaction_id as refund, r.booking_day::text as "bookedOn", r.value_day::text as "valueDay",
        coalesce(r.event = 'correction', false) and not exists (select 1 from ledger_transactions u where u.reverses = r.id) as "isProvisional"
      from withdrawal_requests w
      join transactions t on t.ledger_transaction_id = w.ledger_transaction_id and t.client_account_id = w.client_account_id
      join transaction_disputes d on d.transaction_id = t.id
      left join ledger_transactions r on r.id = d.ledger_transaction_id
      where w.id = ${transferId}::uuid for update of d`,
  );
  return dispute ?? null;
}

/**
 * Undoes the loss that the house bore for a dispute, with its refund (PAY-55): what is reversed or has come back is lost no more. Nothing for a
 * dispute whose refund nobody gave up. Its row is locked.
 */
export async function undoLossOf(work: Work, disputeId: string): Promise<void> {
  const [loss] = await rowsOf<{ id: string; amount: string | number; currency: CurrencyCode }>(
    work.tx,
    sql`select d.loss_transaction_id as id, d.amount, a.currency from transaction_disputes d join client_accounts a on a.id = d.client_account_id
      where d.id = ${disputeId}::uuid and d.state = 'borne' for update of d`,
  );
  if (!loss) return;
  const amount = { amountMinor: readMinor(loss.amount), currency: loss.currency };
  await post(work, reversal(disputeLoss(amount)), disputeId, { reverses: loss.id });
  await refundIsProvisional(work.tx, loss.id);
}

/** Marks the refund that a loss gave up as provisional again. */
export async function refundIsProvisional(tx: Db, lossId: string): Promise<void> {
  await tx.execute(sql`update transaction_disputes set state = 'refunded', loss_transaction_id = null, loss_motive = null, borne_by = null,
      borne_at = null where loss_transaction_id = ${lossId}::uuid`);
}

/** Takes a provisional refund back: its client has the money of the transfer itself now. */
async function takeRefundBack(
  work: Work,
  { account: { id, ledgerAccountId, userId }, currency }: OwnTransfer,
  dispute: DisputeOfTransfer & { readonly refund: string },
): Promise<void> {
  const account = { id, ledgerAccountId, currency: currency as CurrencyCode };
  const amountMinor = readMinor(dispute.amount);
  const day = dispute.bookedOn ?? legalDay(work.now);
  await recordTransaction(work, {
    account,
    posting: reversal(provisionalRefund(account, { amountMinor, currency: account.currency })),
    causeId: dispute.id,
    reverses: dispute.refund,
    valueDay: dispute.valueDay ?? undefined,
    line: newClientLine(work, 'ANN'),
    details: { date: day, reason: REFUND_ENDS },
  });
  await notifyClient(work, userId, 'movement-reversed', {
    amountMinor,
    currency,
    day,
    reasonText: REFUND_ENDS,
  });
}

/**
 * Ends the dispute of a transfer whose money has come back (PAY-55): a client is made whole once. One that waits, or was suspected, is answered by what
 * came back; a provisional refund is taken back. Called once the money is on the client's account.
 * @param backId the posting by which it came back.
 */
export async function endDisputeOf(work: Work, transfer: OwnTransfer, backId: string): Promise<void> {
  const dispute = await lockDisputeOf(work.tx, transfer.id);
  if (!dispute) return;
  const { refund } = dispute;
  await undoLossOf(work, dispute.id);
  if (dispute.state !== 'refunded' && dispute.state !== 'borne')
    await work.tx.execute(sql`update transaction_disputes set state = 'refunded', decided_by = ${work.actorId}::uuid,
        decided_at = ${work.now.toISOString()}::timestamptz, note = null, ledger_transaction_id = ${backId}::uuid
      where id = ${dispute.id}::uuid`);
  else if (refund && dispute.isProvisional) await takeRefundBack(work, transfer, { ...dispute, refund });
  await announce(work, { userId: transfer.account.userId, staff: true }, ['transactions', 'corrections']);
}

/**
 * Marks a transfer whose posting two persons reversed as returned (PAY-52): its money is back, so that no bank's return, no refusal and no refund
 * gives it a second time, and it counts in no limit.
 * @param backId the reversal. @param reason of the reversal, which the client reads.
 */
export async function returnReversed(
  work: Work,
  transferId: string,
  { backId, reason }: { readonly backId: string; readonly reason: string },
): Promise<void> {
  const [transfer] = await lockTransfers(work.tx, [transferId]);
  const step = transfer && findTransferStep(transfer.phase, 'return');
  if (!step) return;
  // A note of a transfer must not make its client pay (docs/rules.md, Honest by design 7).
  const note = noteVerdict(reason).ok ? reason : null;
  await work.tx.execute(sql`update withdrawal_requests set phase = ${step.to}, returned_on = ${legalDay(work.now)}::date, reason_code = 'other',
      reason_note = ${note}, processed_by = ${work.actorId}::uuid, processed_at = ${work.now.toISOString()}::timestamptz
    where id = ${transferId}::uuid`);
  await endDisputeOf(work, transfer, backId);
  await payoutCameBack(work, transfer, transfer.account.userId, null);
  await announce(work, { userId: transfer.account.userId, staff: true }, ['withdrawals']);
}
