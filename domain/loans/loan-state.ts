import { sumMinor } from '../money/money.ts';
import { collectionDayOf } from './collection-day.ts';
import { daysBetween } from './due-dates.ts';
import { interestRunMinor, postponedInterestMinor } from './interest-run.ts';
import { lateInterestMinor } from './late-interest.ts';
import {
  interestDueMinor,
  type LoanRow,
  type LoanTermsOfDays,
  type ReducedRate,
  rateOfRow,
} from './loan-rows.ts';

/** What was paid of a row on a day; interest includes its share of postponed interest. Minor units. */
export interface RowPayment {
  readonly day: string;
  readonly interestMinor: number;
  readonly capitalMinor: number;
}

/** A row with its payments. */
export type ServicedRow = LoanRow & {
  readonly payments: readonly RowPayment[];
  /** The day on which a measure took its unpaid sums over (LC-90): it demands nothing any more, and its late interest ends. */
  readonly replacedOn?: string;
  /** The day from which it bears late interest, where it is not its collection day: its loan was accelerated, or it was frozen until then. */
  readonly lateFromDay?: string;
};

/** The first day that is late for a row: its collection day unless it says another one (LC-76, LC-82). */
export function lateFromDayOf(row: Pick<ServicedRow, 'dueDate' | 'lateFromDay'>): string {
  return row.lateFromDay ?? collectionDayOf(row.dueDate);
}

/**
 * A running loan as its rules see it. Amounts in minor units. The rows are all of it: those that fell due, as they were then, with what was paid
 * of them, and those to come, of the last version of the schedule.
 */
export interface LoanState extends LoanTermsOfDays {
  /** The day of the month on which it falls due, 1 to 31. */
  readonly dueDay: number;
  readonly rows: readonly ServicedRow[];
  /** Of the version that runs; each row says its own (LC-91). */
  readonly reducedRate?: ReducedRate | undefined;
  readonly lateInterestPaidMinor: number;
  /** Late interest of rows that are not among these any more; it is still owed. */
  readonly lateInterestBeforeMinor?: number;
  /** Legal indemnity that was charged and is not paid (LC-77, LC-82); none unless given. */
  readonly indemnityOwedMinor?: number;
  /** Costs that a court has taxed and that are not paid (LC-75); none unless given. */
  readonly costsOwedMinor?: number;
  /** The day from which no interest runs any more: a receivable over-indebtedness case (LC-92, L722-14). */
  readonly interestStopsOn?: string;
  /** The day from which no late interest runs any more: the borrower's death (LC-93). */
  readonly lateInterestStopsOn?: string;
}

/** What is left of a due row. */
export interface UnpaidRow {
  readonly number: number;
  readonly dueDate: string;
  readonly interestMinor: number;
  readonly capitalMinor: number;
}

/** The last day up to which interest runs when one asks for a day. */
function interestDay(state: Pick<LoanState, 'interestStopsOn'>, day: string): string {
  const { interestStopsOn } = state;
  return interestStopsOn !== undefined && interestStopsOn < day ? interestStopsOn : day;
}

/** The last day up to which late interest runs when one asks for a day. */
function lateInterestDay(
  state: Pick<LoanState, 'interestStopsOn' | 'lateInterestStopsOn'>,
  day: string,
): string {
  const { lateInterestStopsOn } = state;
  const until = interestDay(state, day);
  return lateInterestStopsOn !== undefined && lateInterestStopsOn < until ? lateInterestStopsOn : until;
}

/** The rows that are due on a day and not paid whole, oldest first. */
export function unpaidRows(state: Pick<LoanState, 'rows'>, day: string): UnpaidRow[] {
  return state.rows
    .filter(({ dueDate, replacedOn }) => dueDate <= day && (replacedOn === undefined || replacedOn > day))
    .map((row) => ({
      number: row.number,
      dueDate: row.dueDate,
      interestMinor: interestDueMinor(row) - sumMinor(row.payments.map(({ interestMinor }) => interestMinor)),
      capitalMinor: row.principalMinor - sumMinor(row.payments.map(({ capitalMinor }) => capitalMinor)),
    }))
    .filter(({ interestMinor, capitalMinor }) => interestMinor > 0 || capitalMinor > 0);
}

/** The late interest that is owed on a day: that of every row from its collection day on, less what was paid of it (LC-72, LC-76). */
export function lateInterestOwedMinor(state: LoanState, day: string): number {
  const charged = state.rows
    .filter(({ dueDate }) => dueDate <= day)
    .map((row) =>
      lateInterestMinor(
        {
          capitalMinor: row.principalMinor,
          fromDay: lateFromDayOf(row),
          payments: row.payments.filter((payment) => payment.day <= day),
        },
        rateOfRow(row, state),
        lateInterestDay(state, row.replacedOn !== undefined && row.replacedOn < day ? row.replacedOn : day),
      ),
    );
  return sumMinor(charged) + (state.lateInterestBeforeMinor ?? 0) - state.lateInterestPaidMinor;
}

/** The stages of arrears, by days past due (LC-79). */
export const ARREARS_BUCKETS = ['0', '1-30', '31-60', '61-90', '90+'] as const;
export type ArrearsBucket = (typeof ARREARS_BUCKETS)[number];

/** Days from the oldest unpaid due date to a day; 0 when nothing is unpaid or it is not due before that day (LC-79). */
export function daysPastDue(oldestUnpaidDueDate: string | null, day: string): number {
  return oldestUnpaidDueDate === null ? 0 : Math.max(0, daysBetween(oldestUnpaidDueDate, day));
}

/** The stage of arrears after so many days past due. */
export function bucketOf(days: number): ArrearsBucket {
  if (days <= 0) return '0';
  if (days <= 30) return '1-30';
  if (days <= 60) return '31-60';
  return days <= 90 ? '61-90' : '90+';
}

/** What a loan is late with on a day. */
export interface Arrears {
  readonly rows: readonly UnpaidRow[];
  readonly interestMinor: number;
  readonly capitalMinor: number;
  readonly lateInterestMinor: number;
  /** All of it. */
  readonly totalMinor: number;
  readonly daysPastDue: number;
  readonly bucket: ArrearsBucket;
}

/**
 * What a loan is late with at the beginning of a day: rows whose collection day has passed, and late interest. Between a due date and its
 * collection day nothing is late, and the days past due run from the due date once it is (LC-72, LC-76, LC-79).
 */
export function arrearsOn(state: LoanState, day: string): Arrears {
  const rows = unpaidRows(state, day).filter(({ dueDate }) => collectionDayOf(dueDate) < day);
  const interestMinor = sumMinor(rows.map((row) => row.interestMinor));
  const capitalMinor = sumMinor(rows.map((row) => row.capitalMinor));
  const lateInterest = lateInterestOwedMinor(state, day);
  const days = daysPastDue(rows[0]?.dueDate ?? null, day);
  return {
    rows,
    interestMinor,
    capitalMinor,
    lateInterestMinor: lateInterest,
    totalMinor: interestMinor + capitalMinor + lateInterest,
    daysPastDue: days,
    bucket: bucketOf(days),
  };
}

/**
 * What `interest-receivable` of a loan should hold at the end of a day (LC-101): the interest of unpaid due rows, postponed interest, and the
 * interest run. The accrual posts this less what it holds; it may be negative. Nothing is posted once the loan is doubtful (LC-84).
 */
export function interestTargetMinor(state: LoanState, day: string): number {
  const until = interestDay(state, day);
  const due = unpaidRows(state, until).map(({ interestMinor }) => interestMinor);
  return (
    sumMinor(due) +
    postponedInterestMinor(state, state.rows, until) +
    interestRunMinor(state, state.rows, until)
  );
}

/** Interest that a client pays, as postings take it: first what is receivable, and the rest is income that was not accrued (LC-84). */
export function splitPaidInterest(
  paidMinor: number,
  receivableMinor: number,
): { readonly accruedInterestMinor: number; readonly unaccruedInterestMinor: number } {
  const accruedInterestMinor = Math.min(paidMinor, Math.max(0, receivableMinor));
  return { accruedInterestMinor, unaccruedInterestMinor: paidMinor - accruedInterestMinor };
}

/** The same loan as if the rows due after a day, up to another one, were paid on their due dates: what a quote ahead expects (LC-96). */
export function assumingPaid(state: LoanState, afterDay: string, untilDay: string): LoanState {
  const rows = state.rows.map((row) => {
    if (row.dueDate <= afterDay || row.dueDate > untilDay) return row;
    const left = unpaidRows({ rows: [row] }, row.dueDate)[0];
    return left ? { ...row, payments: [...row.payments, { day: row.dueDate, ...left }] } : row;
  });
  return { ...state, rows };
}
