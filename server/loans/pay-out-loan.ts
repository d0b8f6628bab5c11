import { payoutDetails } from '#domain/ledger/movement-words.ts';
import { loanPayout } from '#domain/ledger/postings.ts';
import { firstDueDate } from '#domain/loans/due-dates.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { money } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { newClientLine, recordTransaction } from '../ledger/record-transaction.ts';
import type { Work } from '../work/work.ts';
import { type GrantedLoan, recordPayout } from './queries.ts';
import { fixSchedule } from './schedules.ts';

/** What the payout did to the client's account. */
export interface Payout {
  readonly referenceNumber: string;
  readonly balanceAfterMinor: number;
}

/**
 * Pays a granted loan out, whole, to its client's account, and fixes its schedule: the first instalment falls due a month after this day
 * (LC-53, LC-63).
 * @throws Refusal `ledger.balance-too-high` when the account cannot hold it.
 */
export async function payOutLoan(work: Work, loan: GrantedLoan, ledgerAccountId: string): Promise<Payout> {
  const currency = loan.currency as CurrencyCode;
  const { ledgerTransactionId, referenceNumber, balanceAfterMinor } = await recordTransaction(work, {
    account: { id: loan.clientAccountId, ledgerAccountId, currency },
    posting: loanPayout({ ledgerAccountId, currency }, loan.id, money(loan.principal, currency)),
    causeId: loan.id,
    line: newClientLine(work, 'PRT'),
    details: payoutDetails(loan),
  });
  const firstDueOn = firstDueDate(work.now);
  await recordPayout(work.tx, loan.id, {
    paidOutAt: work.now,
    firstDueOn,
    ledgerTransactionId,
    accruedOn: legalDay(work.now),
  });
  await fixSchedule(work, loan, firstDueOn);
  return { referenceNumber, balanceAfterMinor };
}
