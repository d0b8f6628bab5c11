import { sql } from 'drizzle-orm';
import {
  availableForInstalmentMinor,
  inCollectionOrder,
  nextTryAfter,
} from '#domain/loans/collection-order.ts';
import { lateInterestMinor } from '#domain/loans/late-interest.ts';
import { rateOfRow } from '#domain/loans/loan-rows.ts';
import { lateFromDayOf, lateInterestOwedMinor } from '#domain/loans/loan-state.ts';
import { addDays, instantIn, LEGAL_TIME_ZONE } from '#domain/time/days.ts';
import { type Db, listed, rowsOf } from '../../db/database.ts';
import { hasLegalBlock } from '../../db/has-legal-block.ts';
import { postAll } from '../../ledger/post.ts';
import { announce } from '../../notifications/live.ts';
import { mapInTurns } from '../../work/others-turn.ts';
import type { Work } from '../../work/work.ts';
import { FIRST_COLLECTION, type InstalmentRow } from '../schedules.ts';
import { accrualOf } from './accrue-interest.ts';
import { chargeIndemnities, type UnpaidInstalment } from './charge-indemnity.ts';
import { type AccountHolds, holdsOf } from './holds.ts';
import { tellFirstMissed } from './miss-instalments.ts';
import { missedState, readServicedLoans, type ServicedLoan } from './serviced-loans.ts';
import { type InstalmentPart, type LoanPaid, settlePayments, sumOf, totalOf } from './settle-payments.ts';

/** Instalments in one transaction: enough to make its fixed cost small. */
export const COLLECTED_AT_ONCE = 200;
/** The same while people are served: few enough that no call waits long for it. */
export const COLLECTED_BESIDE_PEOPLE = 25;

/** The two tries of a collection day, in French legal time (LC-70). */
export const COLLECTION_TIMES = { morning: FIRST_COLLECTION, evening: '18:00' } as const;
export type CollectionTime = keyof typeof COLLECTION_TIMES;

/** A share of all accounts: the instalments of one account are always in the same, so that they are collected in their order (LC-70). */
export interface Share {
  /** From 0. */
  readonly index: number;
  readonly count: number;
}

const WHOLE: Share = { index: 0, count: 1 };

interface Try {
  /** The collection day, YYYY-MM-DD. */
  readonly day: string;
  readonly time: CollectionTime;
  readonly share?: Share;
  /** Instalments that one step looks for. */
  readonly atOnce?: number;
}

/**
 * Finds the next instalments to try and locks their loans' requests, in order of id; a loan that does not run is not tried any more. Those of frozen
 * assets wait for the next morning, each day anew: nothing leaves them (PAY-62), and what the bank may not take is not missed.
 */
async function takeNext(
  tx: Db,
  { day, time, share = WHOLE, atOnce = COLLECTED_AT_ONCE }: Try,
): Promise<{ picked: number; loanIds: string[] }> {
  const at = instantIn(LEGAL_TIME_ZONE, day, COLLECTION_TIMES[time]).toISOString();
  const picked = await rowsOf<{ loan_id: string }>(
    tx,
    sql`select loan_id from loan_instalments
      where collect_at <= ${at}::timestamptz
        and (hashtext((select l.client_account_id from loans l where l.id = loan_id)::text) & 1023) % ${share.count}::int = ${share.index}::int
      order by collect_at, due_on, amount, loan_id, number limit ${atOnce}`,
  );
  const loanIds = [...new Set(picked.map((row) => row.loan_id))];
  if (loanIds.length === 0) return { picked: 0, loanIds };
  const locked = await rowsOf<{ id: string; phase: string; frozen: boolean }>(
    tx,
    sql`select id, phase, ${hasLegalBlock(sql`client_account_id`)} as frozen from loan_requests
      where id = any(${listed(loanIds, 'uuid')}) order by id for update`,
  );
  const ended = locked.flatMap(({ id, phase }) => (phase === 'active' ? [] : [id]));
  if (ended.length > 0)
    await tx.execute(
      sql`update loan_instalments set collect_at = null where loan_id = any(${listed(ended, 'uuid')}) and collect_at is not null`,
    );
  const running = locked.filter(({ phase }) => phase === 'active');
  const frozen = running.flatMap(({ id, frozen: isFrozen }) => (isFrozen ? [id] : []));
  if (frozen.length > 0) {
    const next = instantIn(LEGAL_TIME_ZONE, addDays(day, 1), COLLECTION_TIMES.morning).toISOString();
    await tx.execute(
      sql`update loan_instalments set collect_at = ${next}::timestamptz
        where loan_id = any(${listed(frozen, 'uuid')}) and collect_at <= ${at}::timestamptz`,
    );
  }
  return {
    picked: picked.length,
    loanIds: running.flatMap(({ id, frozen: isFrozen }) => (isFrozen ? [] : [id])),
  };
}

/** What an account still has while the instalments of a batch are decided one after another. */
interface Purse {
  balanceMinor: number;
  readonly holds: AccountHolds;
  readonly advances: Map<string, number>;
}

/**
 * The late interest that is taken with an instalment: that of a missed one, never more than the loan owes (LC-76). The last one takes whatever is owed of
 * it, so that the loan ends.
 * @param takenMinor with other instalments of the loan in the same batch.
 */
function lateInterestWith(
  serviced: ServicedLoan,
  row: InstalmentRow,
  { day, takenMinor }: { readonly day: string; readonly takenMinor: number },
): number {
  const owedMinor = Math.max(0, lateInterestOwedMinor(missedState(serviced), day) - takenMinor);
  if (row.balanceAfter === 0) return owedMinor;
  const ofRow = serviced.state.rows.find(({ number }) => number === row.number);
  if (row.missedOn === null || !ofRow) return 0;
  const own = lateInterestMinor(
    { capitalMinor: row.capital, fromDay: lateFromDayOf(ofRow), payments: ofRow.payments },
    rateOfRow(ofRow, serviced.state),
    day,
  );
  return Math.min(own, owedMinor);
}

/** What a batch does: payments, and instalments that the accounts do not pay. */
interface Plan {
  readonly paid: LoanPaid[];
  readonly unpaid: UnpaidInstalment[];
}

interface Deciding {
  readonly day: string;
  readonly today: string;
  /** Whether what cannot be paid now is missed: in the evening. */
  readonly isMissing: boolean;
  readonly isDue: (row: InstalmentRow) => boolean;
}

/** Decides each instalment in order, whole or not at all, by what its account still has (LC-70, LC-71). */
async function planCollection(
  loans: ReadonlyMap<string, ServicedLoan>,
  holds: ReadonlyMap<string, AccountHolds>,
  { day, today, isMissing, isDue }: Deciding,
): Promise<Plan> {
  const purses = new Map<string, Purse>();
  /** Interest that payments of the same batch took from what is receivable, by loan. */
  const interestTaken = new Map<string, number>();
  const lateInterestTaken = new Map<string, number>();
  const plan: Plan = { paid: [], unpaid: [] };
  const due = [...loans.values()]
    .flatMap((serviced) => serviced.instalments.filter(isDue).map((row) => ({ serviced, row })))
    .sort((a, b) => inCollectionOrder(toCollect(a.row), toCollect(b.row)));
  await mapInTurns(due, ({ serviced, row }) => {
    const purse = purseOf(purses, serviced, holds);
    const part = {
      row,
      interestMinor: row.interest - row.paidInterest,
      capitalMinor: row.capital - row.paidCapital,
    };
    const rowMinor = part.interestMinor + part.capitalMinor;
    const ownAdvance = purse.advances.get(serviced.loan.id) ?? 0;
    const available = availableForInstalmentMinor({
      balanceMinor: purse.balanceMinor,
      withdrawals: purse.holds.withdrawals,
      otherAdvancesMinor: sumOf([...purse.advances.values()], (held) => held) - ownAdvance,
      dueDate: row.dueOn,
    });
    // A suspended instalment asks for nothing, whatever the account has (LC-88).
    const leftMinor = Math.max(0, available) - rowMinor;
    const isShort = leftMinor < 0;
    const takenLateMinor = lateInterestTaken.get(serviced.loan.id) ?? 0;
    // What an account lacks of late interest keeps no instalment late: it is owed on (LC-70, LC-78).
    const whole = {
      parts: [part],
      lateInterestMinor: isShort
        ? 0
        : Math.min(lateInterestWith(serviced, row, { day, takenMinor: takenLateMinor }), leftMinor),
    };
    if (isShort) plan.unpaid.push({ serviced, row });
    // What was paid in advance is applied on the due date, also where the rest is missing (LC-71).
    const inPart = isMissing && isShort ? partFrom(ownAdvance, part) : null;
    if (isShort && !inPart) return;
    const one = inPart ? { parts: [inPart], lateInterestMinor: 0 } : whole;
    const takenMinor = totalOf(one);
    lateInterestTaken.set(serviced.loan.id, takenLateMinor + one.lateInterestMinor);
    const advanceUsedMinor = Math.min(ownAdvance, takenMinor);
    const taken = interestTaken.get(serviced.loan.id);
    purse.balanceMinor -= takenMinor;
    purse.advances.set(serviced.loan.id, ownAdvance - advanceUsedMinor);
    const accrual = accrualOf(serviced, today);
    // What takes nothing posts nothing: the accrual goes with the first payment of the loan.
    const isFirst = takenMinor > 0 && taken === undefined;
    plan.paid.push({
      ...one,
      serviced,
      day,
      advanceUsedMinor,
      accrual: isFirst ? accrual.posting : null,
      receivableInterestMinor: accrual.receivableInterestMinor - (taken ?? 0),
    });
    if (takenMinor === 0) return;
    interestTaken.set(
      serviced.loan.id,
      (taken ?? 0) + sumOf(one.parts, ({ interestMinor }) => interestMinor),
    );
  });
  return plan;
}

const toCollect = (row: InstalmentRow) => ({
  dueDate: row.dueOn,
  amountMinor: row.amount,
  loanId: row.loanId,
  number: row.number,
});

function purseOf(
  purses: Map<string, Purse>,
  { account, balanceMinor }: ServicedLoan,
  holds: ReadonlyMap<string, AccountHolds>,
): Purse {
  const known = purses.get(account.id);
  if (known) return known;
  const own = holds.get(account.id) ?? { withdrawals: [], advances: new Map() };
  const purse = { balanceMinor, holds: own, advances: new Map(own.advances) };
  purses.set(account.id, purse);
  return purse;
}

/** The part of an instalment that an advance pays: interest, then capital (LC-78); null when there is none. */
function partFrom(advanceMinor: number, part: InstalmentPart): InstalmentPart | null {
  const interestMinor = Math.min(advanceMinor, part.interestMinor);
  const capitalMinor = Math.min(advanceMinor - interestMinor, part.capitalMinor);
  return interestMinor + capitalMinor > 0 ? { ...part, interestMinor, capitalMinor } : null;
}

/**
 * Puts off what could not be paid: from the morning to the evening, and in the evening, as missed, to the next of its retries (LC-70, LC-71,
 * LC-74). A missed instalment posts its accrual (state table, row 20); after the last retry the indemnity of the policy is charged (LC-77).
 */
async function putOff(work: Work, { unpaid, paid }: Plan, { day, time }: Try, today: string): Promise<void> {
  if (unpaid.length === 0) return;
  const isMissed = time === 'evening';
  const rows = unpaid.map(({ row }) => {
    const next = isMissed ? nextTryAfter(row.dueOn, day) : day;
    return {
      loan_id: row.loanId,
      version: row.version,
      number: row.number,
      missed_on: isMissed ? day : null,
      collect_at:
        next && instantIn(LEGAL_TIME_ZONE, next, COLLECTION_TIMES[isMissed ? 'morning' : 'evening']),
    };
  });
  await work.tx.execute(
    sql`update loan_instalments i set missed_on = coalesce(i.missed_on, p.missed_on), collect_at = p.collect_at
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as p(loan_id uuid, version int, number int, missed_on date, collect_at timestamptz)
      where i.loan_id = p.loan_id and i.version = p.version and i.number = p.number`,
  );
  if (!isMissed) return;
  const done = new Set(paid.map(({ serviced }) => serviced.loan.id));
  const loans = new Map(unpaid.map(({ serviced }) => [serviced.loan.id, serviced]));
  const accruals = [...loans.values()].flatMap((serviced) => {
    const { posting } = accrualOf(serviced, today);
    return posting && !done.has(serviced.loan.id) ? [{ work, posting, causeId: serviced.loan.id }] : [];
  });
  if (accruals.length > 0) await postAll(work.tx, accruals);
  await tellFirstMissed(work, unpaid);
  await chargeIndemnities(
    work,
    unpaid.filter(({ row }) => nextTryAfter(row.dueOn, day) === null),
  );
}

/**
 * One step of a collection (LC-70 to LC-74): takes the next instalments that are due, posts those that their accounts pay and puts the others
 * off. An instalment that was tried is never tried again at the same moment, so that a killed job goes on where it was and a day may run
 * twice.
 * @returns how many instalments it tried.
 */
export async function collectInstalments(
  work: Work,
  attempt: Try & { readonly today: string },
): Promise<number> {
  const { day, time, today } = attempt;
  const { picked, loanIds } = await takeNext(work.tx, attempt);
  if (picked === 0) return 0;
  const at = instantIn(LEGAL_TIME_ZONE, day, COLLECTION_TIMES[time]);
  const loans = await readServicedLoans(work.tx, loanIds, { nearDay: today, isLocking: true });
  const holds = await holdsOf(work.tx, [...new Set([...loans.values()].map(({ account }) => account.id))]);
  const plan = await planCollection(loans, holds, {
    day,
    today,
    isMissing: time === 'evening',
    isDue: ({ collectAt, dueOn }) => collectAt !== null && collectAt <= at && dueOn <= day,
  });
  const nothing = plan.paid.filter((one) => totalOf(one) === 0);
  await settleSuspended(work, nothing);
  await settlePayments(
    work,
    plan.paid.filter((one) => totalOf(one) > 0),
  );
  await putOff(work, plan, attempt, today);
  announce(work, { staff: true }, ['loans']);
  return picked;
}

/** Settles suspended instalments, of 0, on their day (LC-88). */
async function settleSuspended(work: Work, paid: readonly LoanPaid[]): Promise<void> {
  for (const { parts, day } of paid)
    for (const { row } of parts)
      await work.tx.execute(
        sql`update loan_instalments set settled_on = ${day}::date, collect_at = null
          where loan_id = ${row.loanId}::uuid and version = ${row.version} and number = ${row.number}`,
      );
}
