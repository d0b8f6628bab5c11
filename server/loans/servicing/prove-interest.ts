import { sql } from 'drizzle-orm';
import { interestRunInPeriodMinor, periodOf } from '#domain/loans/interest-run.ts';
import { bearingBalanceMinor, rateOfRow, rowRunningOn } from '#domain/loans/loan-rows.ts';
import { interestTargetMinor, lateInterestOwedMinor } from '#domain/loans/loan-state.ts';
import { sumMinor } from '#domain/money/money.ts';
import { addDays } from '#domain/time/days.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import { mapInTurns } from '../../work/others-turn.ts';
import { missedState, readServicedLoans, type ServicedLoan } from './serviced-loans.ts';

/** Loans that are read at once: what the proof holds in memory, whatever the number of loans. */
const PROVED_AT_ONCE = 500;

/** How far before the last day of those that are read at once a loan is read by its rows around that day alone: a month's end takes every one in (LC-101). */
const NEAR_DAYS = 31;

interface Touched {
  readonly id: string;
  /**
   * The last day to which its interest was brought: the value day of the last entry of it, or the last month's end; of a doubtful loan, which accrues
   * nothing, the day on which it became one.
   */
  readonly touched: string;
  readonly is_doubtful: boolean;
  /** Whether a part of its capital was repaid early since: what had run on it was rounded apart from the rest. */
  readonly is_parted: boolean;
}

/** What rounding the interest of a part and of the rest apart may make, in minor units. */
const PARTED_MINOR = 2;

/**
 * The next loans whose interest can be proved: in repayment, demanded as a whole, or withdrawn from and not given back. One that a measure, a freeze or a
 * new payout changed on that day or since is left to the next month's end: these change what has run, post nothing, and the next accrual brings its interest
 * to the new figures (LC-101). Of a doubtful loan there is no next accrual, so that any new schedule leaves it out.
 */
function nextToProve(db: Db, after: string): Promise<Touched[]> {
  return rowsOf(
    db,
    sql`select l.id, d.touched::text as touched, l.doubtful_on is not null as is_doubtful, exists (select from loan_schedules s
          where s.loan_id = l.id and s.reason = 'early-repayment' and s.day >= d.touched) as is_parted
      from loans l
      join loan_requests r on r.id = l.id and r.phase in ('active', 'accelerated', 'retracting')
      left join ledger_accounts a on a.holder_kind = 'loan' and a.holder_id = l.id and a.chart_code = 'interest-receivable'
      left join ledger_entries e on e.account_id = a.id and e.sequence = a.sequence
      left join ledger_transactions t on t.id = e.transaction_id
      cross join lateral (
        -- A month's end passes a contract that was withdrawn from without an accrual (LC-102).
        select coalesce(l.doubtful_on, greatest(case when r.phase <> 'retracting' then l.accrued_on end, t.value_day,
          (l.paid_out_at at time zone 'Europe/Paris')::date)) as touched) d
      where l.id > ${after}::uuid and l.paid_out_at is not null
        and not exists (select from loan_schedules s where s.loan_id = l.id and s.version > 1 and s.day >= d.touched
          and (l.doubtful_on is not null or s.reason not in ('acceleration', 'early-repayment', 'due-day', 'forfeiture')))
        and not exists (select from loan_freezes f where f.loan_id = l.id
          and ((f.set_at at time zone 'Europe/Paris')::date >= d.touched or f.lifted_on >= d.touched))
      order by l.id limit ${PROVED_AT_ONCE}`,
  );
}

/**
 * What had run of a doubtful loan when it became one, by what was paid until then, without the interest that was paid since: payments take what is
 * receivable first (LC-84).
 */
function receivableSinceDoubt({ state }: ServicedLoan, doubtfulOn: string): number {
  const rows = state.rows.map((row) => ({
    ...row,
    payments: row.payments.filter(({ day }) => day <= doubtfulOn),
  }));
  const paidSince = state.rows.flatMap(({ payments }) =>
    payments.filter(({ day }) => day > doubtfulOn).map(({ interestMinor }) => interestMinor),
  );
  return Math.max(0, interestTargetMinor({ ...state, rows }, doubtfulOn) - sumMinor(paidSince));
}

/** What is wrong with the interest of a loan, in words an operator can act on; none when it holds. */
function faultsOf(serviced: ServicedLoan, { touched, is_doubtful, is_parted }: Touched): string[] {
  const { loan, state, receivableInterestMinor } = serviced;
  const faults: string[] = [];
  const ranMinor = is_doubtful
    ? receivableSinceDoubt(serviced, touched)
    : interestTargetMinor(state, touched);
  if (Math.abs(ranMinor - receivableInterestMinor) > (is_parted ? PARTED_MINOR : 0))
    faults.push(
      `loan ${loan.id} has ${receivableInterestMinor} of interest receivable in the books, ${ranMinor} had run on ${touched}`,
    );
  const row = rowRunningOn(state.rows, touched);
  if (row && row.instalmentMinor > 0) {
    const period = periodOf(state.rows, row, state);
    const balanceMinor = bearingBalanceMinor(state.rows, row);
    const bornMinor = interestRunInPeriodMinor(balanceMinor, rateOfRow(row, state), period, row.dueDate);
    if (bornMinor !== row.interestMinor)
      faults.push(
        `instalment ${row.number} of loan ${loan.id} asks for ${row.interestMinor} of interest, its capital bears ${bornMinor}`,
      );
  }
  // A freeze, or its lifting, says from which day none was owed: what was paid before may be more.
  const lateMinor = loan.frozen === null ? lateInterestOwedMinor(missedState(serviced), touched) : 0;
  if (lateMinor < 0 && loan.lateInterestWaived === 0)
    faults.push(`loan ${loan.id} was asked for ${-lateMinor} of late interest too much`);
  return faults;
}

/** Where a loan was asked for other late interest than the books have as income (LC-76). */
async function faultsOfLateInterest(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ fault: string }>(
    db,
    sql`select 'loan ' || l.id || ' paid ' || l.late_interest_paid || ' of late interest, the books have ' || coalesce(b.amount, 0) as fault
      from loans l left join (
        select t.cause_id, sum(e.amount) as amount from ledger_accounts a
        join ledger_entries e on e.account_id = a.id join ledger_transactions t on t.id = e.transaction_id
        where a.chart_code = 'late-interest-income' and t.event = 'instalment-collection' group by 1) b on b.cause_id = l.id
      where l.late_interest_paid <> coalesce(b.amount, 0) order by l.id limit 100`,
  );
  return rows.map(({ fault }) => fault);
}

/** Reads loans by the rows that the proof asks for. */
async function readForProof(db: Db, touched: readonly Touched[]): Promise<Map<string, ServicedLoan>> {
  const nearDay = touched.reduce((last, one) => (one.touched > last ? one.touched : last), '');
  // Of a doubtful loan every payment since counts, whichever row took it.
  const isNear = (one: Touched) => !one.is_doubtful && addDays(one.touched, NEAR_DAYS) >= nearDay;
  const idsOf = (which: readonly Touched[]) => which.map(({ id }) => id);
  const near = await readServicedLoans(db, idsOf(touched.filter(isNear)), { nearDay });
  const far = await readServicedLoans(db, idsOf(touched.filter((one) => !isNear(one))));
  return new Map([...near, ...far]);
}

/**
 * Proves the interest of every running loan from its contract, its schedule and what was paid (ACC-36, 5; LC-101): what its account holds is what had
 * run when it was last touched, the instalment that runs asks for what its capital bears, and late interest is what the books have as income.
 * @returns what is wrong, 100 faults at most.
 */
export async function faultsOfInterest(db: Db): Promise<string[]> {
  const faults = await faultsOfLateInterest(db);
  for (let after = '00000000-0000-0000-0000-000000000000'; faults.length < 100; ) {
    const next = await nextToProve(db, after);
    const last = next.at(-1);
    if (!last) break;
    const loans = await readForProof(db, next);
    const found = await mapInTurns(next, (one) => {
      const serviced = loans.get(one.id);
      return serviced ? faultsOf(serviced, one) : [];
    });
    faults.push(...found.flat());
    after = last.id;
  }
  return faults.slice(0, 100);
}
