import type { Institution } from '#content/institution/schema.ts';
import { Refusal } from '#domain/errors.ts';
import { EVENT_OF_ANSWER, type LenderAnswer } from '#domain/loans/intermediation.ts';
import { mayLend } from '#domain/loans/may-lend.ts';
import { findTransition, type LoanPhase, propertiesOf } from '#domain/loans/phases.ts';
import type { NotificationKind } from '#domain/notifications/notification.ts';
import { audit } from '../../audit/audit.ts';
import { announce } from '../../notifications/live.ts';
import { notifyClient } from '../../notifications/notify.ts';
import type { Work } from '../../work/work.ts';
import { holderOf } from '../file/file-queries.ts';
import { lockFile, wrongPhase } from '../file/own-request.ts';
import { type RequestRow, updateRequest } from '../queries.ts';
import { transmissionOf, updateAnswer } from './queries.ts';

/** A lender's answer as a member of the staff records it. The client reads the note. */
export interface RecordedAnswer {
  readonly id: string;
  readonly answer: LenderAnswer;
  readonly note?: string | undefined;
  readonly seenPhase: LoanPhase;
}

/** What the client is told of an answer; nothing of a payout, which is on their account already, and of what they cancelled themselves. */
const NOTICES: Partial<Record<LenderAnswer, NotificationKind>> = {
  accepted: 'loan-lender-accepted',
  refused: 'loan-lender-refused',
};

/** The phase that an answer leads to. A cancelled request stays cancelled: its lender was told. */
function phaseAfter(request: RequestRow, answer: LenderAnswer): LoanPhase {
  if (answer === 'withdrawn') {
    if (request.phase !== 'cancelled') throw wrongPhase(request);
    return request.phase;
  }
  const step = findTransition(request.phase, EVENT_OF_ANSWER[answer]);
  if (!step) throw wrongPhase(request);
  return step.to;
}

/**
 * Records what a lender answered to a transmitted request (LC-6): the credit is accepted, refused or without effect, or paid out; or the client
 * cancelled, and the lender knows it. The request does not stay open.
 * @throws Refusal `not-found` for a request that was handed to no lender; `loan.wrong-phase` for an answer that does not follow from where it is.
 */
export async function recordAnswer(
  work: Work,
  { id, answer, note, seenPhase }: RecordedAnswer,
): Promise<void> {
  const request = await lockFile(work.tx, id, seenPhase);
  const to = phaseAfter(request, answer);
  const sent = await transmissionOf(work.tx, id);
  if (!sent) throw new Refusal('not-found');
  // Told once that its client has cancelled.
  if (sent.answer === 'withdrawn') throw wrongPhase(request);
  await updateAnswer(work.tx, id, { answer, answeredAt: work.now, answeredBy: work.actorId });
  const reasonNote = note?.trim() || null;
  if (to !== request.phase)
    await updateRequest(work.tx, id, {
      phase: to,
      reviewedBy: work.actorId,
      reviewedAt: work.now,
      ...(propertiesOf(to).stage === 'end' ? { endedAt: work.now } : {}),
      reasonNote,
    });
  audit(work, {
    operation: 'loanTransmissions.recordAnswer',
    clientAccountId: request.clientAccountId,
    subjectId: id,
    before: { phase: request.phase },
    after: { phase: to, lender: sent.lenderName, lenderAnswer: answer, reasonNote },
  });
  const userId = await holderOf(work.tx, request.clientAccountId);
  const notice = NOTICES[answer];
  if (notice)
    await notifyClient(work, userId, notice, {
      amountMinor: request.amount,
      currency: request.currency,
      lender: sent.lenderName,
      reasonNote: reasonNote ?? '',
    });
  await announce(work, { userId, staff: true }, ['loans']);
}

/**
 * Closes a request that is handed to no lender, with the reason that its client reads (LC-6): an intermediary decides on no credit.
 * @throws Refusal `not-found`; `loan.lends-itself`; `loan.wrong-phase` once it was transmitted or has ended.
 */
export async function closeRequest(
  work: Work,
  institution: Institution,
  { id, note, seenPhase }: { readonly id: string; readonly note: string; readonly seenPhase: LoanPhase },
): Promise<void> {
  const request = await lockFile(work.tx, id, seenPhase);
  const step = findTransition(request.phase, 'close-untransmitted');
  if (!step) throw wrongPhase(request);
  if (mayLend(institution)) throw new Refusal('loan.lends-itself');
  await updateRequest(work.tx, id, {
    phase: step.to,
    reviewedBy: work.actorId,
    reviewedAt: work.now,
    endedAt: work.now,
    reasonNote: note,
  });
  audit(work, {
    operation: 'loanTransmissions.close',
    clientAccountId: request.clientAccountId,
    subjectId: id,
    before: { phase: request.phase },
    after: { phase: step.to, reasonNote: note },
  });
  const userId = await holderOf(work.tx, request.clientAccountId);
  await notifyClient(work, userId, 'loan-not-transmitted', {
    amountMinor: request.amount,
    currency: request.currency,
    reasonNote: note,
  });
  await announce(work, { userId, staff: true }, ['loans']);
}
