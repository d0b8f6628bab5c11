import { sql } from 'drizzle-orm';
import { collectionDayOf } from '#domain/loans/collection-day.ts';
import type { FreezeKind } from '#domain/loans/freezes.ts';
import { dueDayOfRows, rateDueOn } from '#domain/loans/loan-rows.ts';
import {
  type LoanState,
  lateInterestOwedMinor,
  type RowPayment,
  type ServicedRow,
} from '#domain/loans/loan-state.ts';
import type { LoanPhase } from '#domain/loans/phases.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import { type Db, listed, rowsOf } from '../../db/database.ts';
import { readMinor } from '../../db/read-minor.ts';
import { wholeRows } from '../../db/rows-of-table.ts';
import { loanInstalments, loanPartPayments, loans } from '../../db/schema/index.ts';
import { mapInTurns } from '../../work/others-turn.ts';
import type { GrantedLoan } from '../queries.ts';
import { type InstalmentRow, loanRowOf, type VersionRates } from '../schedules.ts';

/** A part of an instalment that was paid without paying it whole. */
export type PartPayment = typeof loanPartPayments.$inferSelect;

/** A loan that was paid out, with what its events need: its client's account, what the books hold of it, its instalments and its state. */
export interface ServicedLoan {
  readonly loan: GrantedLoan;
  readonly phase: LoanPhase;
  /** The freeze that the staff set, also beside a payout that is back (LC-92 to LC-94). */
  readonly staffFreeze: FreezeKind | null;
  readonly currency: CurrencyCode;
  readonly account: { readonly id: string; readonly ledgerAccountId: string; readonly userId: string };
  /** Balance of the client's account. */
  readonly balanceMinor: number;
  /** Interest accrued and not collected: what `interest-receivable` of the loan holds, as a positive amount. */
  readonly receivableInterestMinor: number;
  /** Whether its capital stands among doubtful claims (LC-84). */
  readonly isDoubtful: boolean;
  /** The day whose policies its contract says: that of its offer, which was accepted as it was made (LC-8, LC-34); of a loan without one, its own. */
  readonly conditionsOn: string;
  /** Of the version that runs. */
  readonly version: number;
  /** Instalments in force, in order: all of them, or those near the day and whatever is unpaid, missed or postponed. */
  readonly instalments: readonly InstalmentRow[];
  readonly state: LoanState;
}

/** The longest period between two due dates: a month, and the days before it (LC-64, LC-68). Such a row has an anchor, or its own first day. */
const LONGEST_PERIOD_DAYS = 62;
const LONGEST_MONTH_DAYS = 31;

const WHOLE_LOAN = wholeRows({ loan: loans });
const WHOLE_INSTALMENT = wholeRows({ instalment: loanInstalments });
const WHOLE_PART = wholeRows({ part: loanPartPayments });

interface BooksRow extends Readonly<Record<string, unknown>> {
  readonly phase: LoanPhase;
  readonly user_id: string;
  readonly ledger_account_id: string;
  readonly balance: string | number;
  readonly version: number;
  readonly staff_freeze: FreezeKind | null;
  readonly conditions_on: string;
  /** `late.interest` on that day (LC-8). */
  readonly bears_late_interest: boolean;
  /** The rates of each version. */
  readonly rates: RatesOfVersions;
}

type RatesOfVersions = Readonly<Record<number, VersionRates>>;

/**
 * The loans with their clients' accounts.
 * @param isLocking whether the clients' ledger accounts are locked, in order of id, until the transaction ends (docs/lock-order.md).
 */
function loansWithAccounts(db: Db, loanIds: readonly string[], isLocking: boolean): Promise<BooksRow[]> {
  return rowsOf<BooksRow>(
    db,
    sql`select ${WHOLE_LOAN.columns}, r.phase, c.user_id, c.ledger_account_id, a.balance, v.version, v.rates,
        case when loans.frozen = 'payout-returned' then (select f.kind from loan_freezes f
          where f.loan_id = loans.id and f.kind <> 'payout-returned' and f.lifted_on is null) else loans.frozen end as staff_freeze,
        conditions.day::text as conditions_on, (
          select (p.value #>> '{}')::boolean from legal_parameters p where p.key = 'late.interest' and p."from" <= conditions.day
          order by p."from" desc limit 1) as bears_late_interest
      from loans
      join loan_requests r on r.id = loans.id
      join client_accounts c on c.id = loans.client_account_id
      join ledger_accounts a on a.id = c.ledger_account_id
      cross join lateral (
        select coalesce(
          case when loans.path = 'contract' then (select (o.issued_at at time zone 'Europe/Paris')::date from loan_offers o where o.id = loans.id) end,
          loans.accepted_on, loans.paid_out_at::date) as day
      ) conditions
      cross join lateral (
        select max(s.version) as version, json_object_agg(s.version, json_build_object('annualRateBps', s.annual_rate_bps, 'reducedRate',
          case when s.reduced_until is not null
            then json_build_object('annualRateBps', s.reduced_rate_bps, 'untilDay', s.reduced_until) end)) as rates
        from loan_schedules s where s.loan_id = loans.id
      ) v
      where loans.id = any(${listed(loanIds, 'uuid')}) and loans.paid_out_at is not null
      ${isLocking ? sql`order by a.id for update of a` : sql``}`,
  );
}

/** What the accounts of loans hold of a code, by loan. */
async function heldInBooks(db: Db, loanIds: readonly string[]) {
  const rows = await rowsOf<{ loan_id: string; code: string; balance: string | number }>(
    db,
    sql`select a.holder_id as loan_id, a.chart_code as code, a.balance from unnest(${listed(loanIds, 'uuid')}) as l(id)
      join ledger_accounts a on a.holder_id = l.id and a.holder_kind = 'loan'
        and a.chart_code in ('interest-receivable', 'loans-doubtful')`,
  );
  return new Map(rows.map((row) => [`${row.loan_id} ${row.code}`, -readMinor(row.balance)]));
}

/**
 * Instalments in force of loans, in order.
 * @param nearDay leaves out what no rule asks about that day: rows far from it that are neither unpaid, missed nor of a measure.
 */
async function instalmentsOf(
  db: Db,
  loanIds: readonly string[],
  nearDay: string | null,
): Promise<Map<string, InstalmentRow[]>> {
  const near = sql`and (
    loan_instalments.due_on between ${nearDay}::date - ${LONGEST_PERIOD_DAYS}::int and ${nearDay}::date + ${LONGEST_MONTH_DAYS}::int
    or (loan_instalments.due_on between ${nearDay}::date and ${nearDay}::date + ${LONGEST_PERIOD_DAYS}::int
      and (loan_instalments.anchor_on is not null or loan_instalments.starts_on is not null))
    or (loan_instalments.settled_on is null and loan_instalments.due_on <= ${nearDay}::date)
    or loan_instalments.missed_on is not null or loan_instalments.deferred_interest > 0 or loan_instalments.deferred_capital > 0
    or loan_instalments.amount = 0)`;
  const rows = await rowsOf<Readonly<Record<string, unknown>>>(
    db,
    sql`select ${WHOLE_INSTALMENT.columns} from unnest(${listed(loanIds, 'uuid')}) as l(id)
      join loan_instalments on loan_instalments.loan_id = l.id and not loan_instalments.is_superseded ${nearDay ? near : sql``}
      order by loan_instalments.loan_id, loan_instalments.number`,
  );
  return Map.groupBy(
    await mapInTurns(rows, (row) => WHOLE_INSTALMENT.read(row).instalment),
    ({ loanId }) => loanId,
  );
}

async function partPaymentsOf(db: Db, loanIds: readonly string[]): Promise<Map<string, PartPayment[]>> {
  const rows = await rowsOf<Readonly<Record<string, unknown>>>(
    db,
    sql`select ${WHOLE_PART.columns} from loan_part_payments where loan_id = any(${listed(loanIds, 'uuid')}) order by day`,
  );
  return Map.groupBy(
    rows.map((row) => WHOLE_PART.read(row).part),
    ({ loanId }) => loanId,
  );
}

/** What was paid of an instalment, by day: its parts, and the rest on the day it was settled. */
function paymentsOf(row: InstalmentRow, parts: readonly PartPayment[]): RowPayment[] {
  const own = parts.filter(({ version, number }) => version === row.version && number === row.number);
  const payments = own.map(({ day, interest, capital }) => ({
    day,
    interestMinor: interest,
    capitalMinor: capital,
  }));
  if (row.settledOn === null) return payments;
  const sum = (pick: (payment: RowPayment) => number) =>
    payments.reduce((total, one) => total + pick(one), 0);
  return [
    ...payments,
    {
      day: row.settledOn,
      interestMinor: row.interest - sum(({ interestMinor }) => interestMinor),
      capitalMinor: row.capital - sum(({ capitalMinor }) => capitalMinor),
    },
  ];
}

/**
 * What a freeze stops: all interest from the day of receivability (LC-92, L722-14), or from a payout that came back (LC-6); late interest from a
 * death (LC-93).
 */
function frozenState({
  frozen,
  frozenFrom,
}: GrantedLoan): Pick<LoanState, 'interestStopsOn' | 'lateInterestStopsOn'> {
  if (frozen === null || frozenFrom === null) return {};
  return frozen === 'death' ? { lateInterestStopsOn: frozenFrom } : { interestStopsOn: frozenFrom };
}

/**
 * The state of a loan as the rules of domain/loans see it. The last version's rate runs; late interest of an earlier one's rows keeps theirs.
 * @param books the rates of every version of its schedule, and whether late capital bears interest.
 */
export function stateOf(
  loan: GrantedLoan,
  { rates, bears_late_interest: bearsLateInterest }: Pick<BooksRow, 'rates' | 'bears_late_interest'>,
  instalments: readonly InstalmentRow[],
  parts: readonly PartPayment[],
): LoanState {
  if (!loan.paidOutAt) throw new Error(`loan ${loan.id} was not paid out`);
  const payoutDay = legalDay(loan.paidOutAt);
  const running = rates[Math.max(...Object.keys(rates).map(Number))] ?? { annualRateBps: loan.annualRateBps };
  const rows: ServicedRow[] = instalments.map((row) => ({
    ...loanRowOf(row),
    payments: paymentsOf(row, parts),
    annualRateBps: rateDueOn(rates[row.version] ?? running, row.dueOn),
    // Missed later than on its collection day: by an acceleration, or when a freeze was lifted.
    ...(row.missedOn !== null && row.missedOn > collectionDayOf(row.dueOn)
      ? { lateFromDay: row.missedOn }
      : {}),
  }));
  return {
    annualRateBps: running.annualRateBps,
    ...(running.reducedRate ? { reducedRate: running.reducedRate } : {}),
    payoutDay,
    dueDay: rows.length > 0 ? dueDayOfRows(rows) : Number(payoutDay.slice(8)),
    rows,
    lateInterestPaidMinor: loan.lateInterestPaid + loan.lateInterestWaived,
    ...frozenState(loan),
    ...(bearsLateInterest ? {} : { lateInterestStopsOn: payoutDay }),
    ...(loan.lateInterestBefore > 0 ? { lateInterestBeforeMinor: loan.lateInterestBefore } : {}),
    ...(loan.indemnityOwed > 0 ? { indemnityOwedMinor: loan.indemnityOwed } : {}),
    ...(loan.costsOwed > 0 ? { costsOwedMinor: loan.costsOwed } : {}),
  };
}

/** What a letter and its mail say of late interest: nothing where the contract bears none (LC-8). */
export const lateInterestFact = ({ state }: Pick<ServicedLoan, 'state'>) => ({
  bearsLateInterest: state.lateInterestStopsOn === state.payoutDay ? 0 : 1,
});

/**
 * The same state with the instalments that were missed alone: the others bear no late interest, whenever the bank collected them. While the payout is
 * back, nothing was owed, so that nothing is late (LC-6).
 */
export function missedState({
  loan,
  state,
  instalments,
}: Pick<ServicedLoan, 'loan' | 'state' | 'instalments'>): LoanState {
  if (loan.frozen === 'payout-returned')
    return { ...state, rows: [], lateInterestPaidMinor: state.lateInterestBeforeMinor ?? 0 };
  const missed = new Set(instalments.flatMap(({ number, missedOn }) => (missedOn === null ? [] : [number])));
  return { ...state, rows: state.rows.filter(({ number }) => missed.has(number)) };
}

/**
 * Late interest that some rows have borne until a day, in minor units: it stays owed when another version takes their place (LC-76, LC-82,
 * LC-90). That of the other rows, paid or not, is still counted by themselves.
 */
export function lateInterestOfRows(serviced: ServicedLoan, numbers: readonly number[], day: string): number {
  const missed = missedState(serviced);
  const others = { ...missed, rows: missed.rows.filter(({ number }) => !numbers.includes(number)) };
  return lateInterestOwedMinor(missed, day) - lateInterestOwedMinor(others, day);
}

/**
 * Reads loans that were paid out, in any order; a contract whose money has not left is none of them.
 * @param options.nearDay leaves out instalments that no rule of the day asks for; every instalment in force without it.
 * @param options.isWithoutBooks leaves out what the loans' own accounts hold, which a client's role may not read.
 * @param options.isLocking locks their clients' ledger accounts; the caller holds the locks of the requests.
 */
export async function readServicedLoans(
  db: Db,
  loanIds: readonly string[],
  options: {
    readonly nearDay?: string;
    readonly isLocking?: boolean;
    readonly isWithoutBooks?: boolean;
  } = {},
): Promise<Map<string, ServicedLoan>> {
  if (loanIds.length === 0) return new Map();
  const found = await loansWithAccounts(db, loanIds, options.isLocking ?? false);
  const [held, instalments, parts] = await Promise.all([
    options.isWithoutBooks ? new Map<string, number>() : heldInBooks(db, loanIds),
    instalmentsOf(db, loanIds, options.nearDay ?? null),
    partPaymentsOf(db, loanIds),
  ]);
  return new Map(
    await mapInTurns(found, (row): [string, ServicedLoan] => {
      const { loan } = WHOLE_LOAN.read(row);
      const own = instalments.get(loan.id) ?? [];
      return [
        loan.id,
        {
          loan,
          phase: row.phase,
          staffFreeze: row.staff_freeze,
          currency: loan.currency as CurrencyCode,
          account: { id: loan.clientAccountId, ledgerAccountId: row.ledger_account_id, userId: row.user_id },
          balanceMinor: readMinor(row.balance),
          receivableInterestMinor: held.get(`${loan.id} interest-receivable`) ?? 0,
          isDoubtful: (held.get(`${loan.id} loans-doubtful`) ?? 0) !== 0,
          conditionsOn: row.conditions_on,
          version: row.version,
          instalments: own,
          state: stateOf(loan, row, own, parts.get(loan.id) ?? []),
        },
      ];
    }),
  );
}
