import { and, eq } from 'drizzle-orm';
import { interestForfeiture } from '#domain/ledger/postings.ts';
import { contractSchedule, taegOnDates } from '#domain/loans/first-period.ts';
import { sumMinor } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { loanSchedules, loans } from '../../db/schema/index.ts';
import { newClientLine, recordTransaction } from '../../ledger/record-transaction.ts';
import type { Work } from '../../work/work.ts';
import { paidOnLoan } from '../offers/sum-owed.ts';
import { taegInHundredths } from '../pay-out-loan.ts';
import { writeScheduleVersion } from '../schedules.ts';
import { readServicedLoans, type ServicedLoan } from '../servicing/serviced-loans.ts';
import { liftFreeze, postponeFrozenMonths } from './freeze-loan.ts';
import { repayInMonthsAgain } from './undo-default.ts';

/** Whether a loan is still as a payout made it: nothing of its schedule is paid, and nothing else changed it. What was missed meanwhile was not owed. */
async function isUntouched(work: Work, { loan, version, instalments }: ServicedLoan): Promise<boolean> {
  const [schedule] = await work.tx
    .select({ reason: loanSchedules.reason })
    .from(loanSchedules)
    .where(and(eq(loanSchedules.loanId, loan.id), eq(loanSchedules.version, version)));
  const isOfPayout = schedule?.reason === 'payout' || schedule?.reason === 'payout-resent';
  return isOfPayout && instalments.every((row) => row.paidCapital + row.paidInterest === 0);
}

/**
 * Gives back what a client paid beside capital on a loan whose payout is back: interest of money that they do not have was not owed (LC-6).
 * @returns whether there was any.
 */
export async function giveBackInterest(
  work: Work,
  { loan, account, currency }: Pick<ServicedLoan, 'loan' | 'account' | 'currency'>,
): Promise<boolean> {
  const paid = await paidOnLoan(work.tx, loan.id);
  const amountMinor = sumMinor(paid.map(({ otherMinor }) => otherMinor));
  if (amountMinor <= 0) return false;
  const ledger = { ledgerAccountId: account.ledgerAccountId, currency };
  await recordTransaction(work, {
    account: { id: account.id, ...ledger },
    posting: interestForfeiture(ledger, { amountMinor, currency }),
    causeId: loan.id,
    line: newClientLine(work, 'RIN'),
    details: {},
  });
  return true;
}

/** The schedule that begins with the day on which the money leaves, as a payout of that day would fix it (LC-53, LC-61 to LC-65). */
async function beginAnew(work: Work, serviced: ServicedLoan, dueDay: number | null): Promise<void> {
  const { loan } = serviced;
  const day = legalDay(work.now);
  const { principal: principalMinor, annualRateBps, durationMonths } = loan;
  const { rows } = contractSchedule({
    principalMinor,
    annualRateBps,
    durationMonths,
    payoutDay: day,
    dueDay,
  });
  await writeScheduleVersion(work, loan.id, {
    reason: 'payout-resent',
    day,
    openingBalanceMinor: principalMinor,
    annualRateBps,
    // The payout in the books is the first one: the period of the first row says when it begins.
    rows: rows.map((row, index) => (index === 0 ? { ...row, startDay: day } : row)),
  });
  const payoutTaegBps = taegInHundredths(taegOnDates(principalMinor, day, rows));
  await work.tx.update(loans).set({ payoutTaegBps }).where(eq(loans.id, loan.id));
}

/**
 * The payout of a loan leaves again after it came back (LC-6): the borrower has the money from today on, so that the schedule and its interest begin
 * today; what was accrued before goes with the next accrual. Where something was paid meanwhile, what is left runs on without the interest of the time before, and due dates that passed move to the end.
 * The loan's request is locked. Nothing when the payout did not come back.
 * @param dueDay as the client chose it at the acceptance; null for the day of the payout (LC-63).
 */
export async function resumeAfterReturn(work: Work, loanId: string, dueDay: number | null): Promise<void> {
  const found = (await readServicedLoans(work.tx, [loanId], { isLocking: true })).get(loanId);
  if (found?.loan.frozen !== 'payout-returned') return;
  const serviced = await repayInMonthsAgain(work, found);
  if (await isUntouched(work, serviced)) await beginAnew(work, serviced, dueDay);
  else await postponeFrozenMonths(work, serviced);
  await liftFreeze(work, serviced, 'Virement du prêt renvoyé');
}
