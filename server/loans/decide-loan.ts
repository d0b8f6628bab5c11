import { Refusal } from '#domain/errors.ts';
import { payoutDetails } from '#domain/ledger/movement-words.ts';
import { loanPayout } from '#domain/ledger/postings.ts';
import type { RejectionReason } from '#domain/loans/request.ts';
import { findTransition, type LoanAction, type LoanStatus } from '#domain/loans/status.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { requireWithinMaximum } from '#domain/money/maximum.ts';
import { money } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../audit/audit.ts';
import { newClientLine, recordTransaction } from '../ledger/record-transaction.ts';
import { announce } from '../notifications/live.ts';
import { type NotificationKind, notifyClient } from '../notifications/notify.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import type { Work } from '../work/work.ts';
import { loanForReview, lockLoan, type ReviewRow, updateLoan } from './queries.ts';

export interface LoanDecision {
  readonly loanId: string;
  readonly action: LoanAction;
  /** The status that the administrator saw: a decision is of what was seen. */
  readonly seenStatus?: LoanStatus;
  readonly reasonCode?: RejectionReason;
  readonly reasonNote?: string;
}

/** The request after the decision and, when it was paid out, the reference of the movement. */
export interface LoanDecided {
  readonly review: ReviewRow;
  readonly referenceNumber: string | null;
}

const NOTIFICATION_OF: Record<LoanAction, NotificationKind> = {
  approve: 'loan-approved',
  process: 'loan-processing',
  reject: 'loan-rejected',
};

/**
 * Decides a loan request in one transaction: lock, status table, postings, request, notification (docs/rules.md, Loans). In
 * the demonstration the payout is immediate, as specified; the payout date is a property of the decision, so that a waiting period
 * fits without changing this order.
 * @throws Refusal `not-found`; `loan.already-decided` with who and when; `loan.reason-required` for a rejection without reason;
 * `request.invalid` for a payout above the maximum of a loan.
 */
export async function decideLoan(work: Work, decision: LoanDecision): Promise<LoanDecided> {
  const loan = await lockLoan(work.tx, decision.loanId);
  if (!loan) throw new Refusal('not-found');
  const step = findTransition(loan.status, decision.action);
  const { seenStatus = loan.status } = decision;
  if (step?.by !== 'staff' || seenStatus !== loan.status) {
    const decided = await loanForReview(work.tx, loan.id);
    throw new Refusal('loan.already-decided', {
      status: loan.status,
      by: decided?.reviewer ?? '',
      at: loan.reviewedAt?.toISOString() ?? '',
    });
  }
  if (
    step.reasonRequired &&
    (!decision.reasonCode || (decision.reasonCode === 'other' && !decision.reasonNote))
  )
    throw new Refusal('loan.reason-required', {}, [
      { field: decision.reasonCode ? 'reasonNote' : 'reasonCode', message: 'validation.required' },
    ]);
  const before = await loanForReview(work.tx, loan.id);
  if (!before) throw new Refusal('not-found');

  let referenceNumber: string | null = null;
  let ledgerTransactionId: string | null = null;
  let balanceAfterMinor: number | null = null;
  if (step.to === 'approved') {
    const currency = loan.currency as CurrencyCode;
    // A request may have been made before the maximum was: it can be refused, not paid out.
    const maximum = await parameterOn(work.tx, legalDay(work.now), 'maximum.loan');
    requireWithinMaximum(money(loan.amount, currency), maximum, 'amountMinor');
    const movement = await recordTransaction(work, {
      account: {
        id: before.account.id,
        ledgerAccountId: before.account.ledgerAccountId,
        currency,
      },
      posting: loanPayout(
        { ledgerAccountId: before.account.ledgerAccountId, currency },
        money(loan.amount, currency),
      ),
      causeId: loan.id,
      line: newClientLine(work, 'PRT'),
      details: payoutDetails(loan),
    });
    referenceNumber = movement.referenceNumber;
    ledgerTransactionId = movement.ledgerTransactionId;
    balanceAfterMinor = movement.balanceAfterMinor;
  }
  await updateLoan(work.tx, loan.id, {
    status: step.to,
    reviewedBy: work.actorId,
    reviewedAt: work.now,
    ...(step.reasonRequired
      ? { reasonCode: decision.reasonCode, reasonNote: decision.reasonNote || null }
      : {}),
    ...(ledgerTransactionId ? { ledgerTransactionId, paidOutAt: work.now } : {}),
  });
  await notifyClient(work, before.account.userId, NOTIFICATION_OF[decision.action], {
    amountMinor: loan.amount,
    currency: loan.currency,
    ...(step.reasonRequired
      ? { reasonCode: decision.reasonCode ?? 'other', reasonNote: decision.reasonNote ?? '' }
      : {}),
  });
  await announce(
    work,
    { userId: before.account.userId, staff: true },
    step.to === 'approved' ? ['loans', 'account', 'transactions'] : ['loans'],
  );
  audit(work, {
    operation: `loans.decide.${decision.action}`,
    clientAccountId: before.account.id,
    subjectId: loan.id,
    before: {
      status: loan.status,
      ...(balanceAfterMinor === null
        ? {}
        : { balanceMinor: balanceAfterMinor - loan.amount, currency: loan.currency }),
    },
    after: {
      status: step.to,
      amountMinor: loan.amount,
      currency: loan.currency,
      durationMonths: loan.durationMonths,
      ...(balanceAfterMinor === null ? {} : { balanceMinor: balanceAfterMinor, referenceNumber }),
      ...(step.reasonRequired
        ? { reasonCode: decision.reasonCode ?? null, reasonNote: decision.reasonNote || null }
        : {}),
    },
  });
  const review = await loanForReview(work.tx, loan.id);
  if (!review) throw new Error('the decided loan request cannot be read');
  return { review, referenceNumber };
}
