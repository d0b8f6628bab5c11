import { ibanVerdict } from '#domain/accounts/iban.ts';
import { Refusal } from '#domain/errors.ts';
import { withdrawalDetails } from '#domain/ledger/movement-words.ts';
import { transferSent } from '#domain/ledger/payment-postings.ts';
import { withdrawalExecution } from '#domain/ledger/postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { money } from '#domain/money/money.ts';
import { missingOfReason } from '#domain/status-table.ts';
import { noteVerdict, type WithdrawalReason } from '#domain/withdrawals/request.ts';
import {
  findTransition,
  type WITHDRAWAL_DECISIONS,
  type WithdrawalStatus,
} from '#domain/withdrawals/status.ts';
import { requireReconciled } from '../ledger/reconciliation.ts';
import { newClientLine, type Recorded, recordTransaction } from '../ledger/record-transaction.ts';
import { isKeptByStatements } from '../ledger/settlement.ts';
import type { NotificationKind } from '../notifications/notify.ts';
import { tellDecision } from '../notifications/tell-decision.ts';
import type { Work } from '../work/work.ts';
import { openBatchOf } from './batch-queries.ts';
import {
  isSharedIban,
  lockWithdrawal,
  updateWithdrawal,
  type WithdrawalReviewRow,
  type WithdrawalRow,
  withdrawalForReview,
} from './queries.ts';
import { sameAccount } from './request-withdrawal.ts';

export type WithdrawalDecisionAction = (typeof WITHDRAWAL_DECISIONS)[number];

export interface WithdrawalDecision {
  readonly withdrawalId: string;
  readonly action: WithdrawalDecisionAction;
  /** The status that the staff saw: a decision is of what was seen. */
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

/** Locks the request and finds the step that the decision takes, from the status that the staff saw. */
async function stepOf(work: Work, decision: WithdrawalDecision) {
  const withdrawal = await lockWithdrawal(work.tx, decision.withdrawalId);
  const review = withdrawal && (await withdrawalForReview(work.tx, withdrawal.id));
  if (!review) throw new Refusal('not-found');
  const step = findTransition(withdrawal.status, decision.action);
  const { seenStatus = withdrawal.status } = decision;
  if (step?.by !== 'staff' || seenStatus !== withdrawal.status)
    throw new Refusal('withdrawal.already-decided', {
      status: withdrawal.status,
      by: review.processor ?? '',
      at: withdrawal.processedAt?.toISOString() ?? '',
    });
  return { withdrawal, account: review.account, step };
}

/** The reason of a rejection, for the client to read; null for any other decision. */
function reasonOf({ reasonCode, reasonNote }: WithdrawalDecision, isRequired: boolean) {
  if (!isRequired) return null;
  const missing = missingOfReason({ reasonCode, reasonNote });
  if (!reasonCode || missing)
    throw new Refusal('withdrawal.reason-required', {}, [
      { field: missing ?? 'reasonCode', message: 'validation.required' },
    ]);
  // A note must not make the client pay (docs/rules.md, Honest by design 7).
  if (!noteVerdict(reasonNote ?? '').ok)
    throw new Refusal('request.invalid', {}, [
      { field: 'reasonNote', message: 'validation.note.asksForPayment' },
    ]);
  return { reasonCode, reasonNote: reasonNote?.trim() || null };
}

/** What is in a file will be paid: it cannot be refused any more, unless the file is withdrawn. */
async function requireInNoFile(work: Work, withdrawalId: string): Promise<void> {
  const batch = await openBatchOf(work.tx, withdrawalId);
  if (batch) throw new Refusal('withdrawal.in-batch', batch);
}

type Account = WithdrawalReviewRow['account'];

/** Books the transfer that has left. */
async function execute(work: Work, withdrawal: WithdrawalRow, account: Account): Promise<Recorded> {
  // The stored verdict is of the rules of its day.
  if (!withdrawal.ibanValid || !ibanVerdict(withdrawal.clientIban).ok)
    throw new Refusal('withdrawal.invalid-iban');
  // The account may have got this IBAN after the request.
  if (withdrawal.clientIban === account.iban) throw sameAccount();
  const currency = withdrawal.currency as CurrencyCode;
  const { id, ledgerAccountId } = account;
  const isKept = await isKeptByStatements(work.tx, currency);
  if (isKept) await requireReconciled(work.tx, currency);
  // Once our account is kept by its statements, the transfer is under way until the bank's line (PAY-19).
  const make = isKept ? transferSent : withdrawalExecution;
  const payee = { bankName: withdrawal.clientBankName, iban: withdrawal.clientIban };
  return recordTransaction(work, {
    account: { id, ledgerAccountId, currency },
    posting: make({ ledgerAccountId, currency }, money(withdrawal.amount, currency)),
    causeId: withdrawal.id,
    line: newClientLine(work, 'VIR'),
    details: isKept ? { payee: payee.bankName, ibanEnd: payee.iban.slice(-4) } : withdrawalDetails(payee),
    document: { kind: 'order', orderId: withdrawal.id },
  });
}

/**
 * Decides a withdrawal in one transaction. Only its execution touches the books; until then the amount is held, and a rejection releases it
 * (docs/rules.md, Withdrawals).
 * @throws Refusal `not-found`; `withdrawal.already-decided` with who and when; `withdrawal.reason-required`; `request.invalid` for a note
 * that asks for a payment; `transfer.payee-unavailable` for an IBAN that two accounts have; `withdrawal.in-batch` for a rejection of what is in a file; `withdrawal.invalid-iban` when an IBAN that does not hold would be paid; `transfer.same-account`; `ledger.insufficient-balance`.
 */
export async function decideWithdrawal(
  work: Work,
  decision: WithdrawalDecision,
): Promise<WithdrawalReviewRow> {
  const { withdrawal, account, step } = await stepOf(work, decision);
  // Two accounts have this IBAN: nobody can say which of them is meant (PAY-5, PAY-34).
  if (step.to !== 'rejected' && (await isSharedIban(work.tx, withdrawal.clientIban)))
    throw new Refusal('transfer.payee-unavailable');
  const reason = reasonOf(decision, step.reasonRequired);
  if (step.to === 'rejected') await requireInNoFile(work, withdrawal.id);
  const executed = step.to === 'completed' ? await execute(work, withdrawal, account) : null;
  await updateWithdrawal(work.tx, withdrawal.id, {
    status: step.to,
    processedBy: work.actorId,
    processedAt: work.now,
    ...reason,
    ...(executed ? { ledgerTransactionId: executed.ledgerTransactionId } : {}),
  });
  await tellDecision(work, {
    operation: `withdrawals.decide.${decision.action}`,
    account,
    request: withdrawal,
    to: step.to,
    facts: { iban: withdrawal.clientIban },
    movement: executed && { ...executed, amountMinor: -withdrawal.amount },
    reason,
    notice: NOTIFICATION_OF[decision.action],
    // What is held changes with every decision, and the available balance with it.
    topics: ['withdrawals', 'account'],
  });
  const review = await withdrawalForReview(work.tx, withdrawal.id);
  if (!review) throw new Error('the decided withdrawal request cannot be read');
  return review;
}
