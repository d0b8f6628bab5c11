/**
 * A second reckoning of the rules of loans, for tests: fractions of whole numbers and days counted one by one, written from the sentences of the rules
 * without any function of the product.
 */

const DAY_MS = 86_400_000;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** A day so many days later. */
export const plus = (day: string, days: number) =>
  new Date(at(day) + days * DAY_MS).toISOString().slice(0, 10);
export const between = (from: string, to: string) => (at(to) - at(from)) / DAY_MS;

/** The due day of a month that is so many months after a day's own; a short month's last day (LC-63). */
export function dueDayOf(day: string, months: number, dueDay: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(dueDay, last))).toISOString().slice(0, 10);
}

/** The first due day on or after a day (LC-64). */
export const anchorOf = (day: string, dueDay: number): string =>
  [0, 1].map((month) => dueDayOf(day, month, dueDay)).find((one) => one >= day) as string;

export const down = (top: bigint, bottom: bigint) => Number(top / bottom);

/** A fraction rounded to the nearest whole number; halves to the even one. */
export function halfEven(top: bigint, bottom: bigint): number {
  const [whole, rest] = [top / bottom, (top % bottom) * 2n];
  const isUp = rest > bottom || (rest === bottom && whole % 2n === 1n);
  return Number(isUp ? whole + 1n : whole);
}

/** The annuity: principal × i / (1 − (1 + i)⁻ⁿ), i = rate / 12 (LC-61). */
export function annuity(principal: number, bps: number, months: number): number {
  if (bps === 0) return halfEven(BigInt(principal), BigInt(months));
  const grown = BigInt(120_000 + bps) ** BigInt(months);
  return halfEven(BigInt(principal) * BigInt(bps) * grown, 120_000n * (grown - 120_000n ** BigInt(months)));
}

/** Single days / 365, and a month's interest (LC-61, LC-64). */
export const ofDays = (balance: number, bps: number, days: number) =>
  halfEven(BigInt(balance) * BigInt(bps) * BigInt(days), 3_650_000n);
export const ofMonth = (balance: number, bps: number) => halfEven(BigInt(balance) * BigInt(bps), 120_000n);

/** Easter Sunday, by Gauss's rule in its Gregorian form. */
function easter(year: number): string {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return new Date(Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1)).toISOString().slice(0, 10);
}

/** The first day from a day on on which TARGET is open (LC-11, LC-70). */
export function collectionDay(day: string): string {
  for (let one = day; ; one = plus(one, 1)) {
    const weekday = new Date(at(one)).getUTCDay();
    const sunday = easter(Number(one.slice(0, 4)));
    const isClosed =
      weekday === 0 ||
      weekday === 6 ||
      ['01-01', '05-01', '12-25', '12-26'].includes(one.slice(5)) ||
      one === plus(sunday, -2) ||
      one === plus(sunday, 1);
    if (!isClosed) return one;
  }
}

/** A row of the oracle. Days before the anchor bear single days' interest, the month after it a month's. Minor units. */
export interface OracleRow {
  readonly start: string;
  readonly anchor: string;
  readonly due: string;
  readonly bps: number;
  readonly interest: number;
  /** All capital of the row, with `postponedCapital`. */
  readonly capital: number;
  readonly postponedInterest: number;
  readonly postponedCapital: number;
  readonly isSuspended: boolean;
}

/** A loan of the oracle: its rows, and the instalment that its plain rows are made of. */
export interface OracleLoan {
  readonly rows: readonly OracleRow[];
  readonly dueDay: number;
  readonly bps: number;
  readonly instalment: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** The capital of rows that bears interest. */
export const bearing = (rows: readonly OracleRow[]) =>
  sum(rows.map(({ capital, postponedCapital }) => capital - postponedCapital));

/** The interest of a balance from a period's beginning to a day in it (LC-66). */
export function runIn({ start, anchor, due, bps }: OracleRow, balance: number, day: string): number {
  if (day <= anchor) return ofDays(balance, bps, between(start, day));
  return (
    ofDays(balance, bps, between(start, anchor)) +
    halfEven(
      BigInt(balance) * BigInt(bps) * BigInt(between(anchor, day)),
      120_000n * BigInt(between(anchor, due)),
    )
  );
}

/** The loan of a contract (LC-61 to LC-64). */
export function lent(terms: {
  readonly principalMinor: number;
  readonly annualRateBps: number;
  readonly durationMonths: number;
  readonly payoutDay: string;
  readonly dueDay: number | null;
}): OracleLoan {
  const { principalMinor, annualRateBps: bps, durationMonths, payoutDay } = terms;
  const dueDay = terms.dueDay ?? Number(payoutDay.slice(8));
  const anchor = anchorOf(payoutDay, dueDay);
  const first = { start: payoutDay, anchor, due: dueDayOf(anchor, 1, dueDay) };
  const instalment = annuity(principalMinor, bps, durationMonths);
  return planned(
    { dueDay, bps, balance: principalMinor, periods: [first], interest: 0, capital: 0 },
    { suspended: 0, interestOnly: 0, count: durationMonths, instalment },
  );
}

/** What rows are made of: their periods, the capital that bears interest, and postponed sums that do not. */
interface Left {
  readonly dueDay: number;
  readonly bps: number;
  readonly balance: number;
  readonly periods: readonly Pick<OracleRow, 'start' | 'anchor' | 'due'>[];
  readonly interest: number;
  readonly capital: number;
}

interface Plan {
  readonly suspended: number;
  readonly interestOnly: number;
  /** Rows that repay; the last takes the rest. */
  readonly count: number;
  readonly instalment: number;
}

/** Rows of a plan (LC-61, LC-88 to LC-90). */
export function planned(left: Left, plan: Plan): OracleLoan {
  const { dueDay, bps } = left;
  const plain = plan.interestOnly + plan.count;
  const periods = [...left.periods].slice(0, plan.suspended + plain);
  while (periods.length < plan.suspended + plain) {
    const start = (periods.at(-1) as { due: string }).due;
    periods.push({ start, anchor: start, due: dueDayOf(start, 1, dueDay) });
  }
  const interestOf = ({ start, anchor }: (typeof periods)[number], balance: number) =>
    ofDays(balance, bps, between(start, anchor)) + ofMonth(balance, bps);
  const postponed =
    left.interest + sum(periods.slice(0, plan.suspended).map((period) => interestOf(period, left.balance)));
  // Over the rows that repay the capital: a due date of interest only asks for nothing else (LC-89).
  const shareOf = (total: number, place: number) => {
    if (place < plan.interestOnly) return 0;
    const share = Math.floor(total / plan.count);
    return place === plain - 1 ? total - share * (plan.count - 1) : share;
  };
  let balance = left.balance;
  const rows = periods.map((period, index): OracleRow => {
    const place = index - plan.suspended;
    if (place < 0)
      return {
        ...period,
        bps,
        interest: 0,
        capital: 0,
        postponedInterest: 0,
        postponedCapital: 0,
        isSuspended: true,
      };
    const month = ofMonth(balance, bps);
    const repaid = place === plain - 1 ? balance : place < plan.interestOnly ? 0 : plan.instalment - month;
    const postponedCapital = shareOf(left.capital, place);
    const row = {
      ...period,
      bps,
      interest: interestOf(period, balance),
      capital: repaid + postponedCapital,
      postponedInterest: shareOf(postponed, place),
      postponedCapital,
      isSuspended: false,
    };
    balance -= repaid;
    return row;
  });
  return { rows, dueDay, bps, instalment: plan.instalment };
}

/** How many instalments repay a balance. */
export function until(balance: number, bps: number, instalment: number): number {
  let [left, count] = [balance, 1];
  for (; left + ofMonth(left, bps) > instalment; count += 1) left -= instalment - ofMonth(left, bps);
  return count;
}

/** What is left of a loan after a day on which nothing is late: the periods to come, their capital, and what is postponed. */
export function leftOn(loan: OracleLoan, day: string): Left & Omit<Plan, 'instalment'> {
  const rows = loan.rows.filter(({ due }) => due > day);
  const suspended = rows.findIndex((row) => !row.isSuspended);
  const repaying = rows.findIndex((row) => row.capital > row.postponedCapital);
  const balance = bearing(rows);
  const toPostpone = sum(rows.filter((row) => row.isSuspended).map((row) => runIn(row, balance, row.due)));
  return {
    dueDay: loan.dueDay,
    bps: loan.bps,
    balance,
    periods: rows.map(({ start, anchor, due }) => ({ start, anchor, due })),
    interest: sum(rows.map((row) => row.postponedInterest)) - toPostpone,
    capital: sum(rows.map((row) => row.postponedCapital)),
    suspended,
    interestOnly: repaying - suspended,
    count: rows.length - repaying,
  };
}
