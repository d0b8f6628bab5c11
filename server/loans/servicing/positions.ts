import type * as z from 'zod/mini';
import type { loanPosition } from '#contract/loans.ts';
import { loanPositionOn } from '#domain/loans/position.ts';
import { legalDay } from '#domain/time/days.ts';
import type { Db } from '../../db/database.ts';
import type { LoanRow } from '../queries.ts';
import { missedState, readServicedLoans } from './serviced-loans.ts';

/** Where a loan in repayment stands, as the API tells it. */
export type PositionOfLoan = z.infer<typeof loanPosition>;

/** Where the loans of a list that are in repayment stand today, by loan; of each, the instalments around the day are read. */
export async function positionsOf(
  db: Db,
  rows: readonly LoanRow[],
  now: Date,
): Promise<Map<string, PositionOfLoan>> {
  const day = legalDay(now);
  const ids = rows.flatMap(({ id, phase }) => (phase === 'active' || phase === 'accelerated' ? [id] : []));
  const loans = await readServicedLoans(db, ids, { nearDay: day, isWithoutBooks: true });
  return new Map(
    [...loans].map(([id, serviced]) => [
      id,
      {
        ...loanPositionOn(serviced.state, missedState(serviced), day),
        advanceMinor: serviced.loan.advanceHeld,
      },
    ]),
  );
}
