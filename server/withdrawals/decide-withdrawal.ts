import { ibanVerdict } from '#domain/accounts/iban.ts';
import { Refusal } from '#domain/errors.ts';
import { withdrawalDetails } from '#domain/ledger/movement-words.ts';
import { withdrawalExecution } from '#domain/ledger/postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { money } from '#domain/money/money.ts';
import { noteVerdict, type WithdrawalReason } from '#domain/withdrawals/request.ts';
import {
  findTransition,
  type WITHDRAWAL_DECISIONS,
  type WithdrawalStatus,
} from '#domain/withdrawals/status.ts';
import { audit } from '../audit/audit.ts';
import { newClientLine, recordTransaction } from '../ledger/record-transaction.ts';
import { announce } from '../notifications/live.ts';
import { type NotificationKind, notifyClient } from '../notifications/notify.ts';
import type { Work } from '../work/work.ts';
import { openBatchOf } from './batch-queries.ts';
import { failureReason } from './failure-reason.ts';
import {
  lockWithdrawal,
  updateWithdrawal,
  type WithdrawalReviewRow,
  withdrawalForReview,
} from './queries.ts';
import { sameAccount } from './request-withdrawal.ts';

export type WithdrawalDecisionAction = (typeof WITHDRAWAL_DECISIONS)[number];

export interface WithdrawalDecision {
  readonly withdrawalId: string;
  readonly action: WithdrawalDecisionAction;
  /** The status that the administrator saw: a decision is of what was seen. */
  readonly seenStatus?: WithdrawalStatus;
  readonly reasonCode?: WithdrawalReason;
  readonly reasonNote?: string;
}

const NOTIFICATION_OF: Record<WithdrawalDecisionAction, NotificationKind> = {
  approve: 'withdrawal-approved',
  process: 'withdrawal-processing',
  reject: 'withdrawal-rejected',
  complete: 'withdrawal-completed',
};

/**
 * The reason as the client will read it.
 * @throws Refusal `withdrawal.reason-required` without a reason, or with `other` and no note; `request.invalid` for a note that could make
 * someone pay (docs/rules.md, Honest by design 7).
 */
function reasonOf({ reasonCode, reasonNote }: WithdrawalDecision): {
  reasonCode: WithdrawalReason;
  failureReason: string;
} {
  if (!reasonCode || (reasonCode === 'other' && !reasonNote))
    throw new Refusal('withdrawal.reason-required', {}, [
      { field: reasonCode ? 'reasonNote' : 'reasonCode', message: 'validation.required' },
    ]);
  if (!noteVerdict(reasonNote ?? '').ok)
    throw new Refusal('request.invalid', {}, [
      { field: 'reasonNote', message: 'validation.note.asksForPayment' },
    ]);
  return { reasonCode, failureReason: failureReason(reasonCode, reasonNote) };
}

/**
 * Decides a withdrawal in one transaction: lock, status table, postings, request, notification. Only its execution touches the books;
 * until then the amount is held, and a rejection releases it (docs/rules.md, Withdrawals).
 * @throws Refusal `not-found`; `withdrawal.already-decided` with who and when; `withdrawal.reason-required`; `request.invalid` for a note
 * that asks for a payment; `withdrawal.in-batch` for a rejection of what is in a file; `withdrawal.invalid-iban` when an IBAN that does not hold would be paid; `transfer.same-account`; `ledger.insufficient-balance`.
 */
export async function decideWithdrawal(
  work: Work,
  decision: WithdrawalDecision,
): Promise<WithdrawalReviewRow> {
  const withdrawal = await lockWithdrawal(work.tx, decision.withdrawalId);
  if (!withdrawal) throw new Refusal('not-found');
  const step = findTransition(withdrawal.status, decision.action);
  const { seenStatus = withdrawal.status } = decision;
  if (step?.by !== 'staff' || seenStatus !== withdrawal.status) {
    const decided = await withdrawalForReview(work.tx, withdrawal.id);
    throw new Refusal('withdrawal.already-decided', {
      status: withdrawal.status,
      by: decided?.processor ?? '',
      at: withdrawal.processedAt?.toISOString() ?? '',
    });
  }
  const reason = step.reasonRequired ? reasonOf(decision) : null;
  // What is in a file will be paid: it cannot be refused any more, unless the file is withdrawn.
  const batch = step.to === 'rejected' ? await openBatchOf(work.tx, withdrawal.id) : null;
  if (batch) throw new Refusal('withdrawal.in-batch', batch);
  // The stored verdict is of the rules of its day.
  const isValid = withdrawal.ibanValid && ibanVerdict(withdrawal.clientIban).ok;
  if (step.to === 'completed' && !isValid) throw new Refusal('withdrawal.invalid-iban');
  const before = await withdrawalForReview(work.tx, withdrawal.id);
  if (!before) throw new Refusal('not-found');

  // The account may have got this IBAN after the request.
  if (step.to === 'completed' && withdrawal.clientIban === before.account.iban) throw sameAccount();

  let executed: { ledgerTransactionId: string; balanceAfterMinor: number; referenceNumber: string } | null =
    null;
  if (step.to === 'completed') {
    const currency = withdrawal.currency as CurrencyCode;
    const { id, ledgerAccountId } = before.account;
    executed = await recordTransaction(work, {
      account: { id, ledgerAccountId, currency },
      posting: withdrawalExecution({ ledgerAccountId, currency }, money(withdrawal.amount, currency)),
      causeId: withdrawal.id,
      line: newClientLine(work, 'VIR'),
      details: withdrawalDetails({ bankName: withdrawal.clientBankName, iban: withdrawal.clientIban }),
    });
  }
  await updateWithdrawal(work.tx, withdrawal.id, {
    status: step.to,
    processedBy: work.actorId,
    processedAt: work.now,
    ...(reason ?? {}),
    ...(executed ? { ledgerTransactionId: executed.ledgerTransactionId } : {}),
  });
  audit(work, {
    operation: `withdrawals.decide.${decision.action}`,
    clientAccountId: before.account.id,
    subjectId: withdrawal.id,
    before: {
      status: withdrawal.status,
      ...(executed
        ? { balanceMinor: executed.balanceAfterMinor + withdrawal.amount, currency: withdrawal.currency }
        : {}),
    },
    after: {
      status: step.to,
      amountMinor: withdrawal.amount,
      currency: withdrawal.currency,
      iban: withdrawal.clientIban,
      ...(executed
        ? { balanceMinor: executed.balanceAfterMinor, referenceNumber: executed.referenceNumber }
        : {}),
      ...(reason ? { reasonCode: reason.reasonCode, reasonNote: decision.reasonNote?.trim() || null } : {}),
    },
  });
  await notifyClient(work, before.account.userId, NOTIFICATION_OF[decision.action], {
    amountMinor: withdrawal.amount,
    currency: withdrawal.currency,
    // The code lets each language say it in its own words; the sentence is what the request itself keeps.
    ...(reason
      ? {
          reason: reason.failureReason,
          reasonCode: reason.reasonCode,
          reasonNote: decision.reasonNote?.trim() ?? '',
        }
      : {}),
  });
  await announce(
    work,
    { userId: before.account.userId, staff: true },
    step.to === 'completed' ? ['withdrawals', 'account', 'transactions'] : ['withdrawals', 'account'],
  );
  const review = await withdrawalForReview(work.tx, withdrawal.id);
  if (!review) throw new Error('the decided withdrawal request cannot be read');
  return review;
}
