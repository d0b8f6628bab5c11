import type { CapitalBeside } from '#domain/loans/schedule.ts';

/** A schedule as the picture of the capital needs it; the rows of one that was written down have their day. */
export interface DrawnSchedule {
  readonly rows: readonly {
    readonly dueDate?: string | undefined;
    readonly principalMinor: number;
    readonly interestMinor: number;
    /** What was paid of it, its interest first (LC-78). */
    readonly paidMinor?: number;
    readonly remainingMinor: number;
    readonly settledOn?: string | null;
    readonly isLate?: boolean;
  }[];
  readonly capitalBeside?: readonly CapitalBeside[];
}

interface Step {
  readonly day: string;
  /** Capital owed after that day, in minor units. */
  readonly leftMinor: number;
}

/**
 * What is owed of a loan's capital, day after day: first what happened (payout, instalments on the day they were paid, early repayments), then
 * what is planned. A missed instalment lowers nothing: the line goes on to today as high as the capital still owed.
 * @param of.endedOn the day on which the loan ended; nothing is planned after it.
 * @returns the steps in order, and which of them is the present.
 */
export function capitalSteps(of: {
  readonly amountMinor: number;
  readonly paidOutOn: string;
  readonly endedOn: string | null;
  readonly today: string;
  readonly schedule: DrawnSchedule;
}): { readonly all: readonly Step[]; readonly presentAt: number } {
  const { amountMinor, paidOutOn, endedOn, today, schedule } = of;
  const paid = [
    ...schedule.rows.flatMap(({ settledOn, principalMinor }) =>
      settledOn ? [{ day: settledOn, minor: principalMinor }] : [],
    ),
    ...(schedule.capitalBeside ?? []).map(({ day, capitalMinor }) => ({ day, minor: capitalMinor })),
  ].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const past: Step[] = [{ day: paidOutOn, leftMinor: amountMinor }];
  let leftMinor = amountMinor;
  for (const { day, minor } of paid) {
    leftMinor -= minor;
    if (past.length > 1 && past.at(-1)?.day === day) past.pop();
    past.push({ day, leftMinor });
  }
  if (endedOn) {
    if (leftMinor !== 0) past.push({ day: endedOn, leftMinor: 0 });
    return { all: past, presentAt: past.length - 1 };
  }
  for (const { settledOn, paidMinor = 0, interestMinor } of schedule.rows)
    if (!settledOn) leftMinor -= Math.max(0, paidMinor - interestMinor);
  const last = past.at(-1);
  const isStanding = schedule.rows.some(({ isLate }) => isLate) || last?.leftMinor !== leftMinor;
  if (isStanding && last && last.day <= today) past.push({ day: today, leftMinor });
  const planned = schedule.rows.flatMap(({ dueDate, settledOn, isLate, remainingMinor }): Step[] =>
    dueDate && !settledOn && !isLate ? [{ day: dueDate, leftMinor: remainingMinor }] : [],
  );
  return { all: [...past, ...planned], presentAt: past.length - 1 };
}
