import { sql } from 'drizzle-orm';
import type { Posting } from '#domain/ledger/postings.ts';
import { instalmentCollection } from '#domain/ledger/postings.ts';
import { lateInterestOwedMinor, splitPaidInterest } from '#domain/loans/loan-state.ts';
import { listed, rowsOf } from '../../db/database.ts';
import { loanPartPayments } from '../../db/schema/index.ts';
import {
  type ClientLine,
  newClientLine,
  type Recorded,
  recordTransactions,
} from '../../ledger/record-transaction.ts';
import { announce } from '../../notifications/live.ts';
import { mapInTurns } from '../../work/others-turn.ts';
import type { Work } from '../../work/work.ts';
import { endFreezes } from '../end-freezes.ts';
import type { InstalmentRow } from '../schedules.ts';
import type { ServicedLoan } from './serviced-loans.ts';
import { missedState } from './serviced-loans.ts';
import { tellBorrower } from './tell-borrower.ts';

/** What is paid of an instalment. Minor units. */
export interface InstalmentPart {
  readonly row: InstalmentRow;
  readonly interestMinor: number;
  readonly capitalMinor: number;
}

/** One payment on a loan, by one movement of its client's account. */
export interface LoanPaid {
  readonly serviced: ServicedLoan;
  readonly parts: readonly InstalmentPart[];
  readonly lateInterestMinor: number;
  /** Legal indemnity of an acceleration (D312-16); none unless given. */
  readonly indemnityMinor?: number;
  /** Costs that a court has taxed (LC-75); none unless given. */
  readonly costsMinor?: number;
  /** The accrual that brings the loan's receivable interest up to date before it; null when there is none, or it was posted already. */
  readonly accrual: Posting | null;
  /** What is receivable once it is posted. */
  readonly receivableInterestMinor: number;
  /** What was paid in advance and is used up by it. */
  readonly advanceUsedMinor: number;
  /** The legal day on which it counts as paid. */
  readonly day: string;
}

/** The sum of an amount over a list. */
export const sumOf = <T>(list: readonly T[], pick: (one: T) => number) =>
  list.reduce((total, one) => total + pick(one), 0);

/** All that a payment takes from the account, in minor units. */
export function totalOf({
  parts,
  lateInterestMinor,
  indemnityMinor = 0,
  costsMinor = 0,
}: Pick<LoanPaid, 'parts' | 'lateInterestMinor' | 'indemnityMinor' | 'costsMinor'>): number {
  return (
    sumOf(parts, ({ interestMinor, capitalMinor }) => interestMinor + capitalMinor) +
    lateInterestMinor +
    indemnityMinor +
    costsMinor
  );
}

function isSettledBy({ row, interestMinor, capitalMinor }: InstalmentPart): boolean {
  return row.paidInterest + interestMinor === row.interest && row.paidCapital + capitalMinor === row.capital;
}

function movementOf(work: Work, paid: LoanPaid, line: ClientLine) {
  const { serviced, parts, lateInterestMinor, indemnityMinor = 0, costsMinor = 0 } = paid;
  const { loan, account, currency, isDoubtful } = serviced;
  const split = splitPaidInterest(
    sumOf(parts, ({ interestMinor }) => interestMinor),
    paid.receivableInterestMinor,
  );
  const posting = instalmentCollection(
    { ledgerAccountId: account.ledgerAccountId, currency },
    { loanId: loan.id, isDoubtful },
    {
      ...split,
      capitalMinor: sumOf(parts, ({ capitalMinor }) => capitalMinor),
      lateInterestMinor,
      indemnityMinor,
      costsMinor,
    },
  );
  return {
    work,
    account: { id: account.id, ledgerAccountId: account.ledgerAccountId, currency },
    before: paid.accrual,
    posting,
    causeId: loan.id,
    line,
    details: { number: parts[0]?.row.number ?? 0 },
  };
}

/** Writes what is paid of instalments; each appears once. */
export async function updateInstalments(work: Work, paid: readonly LoanPaid[]): Promise<void> {
  const rows = paid.flatMap(({ parts, day }) =>
    parts.map((part) => ({
      loan_id: part.row.loanId,
      version: part.row.version,
      number: part.row.number,
      interest: part.interestMinor,
      capital: part.capitalMinor,
      settled_on: isSettledBy(part) ? day : null,
    })),
  );
  await work.tx.execute(
    sql`update loan_instalments i set paid_interest = i.paid_interest + p.interest, paid_capital = i.paid_capital + p.capital,
        settled_on = p.settled_on, collect_at = case when p.settled_on is null then i.collect_at end
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as p(loan_id uuid, version int, number int, interest bigint, capital bigint, settled_on date)
      where i.loan_id = p.loan_id and i.version = p.version and i.number = p.number`,
  );
}

/** Keeps the parts that do not settle their instalment, to the day (LC-76). */
async function keepParts(work: Work, paid: readonly LoanPaid[]): Promise<void> {
  const parts = paid.flatMap(({ parts, day }) =>
    parts.filter((part) => !isSettledBy(part)).map((part) => ({ part, day })),
  );
  for (const { part, day } of parts)
    await work.tx
      .insert(loanPartPayments)
      .values({
        loanId: part.row.loanId,
        version: part.row.version,
        number: part.row.number,
        day,
        interest: part.interestMinor,
        capital: part.capitalMinor,
      })
      .onConflictDoUpdate({
        target: [
          loanPartPayments.loanId,
          loanPartPayments.version,
          loanPartPayments.number,
          loanPartPayments.day,
        ],
        set: {
          interest: sql`${loanPartPayments.interest} + excluded.interest`,
          capital: sql`${loanPartPayments.capital} + excluded.capital`,
        },
      });
}

/** Writes what was used of advances, and late interest, indemnity and costs that were paid. */
async function updateLoans(work: Work, paid: readonly LoanPaid[]): Promise<void> {
  const changed = paid
    .filter(
      ({ advanceUsedMinor, lateInterestMinor, indemnityMinor = 0, costsMinor = 0 }) =>
        advanceUsedMinor + lateInterestMinor + indemnityMinor + costsMinor > 0,
    )
    .map(({ serviced, advanceUsedMinor, lateInterestMinor, indemnityMinor = 0, costsMinor = 0 }) => ({
      id: serviced.loan.id,
      advance: advanceUsedMinor,
      late: lateInterestMinor,
      indemnity: indemnityMinor,
      costs: costsMinor,
    }));
  if (changed.length === 0) return;
  await work.tx.execute(
    sql`update loans l set advance_held = l.advance_held - c.advance, late_interest_paid = l.late_interest_paid + c.late,
        indemnity_owed = l.indemnity_owed - c.indemnity, costs_owed = l.costs_owed - c.costs
      from (select id, sum(advance) as advance, sum(late) as late, sum(indemnity) as indemnity, sum(costs) as costs
        from json_to_recordset(${JSON.stringify(changed)}::json) as x(id uuid, advance bigint, late bigint, indemnity bigint, costs bigint) group by id) c
      where l.id = c.id`,
  );
}

/**
 * Ends the loans of which nothing is left unpaid: their phase, the day, and no accrual any more (state table, row 19).
 * @returns their ids.
 */
export async function endRepaid(work: Work, paid: readonly LoanPaid[]): Promise<ReadonlySet<string>> {
  const lateMinor = new Map<string, number>();
  const settled = new Map<string, InstalmentPart['row'][]>();
  for (const { serviced, parts, lateInterestMinor } of paid) {
    const { id } = serviced.loan;
    lateMinor.set(id, (lateMinor.get(id) ?? 0) + lateInterestMinor);
    settled.set(id, [...(settled.get(id) ?? []), ...parts.filter(isSettledBy).map(({ row }) => row)]);
  }
  // An older instalment may be the last one that is paid: the client chose so, or its tries were over before the last fell due (LC-71, LC-78).
  const candidates = paid.filter(
    ({ serviced, day }) =>
      serviced.instalments.every(
        (row) =>
          row.settledOn !== null || row.amount === 0 || settled.get(serviced.loan.id)?.includes(row) === true,
      ) && lateInterestOwedMinor(missedState(serviced), day) <= (lateMinor.get(serviced.loan.id) ?? 0),
  );
  const days = new Map(candidates.map(({ serviced, day }) => [serviced.loan.id, day]));
  if (days.size === 0) return new Set();
  const rows = await rowsOf<{ id: string }>(
    work.tx,
    sql`update loan_requests r set phase = 'repaid', ended_at = ${work.now.toISOString()}::timestamptz
      where r.id = any(${listed([...days.keys()], 'uuid')}) and r.phase in ('active', 'accelerated')
        and not exists (select from loans l where l.id = r.id and l.indemnity_owed + l.costs_owed > 0)
        and not exists (
          select 1 from loan_instalments i where i.loan_id = r.id and not i.is_superseded and i.settled_on is null and i.amount > 0)
      returning r.id`,
  );
  const ended = rows.map(({ id }) => id);
  if (ended.length === 0) return new Set();
  const [anyDay] = days.values();
  await work.tx.execute(
    sql`update loans set ended_on = e.day, accrued_on = null, advance_held = 0
      from json_to_recordset(${JSON.stringify(ended.map((id) => ({ id, day: days.get(id) ?? anyDay })))}::json) as e(id uuid, day date)
      where loans.id = e.id`,
  );
  await endFreezes(work, ended, 'Prêt soldé');
  return new Set(ended);
}

/**
 * Posts payments on loans and writes what they pay: one call of the ledger, one statement for the instalments, whatever their number. The
 * caller holds the locks of the requests and of the clients' accounts, and has made sure that the accounts have the money. A loan of which
 * nothing is left is repaid, and its client is told.
 * @returns what became of each, in order, with whether it ended its loan.
 * @throws Error when the books refuse one: nothing is written then.
 */
export async function settlePayments(
  work: Work,
  paid: readonly LoanPaid[],
): Promise<(Recorded & { readonly isRepaid: boolean })[]> {
  if (paid.length === 0) return [];
  // Sent one behind the other, without waiting for the answers between them; what takes longest to make is made while the database works.
  const [recorded] = await Promise.all([
    mapInTurns(paid, (one) => movementOf(work, one, newClientLine(work, 'ECH'))).then((movements) =>
      recordTransactions(work.tx, movements),
    ),
    updateInstalments(work, paid),
    keepParts(work, paid),
    updateLoans(work, paid),
  ]);
  const ended = await endRepaid(work, paid);
  const ending = new Map(
    paid.flatMap((one) => (ended.has(one.serviced.loan.id) ? [[one.serviced.loan.id, one]] : [])),
  );
  for (const { serviced } of ending.values())
    await tellBorrower(work, serviced, 'loan-repaid', {
      amountMinor: serviced.loan.principal,
      currency: serviced.currency,
    });
  for (const userId of new Set(paid.map(({ serviced }) => serviced.account.userId)))
    announce(work, { userId }, ['account', 'transactions', 'loans']);
  return recorded.map((one, index) => ({
    ...one,
    isRepaid: ended.has(paid[index]?.serviced.loan.id ?? ''),
  }));
}
