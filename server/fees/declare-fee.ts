import { Refusal } from '#domain/errors.ts';
import { findTransition, IN_PERSON_PAYMENT } from '#domain/fees/status.ts';
import { paymentBanOf } from '../db/payment-ban.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import { dueAt } from '../tasks/due-at.ts';
import type { Work } from '../work/work.ts';
import { type FeeRow, lockFee, updateFee } from './queries.ts';

/**
 * Records that the client says they paid the fee in person; an administrator then validates it. No money moves yet.
 * @throws Refusal `not-found` for a fee that does not exist or belongs to someone else; `fee.already-declared` once it is declared or paid;
 * `fee.loan-open` while a loan forbids payments (LC-14).
 */
export async function declareFee(work: Work, accountId: string, feeId: string): Promise<FeeRow> {
  const fee = await lockFee(work.tx, feeId);
  if (!fee || fee.clientAccountId !== accountId) throw new Refusal('not-found');
  const step = findTransition(fee.status, 'declare-paid');
  if (!step) throw new Refusal('fee.already-declared');
  if (await paymentBanOf(work.tx, accountId, work.now)) throw new Refusal('fee.loan-open');
  const declared = await updateFee(work.tx, fee.id, {
    status: step.to,
    paymentMethod: IN_PERSON_PAYMENT,
    declaredAt: work.now,
    dueAt: await dueAt(work, 'fee'),
  });
  await notifyClient(work, work.actorId, 'fee-declared', {
    amountMinor: fee.amount,
    currency: fee.currency,
    description: fee.description,
  });
  await announce(work, { userId: work.actorId, staff: true }, ['fees']);
  return declared;
}
