import { sumMinor } from '../money/money.ts';
import { addMonths } from './due-dates.ts';
import { withoutInterestOfFreeze } from './freezes.ts';
import type { LoanRow, ReducedRate } from './loan-rows.ts';
import { rowsAfter } from './loan-rows.ts';
import { type LoanState, type UnpaidRow, unpaidRows } from './loan-state.ts';
import { measureRows } from './measures.ts';

/** The rows of a loan whose freeze is lifted without a plan, in minor units. */
export interface RowsOfLiftedFreeze {
  readonly rows: readonly LoanRow[];
  /** The capital of the rows. */
  readonly balanceMinor: number;
  readonly annualRateBps: number;
  readonly reducedRate: ReducedRate | null;
  /** Due dates of the freeze whose sums the rows have taken over: nothing is owed by them any more. */
  readonly replacedRows: readonly UnpaidRow[];
}

/** The sums of due dates once more, one a month from the next due date on, where no row was left to take them over. */
function rowsOnceMore(state: LoanState, unpaid: readonly UnpaidRow[], day: string): LoanRow[] {
  const last = state.rows.at(-1);
  if (!last) throw new RangeError('a loan has rows');
  const dueDates: string[] = [];
  for (let month = 1; dueDates.length < unpaid.length; month += 1) {
    const dueDate = addMonths(last.dueDate, month, state.dueDay);
    if (dueDate > day) dueDates.push(dueDate);
  }
  let leftMinor = sumMinor(unpaid.map(({ capitalMinor }) => capitalMinor));
  return unpaid.map(({ interestMinor, capitalMinor }, index) => {
    leftMinor -= capitalMinor;
    return {
      number: last.number + 1 + index,
      dueDate: dueDates[index] as string,
      instalmentMinor: interestMinor + capitalMinor,
      interestMinor: 0,
      deferredInterestMinor: interestMinor,
      principalMinor: capitalMinor,
      deferredPrincipalMinor: capitalMinor,
      remainingMinor: leftMinor,
    };
  });
}

/**
 * The rows after a freeze that ends without a plan (docs/rules.md, Measures; LC-92, LC-93): nobody is asked for all its months at once. The end moves by as
 * many months as had an instalment, whose sums are spread over the rows and bear no interest; over-indebtedness leaves no interest of its time. What was
 * missed before the freeze stays late.
 * @param state with its freeze.
 * @param postponed numbers of the unpaid rows that fell due in its time.
 * @returns null when nothing changes.
 */
export function rowsOfLiftedFreeze(
  state: LoanState,
  day: string,
  postponed: readonly number[],
): RowsOfLiftedFreeze | null {
  const moved = new Set(postponed);
  const cleaned = withoutInterestOfFreeze(state, day);
  const ofVersion = { annualRateBps: state.annualRateBps, reducedRate: state.reducedRate ?? null };
  const upcoming = rowsAfter(cleaned.rows, day);
  if (postponed.length === 0) {
    const balanceMinor = sumMinor(upcoming.map((row) => row.principalMinor));
    const isUnchanged = state.interestStopsOn === undefined || upcoming.length === 0;
    return isUnchanged ? null : { ...ofVersion, rows: upcoming, balanceMinor, replacedRows: [] };
  }
  const late = new Set(unpaidRows(cleaned, day).flatMap(({ number }) => (moved.has(number) ? [] : [number])));
  const frozen = { ...cleaned, rows: cleaned.rows.filter(({ number }) => !late.has(number)) };
  const replacedRows = unpaidRows(frozen, day);
  if (upcoming.length === 0) {
    const balanceMinor = sumMinor(replacedRows.map(({ capitalMinor }) => capitalMinor));
    return { ...ofVersion, rows: rowsOnceMore(state, replacedRows, day), balanceMinor, replacedRows };
  }
  const result = measureRows(frozen, day, { kind: 'extension', months: postponed.length });
  const { rows, balanceMinor, annualRateBps, reducedRate } = result;
  return { rows, balanceMinor, annualRateBps, reducedRate, replacedRows };
}
