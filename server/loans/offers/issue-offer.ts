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
import type { SheetRow } from '../file/file-queries.ts';
import { wrongPhase } from '../file/own-request.ts';
import { recordDecision } from '../file/record-decision.ts';
import { lockRequest, type RequestRow, updateRequest } from '../queries.ts';
import { consolidationOfOffer } from './consolidation-values.ts';
import { type ContractLaw, contractLawOn } from './contract-law.ts';
import { offerValues } from './contract-values.ts';
import type { PaperContent } from './draw-contract-paper.ts';
import { explanationValues } from './explanation-values.ts';
import { missingForOffer, productOfOffer, requireNothingMissing } from './offer-guards.ts';
import { type KeptPaper, keepPaper, offerSet, setHashOf } from './papers.ts';
import { type Borrower, borrowerOf, insertOffer, type OfferRow } from './queries.ts';
import { sheetValues } from './sheet-values.ts';

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
  if (!step || (seenPhase !== undefined && seenPhase !== request.phase)) throw wrongPhase(request);
  return { request, step };
}

function conditionsOf(work: Work, request: RequestRow, product: RequestRow['product'], law: ContractLaw) {
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
      product,
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

/** Draws and keeps the papers of an offer (LC-23, LC-24, LC-30 to LC-32). @param sheet the certified one, of which they hold a copy. */
async function keepSet(
  work: Work,
  institution: Institution,
  sheet: SheetRow | null,
  offer: Pick<OfferRow, 'id' | 'principal' | 'totalDue'> & PaperContent,
): Promise<KeptPaper[]> {
  const { borrower, schedule, currency } = offer;
  const consolidation = sheet && (await consolidationOfOffer(work.tx, sheet, offer, legalDay(work.now)));
  const content: PaperContent = {
    borrower,
    ...(schedule ? { schedule } : {}),
    ...consolidation?.content,
    currency,
    values: { ...offer.values, ...(sheet ? sheetValues(sheet, currency) : {}), ...consolidation?.values },
  };
  const papers = [];
  for (const template of offerSet(sheet?.content ?? null))
    papers.push(await keepPaper(work, institution, offer.id, template, content));
  return papers;
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
  const { file, confirmed, figures } = await recordDecision(work, request, { event: 'offer', ...order });
  const product = productOfOffer(request, confirmed);
  const guarded = await missingForOffer(work.tx, { institution, law }, request, {
    userId: borrower.userId,
    day,
    product,
    fileGuards: missingOfFile(file, order),
  });
  requireNothingMissing(guarded.missing, institution.mode);

  const { schedule, conditions } = conditionsOf(work, request, product, law);
  const frozen = {
    ...conditions,
    usuryCeilingBps: guarded.usury.ceilingBps,
    isUsuryQuarterLoaded: guarded.usury.isLoaded,
  };
  const currency = request.currency as CurrencyCode;
  const values = {
    ...offerValues({ institution, law }, frozen, borrower),
    ...explanationValues(request, figures),
  };
  const content = { borrower, values, schedule, currency };
  const papers = await keepSet(work, institution, confirmed, { ...frozen, ...content });
  const mailId = await notifyClientWithPapers(
    work,
    borrower.userId,
    'loan-offered',
    { amountMinor: request.amount, currency, reference: frozen.reference, days: frozen.validDays },
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
