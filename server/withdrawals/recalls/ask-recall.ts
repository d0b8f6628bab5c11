import { Refusal } from '#domain/errors.ts';
import { legalDay } from '#domain/time/days.ts';
import { lastRecallDay, type RecallDelays, type RecallReason } from '#domain/withdrawals/recalls.ts';
import type { Db } from '../../db/database.ts';
import { announce } from '../../notifications/live.ts';
import { parametersOn } from '../../parameters/parameters-on.ts';
import type { Work } from '../../work/work.ts';
import { lockWithdrawal } from '../queries.ts';
import { insertRecall, lockRecall, type RecallRow, updateRecall } from './recall-queries.ts';

/** The delays of recalls that are in force on a day. */
export async function recallDelaysOn(db: Db, day: string): Promise<RecallDelays> {
  const dated = await parametersOn(db, day, ['recall.shortPaymentDays', 'recall.longMonths']);
  return { shortPaymentDays: dated['recall.shortPaymentDays'], longMonths: dated['recall.longMonths'] };
}

/**
 * Records that a client asks for a transfer back that has left (PAY-41). Staff ask the bank; money comes back by a return only.
 * @throws Refusal `not-found`; `transfer.wrong-phase` for a transfer that has not left or is back; `recall.too-late` after the delay of the
 * reason; `recall.already-asked`.
 */
export async function askRecall(
  work: Work,
  client: { readonly accountId: string; readonly userId: string },
  { withdrawalId, reason }: { readonly withdrawalId: string; readonly reason: RecallReason },
): Promise<RecallRow> {
  const withdrawal = await lockWithdrawal(work.tx, withdrawalId);
  if (!withdrawal || withdrawal.clientAccountId !== client.accountId) throw new Refusal('not-found');
  if (withdrawal.status !== 'completed' || !withdrawal.sentAt)
    throw new Refusal('transfer.wrong-phase', { phase: withdrawal.phase });
  const today = legalDay(work.now);
  const delays = await recallDelaysOn(work.tx, today);
  const lastDay = lastRecallDay(reason, legalDay(withdrawal.sentAt), delays);
  if (today > lastDay) throw new Refusal('recall.too-late', { day: lastDay });
  const recall = await insertRecall(work.tx, {
    id: work.newId(),
    kind: 'sent',
    clientAccountId: client.accountId,
    withdrawalId,
    amount: withdrawal.amount,
    currency: withdrawal.currency,
    reason,
    createdBy: work.actorId,
    createdAt: work.now,
  });
  if (!recall) throw new Refusal('recall.already-asked');
  await announce(work, { userId: client.userId, staff: true }, ['withdrawals']);
  return recall;
}

/**
 * Records that a client asks for what the house has to act against the payee, once the return was refused or not answered (PAY-41).
 * @throws Refusal `not-found`; `recall.wrong-state`.
 */
export async function askInformation(
  work: Work,
  client: { readonly accountId: string; readonly userId: string },
  id: string,
): Promise<RecallRow> {
  const recall = await lockRecall(work.tx, id, client.accountId);
  if (recall?.kind !== 'sent') throw new Refusal('not-found');
  const isOver = recall.answer === 'refused' || recall.answer === 'none';
  if (!isOver || recall.informationAskedAt) throw new Refusal('recall.wrong-state');
  const asked = await updateRecall(work.tx, id, { informationAskedAt: work.now });
  await announce(work, { userId: client.userId, staff: true }, ['withdrawals']);
  return asked;
}
