import type { Institution } from '#content/institution/schema.ts';
import { Refusal } from '#domain/errors.ts';
import { ACCEPTANCE_STATEMENTS } from '#domain/loans/contract.ts';
import { type ContractClock, offerClock, type PayoutChoice } from '#domain/loans/contract-clock.ts';
import { paysOutside } from '#domain/loans/payout-account.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { LEGAL_TIME_ZONE, legalDay, timeIn } from '#domain/time/days.ts';
import { announce } from '../../notifications/live.ts';
import { notifyClient, notifyClientWithPapers } from '../../notifications/notify.ts';
import { dayInFrench } from '../../papers/paper-language.ts';
import { fill } from '../../papers/words.ts';
import type { Work } from '../../work/work.ts';
import { insertGrantedLoan, loanOfAccount, updateRequest } from '../queries.ts';
import { clockOfAcceptance, daysOfContract } from './contract-days.ts';
import { contractLawOn } from './contract-law.ts';
import { offerValues } from './contract-values.ts';
import { lockForEvent } from './issue-offer.ts';
import { CONTRACT, keepPaper, SET_KINDS } from './papers.ts';
import { type Borrower, borrowerOf, insertContract, type OfferRow, offerOf, papersOf } from './queries.ts';

/** What a client accepts, as they read it: the confirmation is bound to these fields (LC-47). */
export interface Acceptance {
  readonly id: string;
  readonly amountMinor: number;
  readonly annualRateBps: number;
  readonly durationMonths: number;
  readonly setHash: string;
  /** 1 to 31; null is the day of the payout. */
  readonly dueDay: number | null;
  readonly payoutChoice: PayoutChoice;
}

/** From where it came and how it was confirmed (LC-45). */
export interface AcceptanceEvidence {
  readonly address: string;
  readonly device: string;
  readonly factors: string;
  readonly proof: string;
  /** How strong the signature is, by règl. (UE) 910/2014. */
  readonly signatureLevel: 'simple';
}

/** @throws Refusal `offer.expired`; `offer.changed` for other conditions than the offer's; `offer.unopened` while a paper was not opened. */
async function requireAcceptable(work: Work, offer: OfferRow, acceptance: Acceptance): Promise<void> {
  const { sentAt, validDays, isExtended } = offer;
  const clock = sentAt && offerClock({ sentAt, validDays, isExtended });
  if (clock && work.now >= clock.deadline)
    throw new Refusal('offer.expired', { day: clock.lastAcceptanceDay });
  const isSame =
    acceptance.amountMinor === offer.principal &&
    acceptance.annualRateBps === offer.annualRateBps &&
    acceptance.durationMonths === offer.durationMonths &&
    acceptance.setHash === offer.setHash;
  if (!isSame) throw new Refusal('offer.changed');
  const papers = await papersOf(work.tx, offer.id);
  if (papers.some(({ kind, openedAt }) => SET_KINDS.has(kind) && !openedAt))
    throw new Refusal('offer.unopened');
}

const DUE_DAY_OF_PAYOUT = 'celui du versement';

/** What the signed contract says besides the offer. */
function acceptedValues(
  work: Work,
  { offer, acceptance, clock }: { offer: OfferRow; acceptance: Acceptance; clock: ContractClock },
): Record<string, string> {
  const [received = '', keeps = '', accepts = ''] = ACCEPTANCE_STATEMENTS;
  return {
    acceptedOn: dayInFrench(work.now),
    acceptedAt: `${dayInFrench(work.now)} à ${timeIn(LEGAL_TIME_ZONE, work.now)} (heure de Paris)`,
    dueDay: acceptance.dueDay === null ? DUE_DAY_OF_PAYOUT : `le ${acceptance.dueDay}`,
    plannedPayout: `le ${dayInFrench(clock.payoutDay)}, après l'agrément du prêteur`,
    earliestPayoutDay: dayInFrench(clock.earliestPayoutDay),
    agreementLastDay: dayInFrench(clock.agreementLastDay),
    withdrawalLastDay: dayInFrench(clock.withdrawalLastDay),
    setHash: offer.setHash,
    statementReceived: received,
    statementKeeps: keeps,
    statementAccepts: fill(accepts, { reference: offer.reference }),
  };
}

async function keepSignedContract(
  work: Work,
  institution: Institution,
  signed: { offer: OfferRow; acceptance: Acceptance; clock: ContractClock; borrower: Borrower },
): Promise<string> {
  const { offer, borrower } = signed;
  const law = await contractLawOn(work.tx, legalDay(offer.issuedAt));
  const paper = await keepPaper(work, institution, offer.id, CONTRACT, {
    borrower,
    currency: offer.currency as CurrencyCode,
    values: { ...offerValues({ institution, law }, offer, borrower), ...acceptedValues(work, signed) },
  });
  return paper.id;
}

/**
 * Accepts an offer (LC-42 to LC-47): within its time, with the conditions that were read, every paper opened. The contract's days are counted
 * from now and written down with the evidence; the signed contract is sent at once.
 * @throws Refusal `not-found`; `loan.wrong-phase`; `offer.expired`; `offer.changed`; `offer.unopened`.
 */
export async function acceptOffer(
  work: Work,
  institution: Institution,
  accountId: string,
  acceptance: Acceptance,
  evidence: AcceptanceEvidence,
): Promise<void> {
  if (!(await loanOfAccount(work.tx, accountId, acceptance.id))) throw new Refusal('not-found');
  const { request, step } = await lockForEvent(work, acceptance.id, 'accept');
  const offer = await offerOf(work.tx, request.id);
  if (!offer) throw new Refusal('not-found');
  await requireAcceptable(work, offer, acceptance);
  const borrower = await borrowerOf(work.tx, accountId);
  const clock = await clockOfAcceptance(work, borrower, acceptance.payoutChoice);
  await insertGrantedLoan(work.tx, {
    id: request.id,
    clientAccountId: accountId,
    path: 'contract',
    principal: offer.principal,
    currency: offer.currency,
    annualRateBps: offer.annualRateBps,
    durationMonths: offer.durationMonths,
    product: offer.product,
    acceptedOn: clock.acceptanceDay,
  });
  await insertContract(work.tx, {
    id: request.id,
    reference: offer.reference,
    acceptedAt: work.now,
    setHash: offer.setHash,
    statements: ACCEPTANCE_STATEMENTS.map((text) => fill(text, { reference: offer.reference })),
    evidence: { ...evidence },
    dueDay: acceptance.dueDay,
    payoutChoice: acceptance.payoutChoice,
    paysOutside: paysOutside(institution.status),
    ...daysOfContract(clock),
  });
  await updateRequest(work.tx, request.id, { phase: step.to });
  const paperId = await keepSignedContract(work, institution, { offer, acceptance, clock, borrower });
  await notifyClientWithPapers(
    work,
    borrower.userId,
    'loan-accepted',
    {
      amountMinor: offer.principal,
      currency: offer.currency,
      reference: offer.reference,
      agreementLastDay: clock.agreementLastDay,
      withdrawalLastDay: clock.withdrawalLastDay,
    },
    [paperId],
  );
  if (paysOutside(institution.status))
    await notifyClient(work, borrower.userId, 'loan-payout-account', {
      amountMinor: offer.principal,
      currency: offer.currency,
    });
  await announce(work, { userId: borrower.userId, staff: true }, ['loans']);
}

/**
 * Declines an offer before it is accepted (LC-36).
 * @throws Refusal `not-found`; `loan.wrong-phase`.
 */
export async function declineOffer(work: Work, accountId: string, loanId: string): Promise<void> {
  if (!(await loanOfAccount(work.tx, accountId, loanId))) throw new Refusal('not-found');
  const { request, step } = await lockForEvent(work, loanId, 'decline');
  await updateRequest(work.tx, loanId, { phase: step.to, endedAt: work.now });
  await announce(work, { userId: work.actorId, staff: true }, ['loans']);
  const borrower = await borrowerOf(work.tx, request.clientAccountId);
  await notifyClientWithPapers(
    work,
    borrower.userId,
    'loan-declined',
    { amountMinor: request.amount, currency: request.currency },
    [],
  );
}
