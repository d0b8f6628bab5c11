import { payoutDetails } from '#domain/ledger/movement-words.ts';
import { loanPayout } from '#domain/ledger/postings.ts';
import { contractSchedule, taegOnDates } from '#domain/loans/first-period.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { money } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { requireReconciled } from '../ledger/reconciliation.ts';
import { newClientLine, recordTransaction } from '../ledger/record-transaction.ts';
import type { Work } from '../work/work.ts';
import { type GrantedLoan, recordPayout } from './queries.ts';
import { fixSchedule } from './schedules.ts';
import { requireLoansInBooks } from './servicing/check-loans.ts';

/** What the payout did to the client's account. */
export interface Payout {
  readonly referenceNumber: string;
  readonly balanceAfterMinor: number;
}

/**
 * Pays a granted loan out, whole, to its client's account, and fixes its schedule (LC-53, LC-61 to LC-65).
 * @param dueDay the day of the month on which its instalments fall due, 1 to 31; null for the payout's own (LC-63).
 * @throws Refusal `ledger.balance-too-high` when the account cannot hold it; `loan.books-differ` while the trial check fails (LC-103); `reconciliation.open`
 * while bank and books differ (PAY-33).
 */
export async function payOutLoan(
  work: Work,
  loan: GrantedLoan,
  ledgerAccountId: string,
  dueDay: number | null = null,
): Promise<Payout> {
  await requireLoansInBooks(work.tx);
  const currency = loan.currency as CurrencyCode;
  await requireReconciled(work.tx, currency);
  const { ledgerTransactionId, referenceNumber, balanceAfterMinor } = await recordTransaction(work, {
    account: { id: loan.clientAccountId, ledgerAccountId, currency },
    posting: loanPayout({ ledgerAccountId, currency }, loan.id, money(loan.principal, currency)),
    causeId: loan.id,
    line: newClientLine(work, 'PRT'),
    details: payoutDetails(loan),
  });
  const payoutDay = legalDay(work.now);
  const schedule = contractSchedule({
    principalMinor: loan.principal,
    annualRateBps: loan.annualRateBps,
    durationMonths: loan.durationMonths,
    payoutDay,
    dueDay,
  });
  await recordPayout(work.tx, loan.id, {
    paidOutAt: work.now,
    firstDueOn: schedule.firstPeriod.firstDueDate,
    ledgerTransactionId,
    accruedOn: payoutDay,
    payoutTaegBps: taegInHundredths(taegOnDates(loan.principal, payoutDay, schedule.rows)),
  });
  await fixSchedule(work, loan, schedule);
  return { referenceNumber, balanceAfterMinor };
}

/** A TAEG in percent with two decimals, rounded half up (annexe R314-3), in hundredths. */
export const taegInHundredths = (percent: number): number => Math.round(Number(`${percent.toFixed(12)}e2`));
