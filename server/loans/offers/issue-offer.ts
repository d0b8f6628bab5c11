import type { Institution } from '#content/institution/schema.ts';
import { Refusal } from '#domain/errors.ts';
import { contractFigures } from '#domain/loans/contract-terms.ts';
import { type DecisionReasons, missingOfFile } from '#domain/loans/file-guards.ts';
import { findTransition, type LoanPhase } from '#domain/loans/phases.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../../audit/audit.ts';
import { referenceNumber } from '../../ids.ts';
import { announce } from '../../notifications/live.ts';
import { notifyClientWithPapers } from '../../notifications/notify.ts';
import type { Work } from '../../work/work.ts';
import { recordDecision } from '../file/record-decision.ts';
import { lockRequest, type RequestRow, updateRequest } from '../queries.ts';
import { type ContractLaw, contractLawOn } from './contract-law.ts';
import { offerValues } from './contract-values.ts';
import { missingForOffer, requireNothingMissing } from './offer-guards.ts';
import { keepPaper, OFFER_SET, setHashOf } from './papers.ts';
import { type Borrower, borrowerOf, insertOffer, type OfferRow } from './queries.ts';

/** An act of the staff on a request, in the phase that they saw. */
export interface OfferOrder extends DecisionReasons {
  readonly loanId: string;
  readonly seenPhase: LoanPhase;
}

/**
 * Locks a request for an event of its contract, in the phase that the caller saw.
 * @throws Refusal `not-found`; `loan.wrong-phase` when the phase is another one or does not know the event.
 */
export async function lockForEvent(
  work: Work,
  loanId: string,
  event: Parameters<typeof findTransition>[1],
  seenPhase?: LoanPhase,
) {
  const request = await lockRequest(work.tx, loanId);
  if (!request) throw new Refusal('not-found');
  const step = findTransition(request.phase, event);
  if (!step || (seenPhase !== undefined && seenPhase !== request.phase))
    throw new Refusal('loan.wrong-phase', { phase: request.phase });
  return { request, step };
}

function conditionsOf(work: Work, request: RequestRow, law: ContractLaw) {
  const figures = contractFigures(
    {
      principalMinor: request.amount,
      annualRateBps: request.annualRateBps,
      durationMonths: request.durationMonths,
    },
    law['daily.base'],
  );
  return {
    schedule: figures.schedule,
    conditions: {
      id: request.id,
      reference: referenceNumber('CTR', work.now, work.newId()),
      issuedAt: work.now,
      issuedBy: work.actorId,
      principal: request.amount,
      currency: request.currency,
      annualRateBps: request.annualRateBps,
      durationMonths: request.durationMonths,
      product: request.product,
      instalment: figures.instalmentMinor,
      lastInstalment: figures.lastInstalmentMinor,
      totalDue: figures.totalDueMinor,
      largestFirstInstalment: figures.largestFirstInstalmentMinor,
      dailyInterest: figures.dailyInterestMinor,
      taegBps: figures.taegBps,
      validDays: law['offer.validDays'],
      isExtended: law['offer.extend'],
    },
  };
}

/**
 * Makes the offer of contract on a request (LC-31, LC-34): every guard of LC-41 holds, its conditions are frozen, its papers are drawn, kept and
 * sent. It counts from the moment at which the mail server took the mail.
 * @throws Refusal `not-found`; `loan.wrong-phase`; the first guard that fails.
 */
export async function issueOffer(
  work: Work,
  institution: Institution,
  order: OfferOrder,
): Promise<{ readonly request: RequestRow; readonly offer: OfferRow; readonly borrower: Borrower }> {
  const { request, step } = await lockForEvent(work, order.loanId, 'offer', order.seenPhase);
  const day = legalDay(work.now);
  const law = await contractLawOn(work.tx, day);
  const borrower = await borrowerOf(work.tx, request.clientAccountId);
  const { file } = await recordDecision(work, request, { event: 'offer', ...order });
  const guarded = await missingForOffer(work.tx, { institution, law }, request, {
    userId: borrower.userId,
    day,
    fileGuards: missingOfFile(file, order),
  });
  requireNothingMissing(guarded.missing, institution.mode);

  const { schedule, conditions } = conditionsOf(work, request, law);
  const frozen = {
    ...conditions,
    usuryCeilingBps: guarded.usury.ceilingBps,
    isUsuryQuarterLoaded: guarded.usury.isLoaded,
  };
  const values = offerValues({ institution, law }, frozen, borrower);
  const currency = request.currency as CurrencyCode;
  const papers = [];
  for (const template of OFFER_SET)
    papers.push(
      await keepPaper(work, institution, request.id, template, { borrower, values, schedule, currency }),
    );
  const mailId = await notifyClientWithPapers(
    work,
    borrower.userId,
    'loan-offered',
    { amountMinor: request.amount, currency, reference: frozen.reference },
    papers.map(({ id }) => id),
  );
  const offer = {
    ...frozen,
    setHash: setHashOf(papers),
    mailId,
    // Without a mail server the mail is read in the product, at once.
    sentAt: work.keepsMails ? work.now : null,
  };
  await insertOffer(work.tx, offer);
  await updateRequest(work.tx, request.id, {
    phase: step.to,
    reviewedBy: work.actorId,
    reviewedAt: work.now,
  });
  audit(work, {
    operation: 'loanOffers.issue',
    clientAccountId: request.clientAccountId,
    subjectId: request.id,
    before: { phase: request.phase },
    after: {
      phase: step.to,
      reference: offer.reference,
      amountMinor: request.amount,
      currency,
      taegBps: offer.taegBps,
      setHash: offer.setHash,
    },
  });
  await announce(work, { userId: borrower.userId, staff: true }, ['loans']);
  return { request, offer, borrower };
}
