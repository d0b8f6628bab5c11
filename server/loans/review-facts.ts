import { legalDay } from '#domain/time/days.ts';
import type { Db } from '../db/database.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import { ratesByCurrency } from '../rates/queries.ts';

/** What a loan of the back office is shown with. */
export interface LoanReviewFacts {
  readonly rates: ReadonlyMap<string, string>;
  readonly now: Date;
  /** `policy.debt-ratio` of the day (LC-22). */
  readonly debtRatioPolicyBps: number;
}

/** Reads it at a moment. */
export async function loanReviewFacts(db: Db, now: Date): Promise<LoanReviewFacts> {
  const [rates, debtRatioPolicyBps] = await Promise.all([
    ratesByCurrency(db),
    parameterOn(db, legalDay(now), 'policy.debt-ratio'),
  ]);
  return { rates, now, debtRatioPolicyBps };
}
