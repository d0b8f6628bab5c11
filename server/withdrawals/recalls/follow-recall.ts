import { Refusal } from '#domain/errors.ts';
import { addDaysOf } from '#domain/time/calendars.ts';
import { legalDay } from '#domain/time/days.ts';
import type { RecallAnswer, RecallReason } from '#domain/withdrawals/recalls.ts';
import { audit } from '../../audit/audit.ts';
import { announce } from '../../notifications/live.ts';
import { notifyClient } from '../../notifications/notify.ts';
import { parameterOn } from '../../parameters/parameters-on.ts';
import type { Work } from '../../work/work.ts';
import { accountForWithdrawal } from '../queries.ts';
import {
  insertRecall,
  lockRecall,
  type RecallRow,
  receivedMovement,
  updateRecall,
} from './recall-queries.ts';

/**
 * Records another bank's demand for what a client received, and asks the client (PAY-42).
 * @param amountMinor a part of it; all of it when absent.
 * @throws Refusal `not-found` when neither a line of our bank nor another client brought it, or it was taken back; `line.not-returnable` without the payer's IBAN; `line.sum-differs` above what
 * was received; `recall.already-asked`.
 */
export async function recordRecall(
  work: Work,
  {
    referenceNumber,
    amountMinor,
    reason,
  }: {
    readonly referenceNumber: string;
    readonly amountMinor?: number | undefined;
    readonly reason: RecallReason;
  },
): Promise<RecallRow> {
  const received = await receivedMovement(work.tx, referenceNumber.trim().toUpperCase());
  if (!received) throw new Refusal('not-found');
  const { accountId, userId, currency, payerName, payerIban } = received;
  if (!payerIban) throw new Refusal('line.not-returnable');
  const amount = amountMinor ?? received.amountMinor;
  if (amount > received.amountMinor) throw new Refusal('line.sum-differs');
  const today = legalDay(work.now);
  const answerBy = addDaysOf(
    'target-days',
    today,
    await parameterOn(work.tx, today, 'recall.answerPaymentDays'),
  );
  const recall = await insertRecall(work.tx, {
    id: work.newId(),
    kind: 'received',
    clientAccountId: accountId,
    transactionId: received.transactionId,
    amount,
    currency,
    reason,
    payerName,
    payerIban,
    createdBy: work.actorId,
    createdAt: work.now,
    answerBy,
  });
  if (!recall) throw new Refusal('recall.already-asked');
  audit(work, {
    operation: 'recalls.record',
    clientAccountId: accountId,
    subjectId: recall.id,
    before: null,
    after: { amountMinor: amount, currency, reason, answerBy },
  });
  await notifyClient(work, userId, 'recall-received', {
    amountMinor: amount,
    currency,
    payer: payerName ?? payerIban,
    dueDate: answerBy,
  });
  await announce(work, { userId, staff: true }, ['withdrawals']);
  return recall;
}

/** What staff record of a demand of our client's. */
export interface RecallProgress {
  readonly bankAskedOn?: string | undefined;
  readonly answer?: RecallAnswer | undefined;
  readonly information?: string | null | undefined;
}

/** What a progress changes. @throws Refusal `recall.wrong-state` for a step that does not follow. */
function changeOf(work: Work, recall: RecallRow, { bankAskedOn, answer, information }: RecallProgress) {
  const isAsked = Boolean(recall.bankAskedOn ?? bankAskedOn);
  const isOutOfTurn =
    (bankAskedOn && recall.bankAskedOn) ||
    (answer && (recall.answer || !isAsked)) ||
    (information && !recall.informationAskedAt);
  if (isOutOfTurn || !(bankAskedOn || answer || information)) throw new Refusal('recall.wrong-state');
  return {
    ...(bankAskedOn ? { bankAskedOn } : {}),
    ...(answer ? { answer, answeredOn: legalDay(work.now), answeredBy: work.actorId } : {}),
    ...(information ? { information, informationAt: work.now } : {}),
  };
}

/**
 * Records what becomes of a demand of our client's (PAY-41): the day on which our bank was asked, then what the payee's bank answered, then the
 * information that the client asked for. The client is told of an answer and of the information.
 * @throws Refusal `not-found`; `recall.wrong-state`.
 */
export async function followRecall(work: Work, id: string, progress: RecallProgress): Promise<RecallRow> {
  const recall = await lockRecall(work.tx, id);
  if (recall?.kind !== 'sent') throw new Refusal('not-found');
  const change = changeOf(work, recall, progress);
  const followed = await updateRecall(work.tx, id, change);
  const account = await accountForWithdrawal(work.tx, recall.clientAccountId);
  if (!account) throw new Refusal('not-found');
  audit(work, {
    operation: 'recalls.follow',
    clientAccountId: recall.clientAccountId,
    subjectId: id,
    before: { bankAskedOn: recall.bankAskedOn, answer: recall.answer },
    after: {
      bankAskedOn: followed.bankAskedOn,
      answer: followed.answer,
      isInformed: followed.information !== null,
    },
  });
  const { amount: amountMinor, currency } = recall;
  if (progress.answer || progress.information)
    await notifyClient(work, account.userId, 'recall-answered', { amountMinor, currency });
  await announce(work, { userId: account.userId, staff: true }, ['withdrawals']);
  return followed;
}
