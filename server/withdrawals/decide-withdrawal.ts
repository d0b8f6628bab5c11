import type { Institution } from '#content/institution/schema.ts';
import { ibanVerdict } from '#domain/accounts/iban.ts';
import { Refusal } from '#domain/errors.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { missingOfReason } from '#domain/status-table.ts';
import { findTransferStep, statusOfPhase } from '#domain/withdrawals/phases.ts';
import { noteVerdict, type RefusalReason } from '#domain/withdrawals/request.ts';
import {
  EVENT_OF_ACTION,
  findTransition,
  type WITHDRAWAL_DECISIONS,
  type WithdrawalStatus,
} from '#domain/withdrawals/status.ts';
import { requireReconciled } from '../ledger/reconciliation.ts';
import type { Recorded } from '../ledger/record-transaction.ts';
import { isKeptByStatements } from '../ledger/settlement.ts';
import type { NotificationKind } from '../notifications/notify.ts';
import { tellDecision } from '../notifications/tell-decision.ts';
import { followWhatIsTaken } from '../tasks/follow.ts';
import { payoutCameBack } from '../transfers/loan-payout.ts';
import { sendTransfers } from '../transfers/send-transfers.ts';
import { suspendForPayee } from '../transfers/suspend-standing-order.ts';
import { resultOf, type Work } from '../work/work.ts';
import { openBatchOf } from './batch-queries.ts';
import { endHold } from './holds/queries.ts';
import {
  accountForWithdrawal,
  isSharedIban,
  lockWithdrawal,
  peopleOfPayee,
  updateWithdrawal,
  type WithdrawalReviewRow,
  type WithdrawalRow,
  withdrawalForReview,
} from './queries.ts';
import { requireUnblocked, sameAccount } from './request-withdrawal.ts';
import { sendInside } from './send-inside.ts';
import { staysInside } from './transfer-inside.ts';

export type WithdrawalDecisionAction = (typeof WITHDRAWAL_DECISIONS)[number];

export interface WithdrawalDecision {
  readonly withdrawalId: string;
  readonly action: WithdrawalDecisionAction;
  /** The status that the staff saw: a decision is of what was seen. */
  readonly seenStatus?: WithdrawalStatus;
  readonly reasonCode?: RefusalReason;
  readonly reasonNote?: string;
  /** The operation that the audit trail names, when it is not the decision's own. */
  readonly operation?: 'withdrawals.decideHold.release' | 'withdrawals.decideHold.refuse';
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
  // A held one that is taken in hand keeps its status: the table of phases decides, the status says only what the refusal is.
  const step = findTransferStep(withdrawal.phase, EVENT_OF_ACTION[decision.action]);
  const { seenStatus = withdrawal.status } = decision;
  if (seenStatus !== withdrawal.status || !(step ?? findTransition(withdrawal.status, decision.action)))
    throw new Refusal('withdrawal.already-decided', {
      status: withdrawal.status,
      by: review.processor ?? '',
      at: withdrawal.processedAt?.toISOString() ?? '',
    });
  if (!step) {
    // What is in a file will be paid: it cannot be refused any more, unless the file is withdrawn.
    const batch = await openBatchOf(work.tx, withdrawal.id);
    if (batch) throw new Refusal('withdrawal.in-batch', batch);
    throw new Refusal('transfer.wrong-phase', { phase: withdrawal.phase });
  }
  const to = statusOfPhase(step.to);
  return { withdrawal, account: review.account, phase: step.to, to, isReasonRequired: to === 'rejected' };
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

type Account = WithdrawalReviewRow['account'];

/** Books the transfer that has left. */
async function execute(work: Work, withdrawal: WithdrawalRow, account: Account): Promise<Recorded> {
  // The stored verdict is of the rules of its day.
  if (!withdrawal.ibanValid || !ibanVerdict(withdrawal.clientIban).ok)
    throw new Refusal('withdrawal.invalid-iban');
  // The account may have got this IBAN after the request.
  if (withdrawal.clientIban === account.iban) throw sameAccount();
  const currency = withdrawal.currency as CurrencyCode;
  const isKept = await isKeptByStatements(work.tx, currency);
  if (isKept) await requireReconciled(work.tx, currency);
  const {
    id,
    phase,
    amount: amountMinor,
    clientIban: iban,
    clientBankName: bankName,
    recipientName,
  } = withdrawal;
  const transfer = {
    id,
    phase,
    amountMinor,
    currency,
    iban,
    bankName,
    recipientName,
    account,
    sentBy: null,
    settledOn: null,
  };
  return resultOf(await sendTransfers(work, [transfer], isKept));
}

/**
 * Nobody of the staff lets a transfer go to an account of their own, or of a client they are tied to (STAFF-40).
 * @throws Refusal `staff.own-file`.
 */
async function requireOthersPayee({ tx, actorId }: Work, withdrawal: WithdrawalRow): Promise<void> {
  if ((await peopleOfPayee(tx, withdrawal)).includes(actorId)) throw new Refusal('staff.own-file');
}

/** What waits of an account whose assets are frozen goes no further (PAY-62). @throws Refusal `transfer.not-possible`. */
async function requireUnblockedPayer(work: Work, accountId: string): Promise<void> {
  const payer = await accountForWithdrawal(work.tx, accountId);
  if (payer) requireUnblocked(payer);
}

/** Says whether a transfer that is executed leaves inside the house (PAY-34). One that stands in a file is our bank's to pay. */
async function leavesInside(
  { tx: db, now }: Work,
  { phase, clientIban }: WithdrawalRow,
  institution: Institution | null,
): Promise<boolean> {
  return institution !== null && phase === 'validated' && staysInside({ db, institution, now }, clientIban);
}

/** Executes a transfer, inside the house or by our bank. */
function executionOf(
  work: Work,
  withdrawal: WithdrawalRow,
  account: Account,
  isInside: boolean,
): Promise<Recorded> {
  return isInside ? sendInside(work, withdrawal) : execute(work, withdrawal, account);
}

/**
 * Decides a withdrawal in one transaction. Only its execution touches the books; until then the amount is held, and a rejection releases it
 * (docs/rules.md, Withdrawals).
 * @param institution says which IBANs are the house's own; null where the transfers stand in a file.
 * @throws Refusal `not-found`; `withdrawal.already-decided` with who and when; `withdrawal.reason-required`; `request.invalid` for a note
 * that asks for a payment; `transfer.payee-unavailable` for an IBAN that two accounts have; `transfer.not-possible` under a freeze of assets; `withdrawal.in-batch` for a rejection of what is in a file; `transfer.wrong-phase` for another step that its phase does not list (`domain/withdrawals/phases.ts`); `withdrawal.invalid-iban` when an IBAN that does not hold would be paid; `transfer.same-account`; `ledger.insufficient-balance`.
 */
export async function decideWithdrawal(
  work: Work,
  decision: WithdrawalDecision,
  institution: Institution | null = null,
): Promise<WithdrawalReviewRow> {
  const { withdrawal, account, phase, to, isReasonRequired } = await stepOf(work, decision);
  // Two accounts have this IBAN: nobody can say which of them is meant (PAY-5, PAY-34).
  if (to !== 'rejected' && (await isSharedIban(work.tx, withdrawal.clientIban)))
    throw new Refusal('transfer.payee-unavailable');
  // What stands in a file is paid by our bank, to none of our clients.
  if (to === 'approved' || institution !== null) await requireOthersPayee(work, withdrawal);
  if (to === 'approved' || to === 'completed') await requireUnblockedPayer(work, account.id);
  const reason = reasonOf(decision, isReasonRequired);
  const isInside = to === 'completed' && (await leavesInside(work, withdrawal, institution));
  const executed = to === 'completed' ? await executionOf(work, withdrawal, account, isInside) : null;
  // A held one that is taken in hand stays under its check, which ends by an answer (PAY-61).
  if (statusOfPhase(withdrawal.phase) === 'processing' && to !== 'processing')
    await endHold(work.tx, withdrawal.id, {
      outcome: to === 'rejected' ? 'refused' : 'released',
      decidedBy: work.actorId,
      decidedAt: work.now,
    });
  if (!isInside)
    await updateWithdrawal(work.tx, withdrawal.id, {
      phase,
      processedBy: work.actorId,
      processedAt: work.now,
      ...reason,
      ...(executed ? { ledgerTransactionId: executed.ledgerTransactionId, sentAt: work.now } : {}),
    });
  if (reason) await suspendForPayee(work, withdrawal.id, reason.reasonCode);
  if (to === 'processing')
    await followWhatIsTaken(work, { kind: 'withdrawal', id: withdrawal.id }, account.id);
  const order = { id: withdrawal.id, amountMinor: withdrawal.amount, currency: withdrawal.currency };
  const isPayoutBack =
    to === 'rejected' && (await payoutCameBack(work, order, account.userId, reason?.reasonCode ?? null));
  await tellDecision(work, {
    operation: decision.operation ?? `withdrawals.decide.${decision.action}`,
    account,
    request: withdrawal,
    to,
    facts: { iban: withdrawal.clientIban },
    movement: executed && { ...executed, amountMinor: -withdrawal.amount },
    reason,
    notice: isPayoutBack ? null : NOTIFICATION_OF[decision.action],
    // What is held changes with every decision, and the available balance with it.
    topics: ['withdrawals', 'account'],
  });
  const review = await withdrawalForReview(work.tx, withdrawal.id);
  if (!review) throw new Error('the decided withdrawal request cannot be read');
  return review;
}
