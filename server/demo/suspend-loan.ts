import type { Institution } from '#content/institution/schema.ts';
import { legalDay } from '#domain/time/days.ts';
import { effectOf } from '../loans/repayments/measure-effect.ts';
import { acceptMeasure, proposeMeasure } from '../loans/repayments/measures.ts';
import { tellDifficulty } from '../loans/repayments/tell-difficulty.ts';
import { readServicedLoans } from '../loans/servicing/serviced-loans.ts';
import type { Work } from '../work/work.ts';

/** The works of those who agree on a suspension, each at its own moment. */
export interface Suspending {
  readonly told: Work;
  readonly proposed: Work;
  readonly accepted: Work;
}

/**
 * Suspends the instalments of a loan as its people do it (LC-86 to LC-88): its client tells of a difficulty, the staff proposes a total suspension,
 * and the client accepts what they saw.
 */
export async function suspendLoan(
  { told, proposed, accepted }: Suspending,
  of: {
    readonly accountId: string;
    readonly loanId: string;
    readonly months: number;
    readonly institution: Institution;
  },
): Promise<void> {
  const { accountId, loanId: id, months, institution } = of;
  await tellDifficulty(told, accountId, id, {
    change: 'income',
    since: legalDay(told.now),
    monthlyMinor: 0,
  });
  const measure = { kind: 'suspension-total', months } as const;
  const effectAt = async (work: Work) => {
    const serviced = (await readServicedLoans(work.tx, [id])).get(id);
    if (!serviced) throw new Error(`loan ${id} was not paid out`);
    return effectOf(serviced, legalDay(work.now), measure);
  };
  const { extraInterestMinor } = await effectAt(proposed);
  const { id: measureId } = await proposeMeasure(proposed, institution, {
    ...measure,
    id,
    action: 'propose',
    seenExtraInterestMinor: extraInterestMinor,
  });
  const seen = await effectAt(accepted);
  await acceptMeasure(accepted, institution, accountId, {
    id,
    measureId,
    seenExtraInterestMinor: seen.extraInterestMinor,
    seenEnd: seen.after.endsOn,
  });
}
