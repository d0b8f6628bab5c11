import { and, eq, isNotNull } from 'drizzle-orm';
import { contractSchedule } from '#domain/loans/first-period.ts';
import { legalDay } from '#domain/time/days.ts';
import { loanInstalments, loans } from '../../db/schema/index.ts';
import type { Work } from '../../work/work.ts';
import { supersede, writeScheduleVersion } from '../schedules.ts';
import { accrue } from '../servicing/accrue-interest.ts';
import { readServicedLoans, type ServicedLoan } from '../servicing/serviced-loans.ts';
import { capitalOwedMinor, cure } from './doubtful-loans.ts';
import { undoWriteOff } from './undo-write-off.ts';

/** The loan as it is now. */
async function readAgain(work: Work, { loan }: ServicedLoan): Promise<ServicedLoan> {
  const serviced = (await readServicedLoans(work.tx, [loan.id])).get(loan.id);
  if (!serviced) throw new Error(`loan ${loan.id} is gone`);
  return serviced;
}

/**
 * The claim of an acceleration becomes instalments again (LC-6): its capital in as many months as the contract has beyond those that were paid, as a
 * payout of today would fix them. None is collected while the payout is back. Nothing is posted: the next accrual takes what is receivable of it back.
 * @returns the loan as it is afterwards; the same where nothing was demanded as a whole, or its payout is not back.
 */
export async function repayInMonthsAgain(work: Work, serviced: ServicedLoan): Promise<ServicedLoan> {
  const { loan, state, instalments } = serviced;
  if (loan.frozen !== 'payout-returned' || loan.acceleratedOn === null) return serviced;
  const day = legalDay(work.now);
  const principalMinor = capitalOwedMinor(serviced);
  if (principalMinor > 0) {
    const paid = instalments.filter(({ settledOn }) => settledOn !== null);
    const { rows } = contractSchedule({
      principalMinor,
      annualRateBps: state.annualRateBps,
      durationMonths: Math.max(1, loan.durationMonths - paid.length),
      payoutDay: day,
      dueDay: state.dueDay,
    });
    const before = Math.max(0, ...paid.map(({ number }) => number));
    const version = await writeScheduleVersion(work, loan.id, {
      reason: 'payout-resent',
      day,
      openingBalanceMinor: principalMinor,
      annualRateBps: state.annualRateBps,
      rows: rows.map((row, index) => ({
        ...row,
        number: before + row.number,
        ...(index === 0 ? { startDay: day } : {}),
      })),
    });
    const claimed = instalments.flatMap(({ number, settledOn }) => (settledOn === null ? [number] : []));
    await supersede(work, loan.id, claimed, version);
    await work.tx
      .update(loanInstalments)
      .set({ collectAt: null })
      .where(and(eq(loanInstalments.loanId, loan.id), isNotNull(loanInstalments.collectAt)));
  }
  await work.tx.update(loans).set({ acceleratedOn: null, accruedOn: day }).where(eq(loans.id, loan.id));
  return readAgain(work, serviced);
}

/**
 * Undoes what followed from late instalments of a loan whose payout turned out to be back (LC-6): nothing was owed of money that never arrived, so that
 * nothing was in default. What was written off is lost no more; doubtful capital stands among the receivables again, and nothing is set aside for it; what
 * was demanded as a whole is repaid by the month again. The loan's request is locked.
 * @returns the loan as it is afterwards; the same where there is nothing to undo.
 */
export async function undoDefault(work: Work, serviced: ServicedLoan): Promise<ServicedLoan> {
  const restored = await undoWriteOff(work, serviced);
  const { loan, isDoubtful } = restored;
  const isBack = loan.frozen === 'payout-returned' && (isDoubtful || loan.acceleratedOn !== null);
  if (!isBack && restored === serviced) return serviced;
  const day = legalDay(work.now);
  if (isDoubtful) await cure(work, restored, day);
  const sound = await repayInMonthsAgain(work, await readAgain(work, restored));
  await accrue(work, sound, day);
  return readAgain(work, sound);
}
