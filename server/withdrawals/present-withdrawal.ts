import type * as z from 'zod/mini';
import type { examinedWithdrawal, reviewedWithdrawal, withdrawal } from '#contract/withdrawals.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { firstDayOf } from '#domain/time/calendars.ts';
import { legalDay } from '#domain/time/days.ts';
import { arrivesBy, isAlarming, receiptOf } from '#domain/withdrawals/deadlines.ts';
import { availableMinor, type WithdrawalReason } from '#domain/withdrawals/request.ts';
import { isOpenWithdrawalStatus } from '#domain/withdrawals/status.ts';
import type { Db } from '../db/database.ts';
import { parametersOn } from '../parameters/parameters-on.ts';
import type { PayeeCheckRow } from '../payees/queries.ts';
import { euroValueMinor } from '../rates/euro-value.ts';
import { ratesByCurrency } from '../rates/queries.ts';
import { awaitedSince } from '../tasks/approval-since.ts';
import type { WithdrawalReviewRow, WithdrawalRow } from './queries.ts';

/** The days of a transfer that people read. @param today the day in French legal time, for one that has not left. */
function daysOf(row: WithdrawalRow, today: string): z.infer<typeof withdrawal>['days'] {
  const { phase, leavesOn, sentAt, settledOn, returnedOn } = row;
  const leaves = phase === 'validated' ? firstDayOf('target-days', today) : leavesOn;
  return {
    answerBy: phase === 'held' ? row.answerBy : null,
    // Of an instant one its client reads that the answer is awaited.
    leaves: sentAt || row.status !== 'approved' || row.isInstant ? null : leaves,
    sent: sentAt && legalDay(sentAt),
    // An instant one has arrived when it has left.
    arrivesBy: sentAt && !row.isInstant ? arrivesBy(sentAt) : null,
    // Our bank's debit of a file that a refused one stood in says nothing of it to its client.
    settled: phase === 'bank-refused' ? null : settledOn,
    returned: returnedOn,
  };
}

/** A request as its client sees it. @param now for the day on which one leaves that stands in no file. */
export function presentWithdrawal(row: WithdrawalRow, now: Date): z.infer<typeof withdrawal> {
  return {
    id: row.id,
    amountMinor: row.amount,
    currency: row.currency as CurrencyCode,
    clientIban: row.clientIban,
    ibanValid: row.ibanValid,
    clientBankName: row.clientBankName,
    recipientName: row.recipientName,
    status: row.status,
    phase: row.phase,
    isInstant: row.isInstant,
    days: daysOf(row, legalDay(now)),
    reasonCode: row.reasonCode as WithdrawalReason | null,
    reasonNote: row.reasonNote,
    failureReason: row.failureReason,
    createdAt: row.createdAt.toISOString(),
    processedAt: row.processedAt?.toISOString() ?? null,
  };
}

/** What the back office shows beside a request: euro values, and until when each is executed or refused (PAY-8). */
export interface ReviewFacts {
  readonly rates: ReadonlyMap<string, string>;
  readonly now: Date;
  readonly cutoff: string;
  readonly within: number;
}

/** Reads them. */
export async function reviewFacts(db: Db, now: Date): Promise<ReviewFacts> {
  const [rates, { 'cutoff.sct': cutoff, 'execute.within': within }] = await Promise.all([
    ratesByCurrency(db),
    parametersOn(db, legalDay(now), ['cutoff.sct', 'execute.within']),
  ]);
  return { rates, now, cutoff, within };
}

/** The same with its client's means, for the back office. */
export function presentReviewedWithdrawal(
  row: WithdrawalReviewRow,
  facts: ReviewFacts,
): z.infer<typeof reviewedWithdrawal> {
  const { balanceMinor } = row.account;
  const { createdAt, status, bankReason } = row.withdrawal;
  const { executeBy } = receiptOf(createdAt, facts);
  const isOpen = isOpenWithdrawalStatus(status);
  return {
    ...presentWithdrawal(row.withdrawal, facts.now),
    client: {
      accountId: row.account.id,
      displayName: row.displayName,
      email: row.email,
      balanceMinor,
      availableMinor: availableMinor({ balanceMinor, openWithdrawalsMinor: row.heldMinor }),
      currency: row.account.currency as CurrencyCode,
    },
    amountEurMinor: euroValueMinor(row.withdrawal.amount, row.withdrawal.currency, facts.rates),
    isOwnAccount: row.withdrawal.isOwnAccount,
    batch: row.batch,
    bankReason,
    executeBy: isOpen ? executeBy : null,
    isLate: isOpen && isAlarming(executeBy, facts.now),
    decision: { by: row.processor, at: row.withdrawal.processedAt?.toISOString() ?? null },
    followedBy: row.followedBy,
    approvalSince: awaitedSince(row.approvals, facts.now),
    dueAt: isOpen ? (row.withdrawal.dueAt?.toISOString() ?? null) : null,
  };
}

/** One order with what was answered about its payee's name: the word of the provider, not who it is. */
export function presentExaminedWithdrawal(
  row: WithdrawalReviewRow,
  check: PayeeCheckRow | null,
  facts: ReviewFacts,
): Omit<z.infer<typeof examinedWithdrawal>, 'facts'> {
  return {
    ...presentReviewedWithdrawal(row, facts),
    payeeCheck: check && {
      result: check.result,
      typedName: check.typedName,
      returnedName: check.returnedName,
      reason: check.reason,
      isSimulated: check.provider === 'simulated',
      answeredAt: check.answeredAt.toISOString(),
      decision: check.decision,
    },
  };
}
