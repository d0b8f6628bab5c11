import { createHash } from 'node:crypto';
import type { Institution } from '#content/institution/schema.ts';
import { Refusal } from '#domain/errors.ts';
import { mayLend } from '#domain/loans/may-lend.ts';
import { findTransition, type LoanPhase } from '#domain/loans/phases.ts';
import { audit } from '../../audit/audit.ts';
import { announce } from '../../notifications/live.ts';
import { notifyClient } from '../../notifications/notify.ts';
import type { Work } from '../../work/work.ts';
import { lockFile, wrongPhase } from '../file/own-request.ts';
import { borrowerOf } from '../offers/queries.ts';
import { updateRequest } from '../queries.ts';
import { insertTransmission, lenderConsentsOf } from './queries.ts';
import { requestPaper } from './request-paper.ts';

/** What a member of the staff orders: to which lender, and what was seen. */
export interface TransmissionOrder {
  readonly id: string;
  readonly lender: string;
  readonly note?: string | undefined;
  readonly seenPhase: LoanPhase;
}

/**
 * Hands a request to a partner lender (LC-6), once: its paper is drawn and kept as the lender gets it, and the client is told. The lender decides.
 * @throws Refusal `not-found`; `loan.lends-itself` where the house decides its requests; `loan.wrong-phase` for a request that is not open or was
 * transmitted; `loan.lender-not-agreed` for a lender that the client did not agree to, or that the institution no longer names.
 */
export async function transmitRequest(
  work: Work,
  institution: Institution,
  { id, lender, note, seenPhase }: TransmissionOrder,
): Promise<void> {
  const request = await lockFile(work.tx, id, seenPhase);
  const step = findTransition(request.phase, 'transmit');
  if (!step) throw wrongPhase(request);
  if (mayLend(institution)) throw new Refusal('loan.lends-itself');
  const named = institution.partnerLenders?.find(({ code }) => code === lender);
  const consent = (await lenderConsentsOf(work.tx, id)).find(({ lenderCode }) => lenderCode === lender);
  if (!named || !consent) throw new Refusal('loan.lender-not-agreed');
  const borrower = await borrowerOf(work.tx, request.clientAccountId);
  const said = note?.trim() || null;
  const content = await requestPaper(work, institution, {
    request,
    borrower,
    lender: named,
    consent,
    note: said,
  });
  const sha256 = createHash('sha256').update(content).digest('hex');
  await insertTransmission(work.tx, {
    loanRequestId: id,
    lenderCode: named.code,
    lenderName: named.name,
    sentAt: work.now,
    sentBy: work.actorId,
    note: said,
    sha256,
    content,
  });
  await updateRequest(work.tx, id, { phase: step.to, reviewedBy: work.actorId, reviewedAt: work.now });
  audit(work, {
    operation: 'loanTransmissions.send',
    clientAccountId: request.clientAccountId,
    subjectId: id,
    before: { phase: request.phase },
    after: { phase: step.to, lender: named.name, sha256 },
  });
  await notifyClient(work, borrower.userId, 'loan-transmitted', {
    amountMinor: request.amount,
    currency: request.currency,
    lender: named.name,
  });
  await announce(work, { userId: borrower.userId, staff: true }, ['loans']);
}
