import { Refusal } from '#domain/errors.ts';
import { findTransition } from '#domain/fees/status.ts';
import { feeSettlement } from '#domain/ledger/postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { money } from '#domain/money/money.ts';
import { audit } from '../audit/audit.ts';
import { paymentBanOf } from '../db/payment-ban.ts';
import { referenceNumber } from '../ids.ts';
import { post } from '../ledger/post.ts';
import { isKeptByStatements } from '../ledger/settlement.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import type { Work } from '../work/work.ts';
import { type FeeReviewRow, type FeeRow, feeForReview, lockFee, updateFee } from './queries.ts';

/** The refusal of a settlement that comes too late: who settled the fee, and when. */
async function alreadySettled({ tx }: Work, fee: FeeRow): Promise<Refusal> {
  const review = await feeForReview(tx, fee.id);
  return new Refusal('fee.already-settled', {
    status: fee.status,
    by: review?.settler ?? '',
    at: fee.paidAt?.toISOString() ?? '',
  });
}

/**
 * Validates a payment the client declared, or marks an unpaid fee as paid: the money received becomes income in the books and the client
 * gets a receipt number. The client's balance is not touched, since the payment was made in person.
 * @throws Refusal `not-found`; `fee.already-settled` with who and when; `fee.loan-open` while a loan of the client forbids payments (LC-14).
 */
export async function settleFee(work: Work, feeId: string): Promise<FeeReviewRow> {
  const fee = await lockFee(work.tx, feeId);
  if (!fee) throw new Refusal('not-found');
  const step = findTransition(fee.status, 'validate') ?? findTransition(fee.status, 'mark-paid');
  if (!step) throw await alreadySettled(work, fee);
  if (await paymentBanOf(work.tx, fee.clientAccountId, work.now)) throw new Refusal('fee.loan-open');

  const amount = money(fee.amount, fee.currency as CurrencyCode);
  // Once our account is kept by its statements, what is paid in person is cash (PAY-19).
  const source = (await isKeptByStatements(work.tx, amount.currency)) ? 'cash' : 'settlement';
  const posted = await post(work, feeSettlement(amount, source), fee.id);
  const receiptNumber = referenceNumber('REC', work.now, work.newId());
  await updateFee(work.tx, fee.id, {
    status: step.to,
    paidAt: work.now,
    settledBy: work.actorId,
    receiptNumber,
    ledgerTransactionId: posted.ledgerTransactionId,
  });
  const review = await feeForReview(work.tx, fee.id);
  if (!review) throw new Error('the settled fee cannot be read');
  audit(work, {
    operation: 'fees.settle',
    clientAccountId: review.account.id,
    subjectId: fee.id,
    before: { status: fee.status },
    after: {
      status: step.to,
      amountMinor: fee.amount,
      currency: fee.currency,
      description: fee.description,
      receiptNumber,
    },
  });
  await notifyClient(work, review.account.userId, 'fee-paid', {
    amountMinor: fee.amount,
    currency: fee.currency,
    description: fee.description,
    receiptNumber,
  });
  await announce(work, { userId: review.account.userId, staff: true }, ['fees']);
  return review;
}
