import type { Institution } from '#content/institution/schema.ts';
import { Refusal } from '#domain/errors.ts';
import { mayLend } from '#domain/loans/may-lend.ts';
import {
  EVENT_OF_ACTION,
  findTransition,
  type LoanAction,
  type LoanStatus,
  propertiesOf,
} from '#domain/loans/phases.ts';
import type { PriceList } from '#domain/loans/products.ts';
import type { RejectionReason } from '#domain/loans/request.ts';
import { priceListOf } from '#domain/loans/standard-price-list.ts';
import { missingOfReason } from '#domain/status-table.ts';
import { legalDay } from '#domain/time/days.ts';
import { areAssetsFrozen } from '../db/has-legal-block.ts';
import type { NotificationKind } from '../notifications/notify.ts';
import { tellDecision } from '../notifications/tell-decision.ts';
import { followWhatIsTaken } from '../tasks/follow.ts';
import type { Work } from '../work/work.ts';
import type { WholeFile } from './file/loan-file.ts';
import { recordDecision } from './file/record-decision.ts';
import { grantDirectLoan } from './grant-loan.ts';
import { outsideBounds } from './loan-bounds.ts';
import { type Payout, payOutLoan } from './pay-out-loan.ts';
import { loanForReview, lockRequest, type RequestRow, type ReviewRow, updateRequest } from './queries.ts';
import { hasFrozenLoan } from './recovery/recovery-queries.ts';

export interface LoanDecision {
  readonly loanId: string;
  readonly action: LoanAction;
  /** The status that the administrator saw: a decision is of what was seen. */
  readonly seenStatus?: LoanStatus;
  readonly reasonCode?: RejectionReason;
  readonly reasonNote?: string;
  /** Why beyond the policy, and why in spite of a listing in the FICP (LC-21, LC-22). */
  readonly policyReason?: string;
  readonly ficpReason?: string;
}

/** The request after the decision and, when it was paid out, the reference of the movement. */
export interface LoanDecided {
  readonly review: ReviewRow;
  readonly referenceNumber: string | null;
}

/** What the client is told. A house that only transmits announces no decision of its own (LC-6). */
function noticeOf(action: LoanAction, lends: boolean): NotificationKind | null {
  if (action === 'approve') return 'loan-approved';
  if (action === 'reject') return 'loan-rejected';
  return lends ? 'loan-processing' : null;
}

/** Locks the request and finds the step that the decision takes, in the phase that the staff saw. */
async function stepOf(work: Work, decision: LoanDecision) {
  const request = await lockRequest(work.tx, decision.loanId);
  const review = request && (await loanForReview(work.tx, request.id));
  if (!review) throw new Refusal('not-found');
  const step = findTransition(request.phase, EVENT_OF_ACTION[decision.action]);
  const { seenStatus = request.status } = decision;
  if (step?.by !== 'staff' || seenStatus !== request.status)
    throw new Refusal('loan.already-decided', {
      status: request.status,
      by: review.reviewer ?? '',
      at: request.reviewedAt?.toISOString() ?? '',
    });
  return { request, account: review.account, step };
}

/** The reason of a refusal, for the client to read. Any other decision has none. */
function reasonOf({ reasonCode, reasonNote }: LoanDecision, isRequired: boolean) {
  if (!isRequired) return null;
  const missing = missingOfReason({ reasonCode, reasonNote });
  if (!reasonCode || missing)
    throw new Refusal('loan.reason-required', {}, [
      { field: missing ?? 'reasonCode', message: 'validation.required' },
    ]);
  return { reasonCode, reasonNote: reasonNote?.trim() || null };
}

/**
 * Grants the request and pays the loan out in the same step (LC-2).
 * @throws Refusal `loan.frozen` while another loan of the client is (LC-94); `client.frozen` while their assets are (PAY-62); `loan.outside-terms`, `loan.outside-durations`, `rate.unknown` when the request is outside the
 * bounds of the day (LC-13): it may be older than they are, and can then only be refused.
 */
async function approveDirectly(
  work: Work,
  request: RequestRow,
  {
    ledgerAccountId,
    whole,
    priceList,
  }: {
    readonly ledgerAccountId: string;
    readonly whole: WholeFile | null;
    readonly priceList: PriceList;
  },
): Promise<Payout> {
  if (await hasFrozenLoan(work.tx, request.clientAccountId)) throw new Refusal('loan.frozen');
  if (await areAssetsFrozen(work.tx, request.clientAccountId)) throw new Refusal('client.frozen');
  const outside = await outsideBounds(work.tx, priceList, request, legalDay(work.now));
  if (outside) throw new Refusal(outside.code, outside.params);
  const loan = await grantDirectLoan(work, request, whole?.confirmed?.content ?? null);
  return payOutLoan(work, loan, ledgerAccountId);
}

/** Writes down what a decision is based on (LC-25); taking a request in hand decides nothing. */
async function decidedOn(work: Work, request: RequestRow, decision: LoanDecision): Promise<WholeFile | null> {
  const event = EVENT_OF_ACTION[decision.action];
  if (event === 'take') return null;
  const { policyReason, ficpReason, reasonCode } = decision;
  return recordDecision(work, request, { event, policyReason, ficpReason, reasonCode });
}

/**
 * Decides a loan request in one transaction: takes it in hand, refuses it with a reason, or approves it, which grants the loan and pays it out
 * at once (LC-2). A live institution lends by contract only (LC-5), and one whose status forbids to lend decides nothing (LC-6).
 * @throws Refusal `not-found`; `loan.already-decided` with who and when; `loan.status-forbids`; `loan.contract-required` for an approval in live; `loan.reason-required` for a refusal
 * without reason;
 * `loan.outside-terms` for a payout outside the bounds of the day; `ledger.balance-too-high`.
 */
export async function decideLoan(
  work: Work,
  institution: Pick<Institution, 'mode' | 'status' | 'priceList'>,
  decision: LoanDecision,
): Promise<LoanDecided> {
  const { request, account, step } = await stepOf(work, decision);
  const lends = mayLend(institution);
  if (step.action !== 'take' && !lends) throw new Refusal('loan.status-forbids');
  if (institution.mode === 'live' && step.action === 'approve-direct')
    throw new Refusal('loan.contract-required');
  const reason = reasonOf(decision, step.reasonRequired);
  const whole = await decidedOn(work, request, decision);
  const { ledgerAccountId } = account;
  const payout =
    step.action === 'approve-direct'
      ? await approveDirectly(work, request, { ledgerAccountId, whole, priceList: priceListOf(institution) })
      : null;
  await updateRequest(work.tx, request.id, {
    phase: step.to,
    reviewedBy: work.actorId,
    reviewedAt: work.now,
    ...(step.to === 'refused' ? { endedAt: work.now } : {}),
    ...reason,
  });
  if (EVENT_OF_ACTION[decision.action] === 'take')
    await followWhatIsTaken(work, { kind: 'loan', id: request.id }, account.id);
  await tellDecision(work, {
    operation: `loans.decide.${decision.action}`,
    account,
    request,
    to: propertiesOf(step.to).status,
    facts: { durationMonths: request.durationMonths },
    movement: payout && { ...payout, amountMinor: request.amount },
    reason,
    notice: noticeOf(decision.action, lends),
    ...(reason && whole?.file.ficp ? { noticeParams: { ficpConsulted: 1 } } : {}),
    topics: ['loans'],
  });
  const review = await loanForReview(work.tx, request.id);
  if (!review) throw new Error('the decided loan request cannot be read');
  return { review, referenceNumber: payout?.referenceNumber ?? null };
}
