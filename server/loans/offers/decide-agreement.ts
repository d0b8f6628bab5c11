import type { Institution } from '#content/institution/schema.ts';
import { Refusal } from '#domain/errors.ts';
import { endOfLegalDay, lateAgreementLastDay, latePayoutDay } from '#domain/loans/contract-clock.ts';
import { missingOfFile } from '#domain/loans/file-guards.ts';
import { mayLend } from '#domain/loans/may-lend.ts';
import type { LoanPhase } from '#domain/loans/phases.ts';
import type { RejectionReason } from '#domain/loans/request.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { missingOfReason } from '#domain/status-table.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../../audit/audit.ts';
import { announce } from '../../notifications/live.ts';
import { notifyClient } from '../../notifications/notify.ts';
import type { Work } from '../../work/work.ts';
import { wrongPhase } from '../file/own-request.ts';
import { recordDecision } from '../file/record-decision.ts';
import { needsOtherPerson } from '../other-person.ts';
import { loanOfAccount, lockRequest, type RequestRow, updateRequest } from '../queries.ts';
import { contractLawOn } from './contract-law.ts';
import { lockForEvent } from './issue-offer.ts';
import { usuryOf } from './offer-guards.ts';
import {
  type Borrower,
  borrowerOf,
  type ContractRow,
  contractOf,
  type OfferRow,
  offerOf,
  updateContract,
} from './queries.ts';

/** The lender's word on an accepted contract. */
export interface AgreementDecision {
  readonly id: string;
  readonly action: 'agree' | 'refuse';
  readonly seenPhase: LoanPhase;
  readonly reasonCode?: RejectionReason | undefined;
  readonly reasonNote?: string | undefined;
}

interface AcceptedContract {
  readonly request: RequestRow;
  readonly offer: OfferRow;
  readonly contract: ContractRow;
  readonly borrower: Borrower;
}

async function acceptedContract(work: Work, request: RequestRow): Promise<AcceptedContract> {
  const offer = await offerOf(work.tx, request.id);
  const contract = await contractOf(work.tx, request.id);
  if (!offer || !contract) throw new Refusal('not-found');
  return { request, offer, contract, borrower: await borrowerOf(work.tx, request.clientAccountId) };
}

/**
 * LC-25, LC-49: the issuer of the offer does not agree to it, unless a demonstration has no other person who may.
 * @throws Refusal `loan.other-person-required`.
 */
async function requireOtherPerson(work: Work, mode: Institution['mode'], offer: OfferRow): Promise<void> {
  if (await needsOtherPerson(work, mode, offer.issuedBy, 'loanOffers.decideAgreement.agree'))
    throw new Refusal('loan.other-person-required');
}

/** @throws Refusal `usury.quarter-missing`, `usury.above`: looked at again on the day of the agreement (LC-37). */
async function requireLawfulRate(
  work: Work,
  institution: Institution,
  { offer, contract }: AcceptedContract,
) {
  const day = legalDay(work.now);
  const law = await contractLawOn(work.tx, day);
  const { refusal } = await usuryOf(
    work.tx,
    { institution, law },
    {
      principalMinor: offer.principal,
      currency: offer.currency as CurrencyCode,
      annualRateBps: offer.annualRateBps,
      durationMonths: offer.durationMonths,
      payoutDay: contract.payoutDay,
      dueDay: contract.dueDay,
    },
    day,
  );
  if (refusal) throw new Refusal(refusal);
}

function tellTrail(
  work: Work,
  { request, offer }: AcceptedContract,
  action: 'agree' | 'refuse',
  after: object,
): void {
  audit(work, {
    operation: `loanOffers.decideAgreement.${action}`,
    clientAccountId: request.clientAccountId,
    subjectId: request.id,
    before: { phase: request.phase },
    after: { reference: offer.reference, amountMinor: offer.principal, currency: offer.currency, ...after },
  });
}

/**
 * Agrees to an accepted contract, by another person than who made the offer, until the end of J+7 (LC-49). After the contract has lapsed the
 * lender may still agree for some days: the client then says that they want the credit (LC-51).
 */
async function agree(work: Work, institution: Institution, accepted: AcceptedContract): Promise<void> {
  const { request, offer, contract, borrower } = accepted;
  if (!mayLend(institution)) throw new Refusal('loan.status-forbids');
  await requireOtherPerson(work, institution.mode, offer);
  await requireLawfulRate(work, institution, accepted);
  const { file } = await recordDecision(work, request, { event: 'agree' });
  const lacksFicp = missingOfFile(file).some((guard) => guard === 'ficp' || guard === 'ficp-proof');
  if (institution.mode === 'live' && lacksFicp) throw new Refusal('file.ficp-missing');
  const amounts = { amountMinor: offer.principal, currency: offer.currency };
  if (request.phase === 'lapsed') {
    if (work.now >= endOfLegalDay(lateAgreementLastDay(contract))) throw new Refusal('agreement.too-late');
    if (contract.lateAgreedAt) throw wrongPhase(request);
    await updateContract(work.tx, request.id, { lateAgreedAt: work.now, lateAgreedBy: work.actorId });
    tellTrail(work, accepted, 'agree', { phase: request.phase, isLate: true });
    await notifyClient(work, borrower.userId, 'loan-agreed-late', amounts);
  } else {
    const { step } = await lockForEvent(work, request.id, 'agree');
    if (work.now >= endOfLegalDay(contract.agreementLastDay)) throw new Refusal('agreement.too-late');
    await updateContract(work.tx, request.id, { agreedAt: work.now, agreedBy: work.actorId });
    await updateRequest(work.tx, request.id, { phase: step.to });
    tellTrail(work, accepted, 'agree', { phase: step.to, payoutDay: contract.payoutDay });
    await notifyClient(work, borrower.userId, 'loan-agreed', { ...amounts, payoutDay: contract.payoutDay });
  }
}

async function refuse(work: Work, accepted: AcceptedContract, decision: AgreementDecision): Promise<void> {
  const { request, borrower } = accepted;
  const { step } = await lockForEvent(work, request.id, 'refuse-agreement');
  const missing = missingOfReason(decision);
  if (!decision.reasonCode || missing)
    throw new Refusal('loan.reason-required', {}, [
      { field: missing ?? 'reasonCode', message: 'validation.required' },
    ]);
  const reason = { reasonCode: decision.reasonCode, reasonNote: decision.reasonNote?.trim() || null };
  const { file } = await recordDecision(work, request, {
    event: 'refuse-agreement',
    reasonCode: reason.reasonCode,
  });
  await updateRequest(work.tx, request.id, { phase: step.to, endedAt: work.now, ...reason });
  tellTrail(work, accepted, 'refuse', { phase: step.to, ...reason });
  await notifyClient(work, borrower.userId, 'loan-rejected', {
    amountMinor: request.amount,
    currency: request.currency,
    reasonCode: reason.reasonCode,
    reasonNote: reason.reasonNote ?? '',
    // LC-26: the client learns that the FICP was consulted, never what it said.
    ...(file.ficp ? { ficpConsulted: 1 } : {}),
  });
}

/**
 * Decides about an accepted contract (LC-48 to LC-51).
 * @throws Refusal `not-found`; `loan.wrong-phase`; `loan.status-forbids` (LC-6); `loan.other-person-required`; `usury.quarter-missing`; `usury.above`; `file.ficp-missing`;
 * `agreement.too-late`; `loan.reason-required`.
 */
export async function decideAgreement(
  work: Work,
  institution: Institution,
  decision: AgreementDecision,
): Promise<void> {
  const request = await lockRequest(work.tx, decision.id);
  if (!request) throw new Refusal('not-found');
  if (request.phase !== decision.seenPhase || !['accepted', 'lapsed'].includes(request.phase))
    throw wrongPhase(request);
  const accepted = await acceptedContract(work, request);
  if (decision.action === 'agree') await agree(work, institution, accepted);
  else await refuse(work, accepted, decision);
  await announce(work, { userId: accepted.borrower.userId, staff: true }, ['loans']);
}

/**
 * The client still wants the credit after a late agreement (LC-51): the contract holds, J does not move, and the payout comes on the first
 * TARGET day from the day after.
 * @throws Refusal `not-found`; `loan.wrong-phase` without a late agreement.
 */
export async function confirmLateAgreement(work: Work, accountId: string, loanId: string): Promise<void> {
  if (!(await loanOfAccount(work.tx, accountId, loanId))) throw new Refusal('not-found');
  const { request, step } = await lockForEvent(work, loanId, 'confirm-late-agreement');
  const accepted = await acceptedContract(work, request);
  const { contract, offer, borrower } = accepted;
  if (!contract.lateAgreedAt || !contract.lateAgreedBy) throw wrongPhase(request);
  const payoutDay = latePayoutDay(contract, legalDay(work.now));
  await updateContract(work.tx, loanId, {
    agreedAt: contract.lateAgreedAt,
    agreedBy: contract.lateAgreedBy,
    payoutDay,
  });
  // The lapse had ended it (LC-51).
  await updateRequest(work.tx, loanId, { phase: step.to, endedAt: null });
  await notifyClient(work, borrower.userId, 'loan-agreed', {
    amountMinor: offer.principal,
    currency: offer.currency,
    payoutDay,
  });
  await announce(work, { userId: borrower.userId, staff: true }, ['loans']);
}
