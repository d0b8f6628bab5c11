import { sumMinor } from '../money/money.ts';
import { type LoanRow, rowsAfter } from './loan-rows.ts';
import { type LoanState, unpaidRows } from './loan-state.ts';
import { amortisationSchedule } from './schedule.ts';

/**
 * The rows of a loan whose lender lost the right to interest (LC-94, L341-1 to L341-8): all capital that is not paid, without interest, in
 * equal parts on the due dates to come. A loan of which everything is due keeps one row, on its oldest unpaid due date.
 * @param day the day of the judgment's execution. Empty when no capital is left.
 */
export function rowsWithoutInterest(state: LoanState, day: string): LoanRow[] {
  const unpaid = unpaidRows(state, day);
  const coming = rowsAfter(state.rows, day);
  const principalMinor = sumMinor([
    ...unpaid.map(({ capitalMinor }) => capitalMinor),
    ...coming.map(
      (row) => row.principalMinor - sumMinor(row.payments.map(({ capitalMinor }) => capitalMinor)),
    ),
  ]);
  if (principalMinor === 0) return [];
  const [oldest] = unpaid;
  const last = state.rows.at(-1);
  if (coming.length === 0 && oldest && last)
    return [
      {
        number: last.number + 1,
        dueDate: oldest.dueDate,
        instalmentMinor: principalMinor,
        interestMinor: 0,
        principalMinor,
        remainingMinor: 0,
      },
    ];
  const plain = amortisationSchedule({ principalMinor, annualRateBps: 0, durationMonths: coming.length });
  return coming.map((row, index) => {
    const without = plain.rows[index];
    if (!without) throw new RangeError('a schedule has a row for each due date');
    return { ...without, number: row.number, dueDate: row.dueDate };
  });
}
