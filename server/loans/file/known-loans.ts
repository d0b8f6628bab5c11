import { addMonths } from '#domain/loans/due-dates.ts';
import { type LoanPhase, propertiesOf } from '#domain/loans/phases.ts';
import type { KnownLoan } from '#domain/loans/solvency.ts';
import { sumMinor } from '#domain/money/money.ts';
import type { Db } from '../../db/database.ts';
import { loansOfAccount } from '../queries.ts';
import { scheduleOf } from '../schedules.ts';

/** Contracts that the client has accepted and loans that are paid out: both take a part of the resources. */
const isKnown = (phase: LoanPhase): boolean =>
  propertiesOf(phase).stage === 'loan' || phase === 'accepted' || phase === 'agreed';

/**
 * The loans that this house pays out to a client, on a day (LC-19): the server adds them to the sheet, and the client cannot take them away.
 * A loan whose last instalment is past has nothing left to count.
 */
export async function knownLoansOf(db: Db, accountId: string, today: string): Promise<KnownLoan[]> {
  const loans = (await loansOfAccount(db, accountId)).filter(({ phase }) => isKnown(phase));
  const known: KnownLoan[] = [];
  for (const loan of loans) {
    const { rows } = await scheduleOf(db, loan);
    const coming = rows.filter(({ dueDate }) => dueDate === undefined || dueDate >= today);
    const [next] = coming;
    if (!next) continue;
    known.push({
      loanId: loan.id,
      purpose: loan.purpose,
      instalmentMinor: next.instalmentMinor,
      remainingMinor: sumMinor(coming.map(({ principalMinor }) => principalMinor)),
      endMonth: (coming.at(-1)?.dueDate ?? addMonths(today, loan.durationMonths)).slice(0, 7),
    });
  }
  return known;
}
