import { addMonths } from '#domain/loans/due-dates.ts';
import { type KnownFigures, knownFiguresOf } from '#domain/loans/known-loan.ts';
import { type LoanPhase, propertiesOf } from '#domain/loans/phases.ts';
import type { KnownLoan } from '#domain/loans/solvency.ts';
import type { Db } from '../../db/database.ts';
import { type LoanRow, loansOfAccount } from '../queries.ts';
import { instalmentsInForce } from '../schedules.ts';

/** Contracts that the client has accepted and loans that are paid out: both take a part of the resources. */
const isKnown = (phase: LoanPhase): boolean =>
  propertiesOf(phase).stage === 'loan' || phase === 'accepted' || phase === 'agreed';

/** The figures of a loan on a day; of a contract that is not paid out yet, those it was agreed with. */
async function figuresOfLoan(db: Db, loan: LoanRow, today: string): Promise<KnownFigures | null> {
  const rows = await instalmentsInForce(db, loan.id);
  if (rows.length === 0)
    return {
      instalmentMinor: loan.instalment,
      remainingMinor: loan.amount,
      endMonth: addMonths(today, loan.durationMonths).slice(0, 7),
    };
  return knownFiguresOf(
    rows.map(({ dueOn, amount, capital, paidCapital }) => ({
      dueDate: dueOn,
      instalmentMinor: amount,
      capitalLeftMinor: capital - paidCapital,
    })),
    { agreedInstalmentMinor: loan.instalment, today },
  );
}

/**
 * The loans that this house pays out to a client, on a day (LC-19), whatever is late of them: the server adds them to the sheet, and the client
 * cannot take them away.
 */
export async function knownLoansOf(db: Db, accountId: string, today: string): Promise<KnownLoan[]> {
  const known: KnownLoan[] = [];
  for (const loan of await loansOfAccount(db, accountId)) {
    const figures = isKnown(loan.phase) ? await figuresOfLoan(db, loan, today) : null;
    if (figures) known.push({ loanId: loan.id, purpose: loan.purpose, ...figures });
  }
  return known;
}
