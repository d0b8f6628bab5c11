import { and, eq } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { interestForfeiture } from '#domain/ledger/postings.ts';
import { rowsWithoutInterest } from '#domain/loans/forfeiture.ts';
import { lateInterestOwedMinor, unpaidRows } from '#domain/loans/loan-state.ts';
import { sumMinor } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { loanInstalments, loans } from '../../db/schema/index.ts';
import { newClientLine, recordTransaction } from '../../ledger/record-transaction.ts';
import type { Work } from '../../work/work.ts';
import { supersede, writeScheduleVersion } from '../schedules.ts';
import { accrue } from '../servicing/accrue-interest.ts';
import { missedState, readServicedLoans, type ServicedLoan } from '../servicing/serviced-loans.ts';
import { tellBorrower } from '../servicing/tell-borrower.ts';
import { keepLetter } from './letters.ts';
import { interestReceived } from './recovery-queries.ts';

/** Checks the interest that a judgment gives back. @throws Refusal `forfeiture.above-received`. */
export async function requireForfeiture(work: Work, { loan }: ServicedLoan, amountMinor: number) {
  const { receivedMinor, givenBackMinor } = await interestReceived(work.tx, loan.id);
  if (amountMinor > receivedMinor - givenBackMinor) throw new Refusal('forfeiture.above-received');
}

/** The schedule goes on without interest; an accelerated loan keeps its one row, of capital alone. */
async function continueWithoutInterest(work: Work, serviced: ServicedLoan, day: string): Promise<void> {
  const { loan, state, phase } = serviced;
  const rows = rowsWithoutInterest(state, day);
  if (rows.length === 0) return;
  const unpaid = unpaidRows(state, day).map(({ number }) => number);
  const version = await writeScheduleVersion(work, loan.id, {
    reason: 'forfeiture',
    day,
    openingBalanceMinor: sumMinor(rows.map(({ principalMinor }) => principalMinor)),
    annualRateBps: 0,
    rows,
  });
  await supersede(work, loan.id, unpaid, version);
  const isAllDue = rows.every(({ dueDate }) => dueDate <= day);
  if (phase === 'accelerated' || isAllDue)
    await work.tx
      .update(loanInstalments)
      .set({ missedOn: day, collectAt: null })
      .where(and(eq(loanInstalments.loanId, loan.id), eq(loanInstalments.version, version)));
  // A frozen loan is not collected, whatever its rows are.
  if (loan.frozen !== null)
    await work.tx
      .update(loanInstalments)
      .set({ collectAt: null })
      .where(and(eq(loanInstalments.loanId, loan.id), eq(loanInstalments.version, version)));
}

/** Late interest is interest too: none is asked for any more, neither of the rows that go on nor of those that are paid. */
async function waiveLateInterest(work: Work, after: ServicedLoan, day: string): Promise<void> {
  const { id, lateInterestBefore, lateInterestWaived } = after.loan;
  const owedMinor = lateInterestOwedMinor(missedState(after), day);
  await work.tx
    .update(loans)
    .set(
      owedMinor < 0
        ? { lateInterestBefore: lateInterestBefore - owedMinor }
        : { lateInterestWaived: lateInterestWaived + owedMinor },
    )
    .where(eq(loans.id, id));
}

/**
 * Carries out a judgment by which the lender lost the right to interest (LC-94, L341-1 to L341-8; state table, row 32): what was received goes to
 * the client's account, and the schedule continues at 0 %.
 * @throws Refusal `forfeiture.above-received`.
 */
export async function forfeitInterest(
  work: Work,
  serviced: ServicedLoan,
  amountMinor: number,
): Promise<void> {
  const { loan, account, currency, phase } = serviced;
  const day = legalDay(work.now);
  await requireForfeiture(work, serviced, amountMinor);
  if (phase !== 'repaid') {
    await continueWithoutInterest(work, serviced, day);
    const after = (await readServicedLoans(work.tx, [loan.id])).get(loan.id);
    if (!after) throw new Error(`loan ${loan.id} is gone`);
    await waiveLateInterest(work, after, day);
    await accrue(work, { ...after, isDoubtful: false }, day);
  }
  const ledger = { ledgerAccountId: account.ledgerAccountId, currency };
  await recordTransaction(work, {
    account: { id: account.id, ...ledger },
    posting: interestForfeiture(ledger, { amountMinor, currency }),
    causeId: loan.id,
    line: newClientLine(work, 'RIN'),
    details: {},
  });
  await keepLetter(work, loan.id, 'interest-forfeiture', { amountMinor });
  await tellBorrower(work, serviced, 'loan-interest-returned', { amountMinor, currency });
}
