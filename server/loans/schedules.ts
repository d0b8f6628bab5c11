import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { ContractSchedule } from '#domain/loans/first-period.ts';
import { dayInterestOf } from '#domain/loans/interest-run.ts';
import { dueDayOfRows, type LoanRow, type ReducedRate, rateDueOn } from '#domain/loans/loan-rows.ts';
import {
  amortisationSchedule,
  type CapitalBeside,
  type DayInterest,
  type Schedule,
  type ScheduleRow,
  scheduleOfRows,
  withoutDayInterest,
} from '#domain/loans/schedule.ts';
import { instantIn, LEGAL_TIME_ZONE, legalDay } from '#domain/time/days.ts';
import type { Db } from '../db/database.ts';
import {
  loanEarlyRepayments,
  loanInstalments,
  loanMeasures,
  loanSchedules,
  loans,
} from '../db/schema/index.ts';
import type { Work } from '../work/work.ts';
import type { GrantedLoan } from './queries.ts';

export type InstalmentRow = typeof loanInstalments.$inferSelect;

/** The time of a collection day at which the job first tries (LC-70), in French legal time. */
export const FIRST_COLLECTION = '08:00';

/** A row of a version before it is written, in minor units of the loan's currency. */
export interface NewInstalment {
  readonly number: number;
  readonly dueDate: string;
  /** The first day of its period, where neither the row before nor the payout says it (LC-90, LC-92). */
  readonly startDay?: string | undefined;
  /** The day from which the month before the due date runs, where other days come before it (LC-64). */
  readonly anchorDay?: string | undefined;
  /** All capital of the row. */
  readonly principalMinor: number;
  /** Without the postponed interest, which stands in `deferredInterestMinor` (LC-88). */
  readonly interestMinor: number;
  readonly deferredInterestMinor?: number | undefined;
  /** The part of the capital that was unpaid when a measure was agreed (LC-90). */
  readonly deferredPrincipalMinor?: number | undefined;
  readonly remainingMinor: number;
}

/** A version of a schedule before it is written (LC-62). */
export interface NewVersion {
  readonly reason: (typeof loanSchedules.$inferInsert)['reason'];
  /** The legal day of its cause. */
  readonly day: string;
  /** The capital that its rows repay, in minor units. */
  readonly openingBalanceMinor: number;
  readonly annualRateBps: number;
  /** The rate that a judge set for its first rows (LC-91). */
  readonly reducedRate?: ReducedRate | null | undefined;
  readonly rows: readonly NewInstalment[];
}

/**
 * Writes a version of a loan's schedule: its rows take the place of those in force from its first number on, which are not collected any
 * more. The caller holds the lock of the loan's request. The database refuses rows whose capital does not sum to the opening balance.
 * @returns the number of the version.
 */
export async function writeScheduleVersion(work: Work, loanId: string, version: NewVersion): Promise<number> {
  const { reason, day, openingBalanceMinor, annualRateBps, reducedRate, rows } = version;
  const [first] = rows;
  if (!first) throw new RangeError('a schedule has rows');
  const [last] = await work.tx
    .select({ version: loanSchedules.version })
    .from(loanSchedules)
    .where(eq(loanSchedules.loanId, loanId))
    .orderBy(desc(loanSchedules.version))
    .limit(1);
  const of = { loanId, version: (last?.version ?? 0) + 1 };
  await work.tx.insert(loanSchedules).values({
    ...of,
    reason,
    day,
    madeAt: work.now,
    firstNumber: first.number,
    openingBalance: openingBalanceMinor,
    annualRateBps,
    reducedRateBps: reducedRate?.annualRateBps ?? null,
    reducedUntil: reducedRate?.untilDay ?? null,
  });
  await work.tx.insert(loanInstalments).values(rows.map((row) => ({ ...of, ...instalmentOf(row) })));
  return of.version;
}

/** Takes instalments of the versions before `version` out of force: they are not collected any more. */
export async function supersede(
  work: Work,
  loanId: string,
  numbers: readonly number[],
  version: number,
): Promise<void> {
  if (numbers.length === 0) return;
  await work.tx
    .update(loanInstalments)
    .set({ isSuperseded: true, collectAt: null })
    .where(
      and(
        eq(loanInstalments.loanId, loanId),
        inArray(loanInstalments.number, [...numbers]),
        sql`not is_superseded and version < ${version}`,
      ),
    );
}

function instalmentOf(row: NewInstalment) {
  const interest = row.interestMinor + (row.deferredInterestMinor ?? 0);
  return {
    number: row.number,
    dueOn: row.dueDate,
    startsOn: row.startDay ?? null,
    anchorOn: row.anchorDay ?? null,
    capital: row.principalMinor,
    interest,
    deferredInterest: row.deferredInterestMinor ?? 0,
    deferredCapital: row.deferredPrincipalMinor ?? 0,
    amount: row.principalMinor + interest,
    balanceAfter: row.remainingMinor,
    collectAt: instantIn(LEGAL_TIME_ZONE, row.dueDate, FIRST_COLLECTION),
  };
}

/** Writes the schedule that a loan's payout fixes (LC-62). */
export async function fixSchedule(work: Work, loan: GrantedLoan, schedule: ContractSchedule): Promise<void> {
  await writeScheduleVersion(work, loan.id, {
    reason: 'payout',
    day: legalDay(work.now),
    openingBalanceMinor: loan.principal,
    annualRateBps: loan.annualRateBps,
    rows: schedule.rows,
  });
}

/** The instalments of a loan in force, in order; none before its payout. */
export function instalmentsInForce(db: Db, loanId: string): Promise<InstalmentRow[]> {
  return db
    .select()
    .from(loanInstalments)
    .where(and(eq(loanInstalments.loanId, loanId), sql`not ${loanInstalments.isSuperseded}`))
    .orderBy(asc(loanInstalments.number));
}

/** An instalment as the rules of domain/loans see it. */
export function loanRowOf(row: InstalmentRow): LoanRow {
  return {
    number: row.number,
    dueDate: row.dueOn,
    ...(row.startsOn === null ? {} : { startDay: row.startsOn }),
    ...(row.anchorOn === null ? {} : { anchorDay: row.anchorOn }),
    instalmentMinor: row.amount,
    interestMinor: row.interest - row.deferredInterest,
    principalMinor: row.capital,
    remainingMinor: row.balanceAfter,
    ...(row.deferredInterest > 0 ? { deferredInterestMinor: row.deferredInterest } : {}),
    ...(row.deferredCapital > 0 ? { deferredPrincipalMinor: row.deferredCapital } : {}),
  };
}

/** The rates of a version. */
export interface VersionRates {
  readonly annualRateBps: number;
  readonly reducedRate?: ReducedRate | undefined;
}

/** The rates of a version as it was written. */
export function ratesOfVersion(row: {
  readonly annualRateBps: number;
  readonly reducedRateBps: number | null;
  readonly reducedUntil: string | null;
}): VersionRates {
  const { annualRateBps, reducedRateBps, reducedUntil } = row;
  return reducedRateBps === null || reducedUntil === null
    ? { annualRateBps }
    : { annualRateBps, reducedRate: { annualRateBps: reducedRateBps, untilDay: reducedUntil } };
}

/** The rates of a schedule in their order, each with the last day on which its rows fall due. */
export const ratesOfSchedule = ({
  annualRateBps,
  reducedRate,
}: {
  readonly annualRateBps: number;
  readonly reducedRate?: ReducedRate | null | undefined;
}): { annualRateBps: number; untilDay: string | null }[] => [
  ...(reducedRate ? [{ ...reducedRate }] : []),
  { annualRateBps, untilDay: null },
];

interface WrittenVersion extends VersionRates {
  readonly version: number;
  readonly day: string;
}

/** Every version of a loan's schedule, in order. */
async function versionsWritten(db: Db, loanId: string): Promise<WrittenVersion[]> {
  const rows = await db
    .select()
    .from(loanSchedules)
    .where(eq(loanSchedules.loanId, loanId))
    .orderBy(asc(loanSchedules.version));
  return rows.map((row) => ({
    version: row.version,
    day: row.day,
    ...ratesOfVersion(row),
  }));
}

/** What the rows in force demand for single days beside their months, each at the rate of its version (LC-64, LC-68). */
function dayInterestInForce(
  { paidOutAt }: Pick<GrantedLoan, 'paidOutAt'>,
  {
    instalments,
    versions,
  }: {
    readonly instalments: readonly InstalmentRow[];
    readonly versions: readonly WrittenVersion[];
  },
): DayInterest[] {
  if (!paidOutAt || instalments.length === 0) return [];
  const rates = new Map(versions.map((version) => [version.version, version]));
  const rows = instalments.map((row) => {
    const ofVersion = rates.get(row.version);
    return { ...loanRowOf(row), rateBps: ofVersion ? rateDueOn(ofVersion, row.dueOn) : 0 };
  });
  const terms = { payoutDay: legalDay(paidOutAt), dueDay: dueDayOfRows(rows) };
  return dayInterestOf(rows, terms, ({ rateBps }) => rateBps);
}

/** What was repaid early and remissions, in order of days: the rows in force repay the rest of the loan. */
async function capitalBeside(db: Db, loanId: string): Promise<CapitalBeside[]> {
  const repaid = await db.select().from(loanEarlyRepayments).where(eq(loanEarlyRepayments.loanId, loanId));
  const remitted = await db
    .select({ amount: loanMeasures.amount, decidedAt: loanMeasures.decidedAt })
    .from(loanMeasures)
    .where(
      and(
        eq(loanMeasures.loanId, loanId),
        eq(loanMeasures.kind, 'remission'),
        eq(loanMeasures.state, 'accepted'),
      ),
    );
  return [
    ...repaid.map(
      ({ kind, day, capital, interest }): CapitalBeside => ({
        event: kind === 'whole' ? 'loan-payoff' : 'early-repayment',
        day,
        capitalMinor: capital,
        interestMinor: interest,
      }),
    ),
    ...remitted.flatMap(({ amount, decidedAt }): CapitalBeside[] =>
      amount === null || decidedAt === null
        ? []
        : [{ event: 'loan-remission', day: legalDay(decidedAt), capitalMinor: amount, interestMinor: 0 }],
    ),
  ].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

/** Which schedule another one takes the place of (LC-62); null for the first. Days YYYY-MM-DD. */
function replacedBy(versions: readonly WrittenVersion[]): WrittenSchedule['replaces'] {
  const [last, before] = [versions.at(-1), versions.at(-2)];
  return last && before ? { madeOn: last.day, before: before.day } : null;
}

/** A schedule that was written down: every row has its day. */
export interface WrittenSchedule extends Schedule {
  /** The day on which it was made, and that of the schedule which it takes the place of; null for the first. */
  readonly replaces: { readonly madeOn: string; readonly before: string } | null;
  readonly dayInterest: DayInterest[];
  readonly capitalBeside: CapitalBeside[];
  /** The rate of the rows to come, and after the time of a judge's rate the loan's own (LC-91). */
  readonly rates: { annualRateBps: number; untilDay: string | null }[];
  readonly rows: readonly (ScheduleRow & {
    readonly dueDate: string;
    readonly deferredInterestMinor: number;
    readonly paidMinor: number;
    readonly settledOn: string | null;
    /** Whether it was missed and is not paid whole. */
    readonly isLate: boolean;
  })[];
}

/**
 * The running schedule of a loan: its rows in force (LC-62); null while there is none. Of a loan that was repaid early as a whole, or whose claim
 * was paid once it was written off, the rows that were paid: nothing is due any more. While the payout is back, rows that are not paid demand nothing
 * for single days: these begin anew once the money leaves again (LC-6). Amounts in minor units of the loan's currency.
 */
export async function runningSchedule(db: Db, loanId: string): Promise<WrittenSchedule | null> {
  const inForce = await instalmentsInForce(db, loanId);
  const versions = await versionsWritten(db, loanId);
  const last = versions.at(-1);
  const [loan] = await db
    .select({
      paidOutAt: loans.paidOutAt,
      frozen: loans.frozen,
      isClaimPaid: sql<boolean>`ended_on is not null and written_off_on is not null`,
    })
    .from(loans)
    .where(eq(loans.id, loanId));
  if (inForce.length === 0 || !last || !loan) return null;
  const beside = await capitalBeside(db, loanId);
  const isPaidOff = loan.isClaimPaid || beside.some(({ event }) => event === 'loan-payoff');
  const rows = isPaidOff ? inForce.filter(({ settledOn }) => settledOn !== null) : inForce;
  const written = rows.map((row) => ({
    number: row.number,
    dueDate: row.dueOn,
    instalmentMinor: row.amount,
    interestMinor: row.interest,
    deferredInterestMinor: row.deferredInterest,
    principalMinor: row.capital,
    remainingMinor: row.balanceAfter,
    paidMinor: row.paidCapital + row.paidInterest,
    settledOn: row.settledOn,
    isLate: row.missedOn !== null && row.settledOn === null,
  }));
  const days = dayInterestInForce(loan, { instalments: rows, versions });
  const paid = new Set(rows.flatMap(({ number, settledOn }) => (settledOn === null ? [] : [number])));
  const waiting = loan.frozen === 'payout-returned' ? days.filter(({ number }) => !paid.has(number)) : [];
  const running = withoutDayInterest(written, waiting);
  return {
    ...scheduleOfRows(running),
    rows: running,
    replaces: replacedBy(versions),
    dayInterest: days.filter((one) => !waiting.includes(one)),
    capitalBeside: beside,
    rates: ratesOfSchedule(last),
  };
}

/** What a loan's schedule is made of, whether it is granted or only asked for. */
export interface ScheduledLoan {
  readonly id: string;
  readonly amount: number;
  readonly annualRateBps: number;
  readonly durationMonths: number;
}

/** The running schedule of a loan, or the one that its payout would give: without dates, which only the payout decides. */
export async function scheduleOf(db: Db, loan: ScheduledLoan): Promise<Schedule> {
  return (
    (await runningSchedule(db, loan.id)) ??
    amortisationSchedule({
      principalMinor: loan.amount,
      annualRateBps: loan.annualRateBps,
      durationMonths: loan.durationMonths,
    })
  );
}
