import { sumMinor } from '../money/money.ts';
import { addDays } from './due-dates.ts';
import { type LoanState, unpaidRows } from './loan-state.ts';

/** How many of the last instalments due must be unpaid in sum before an incident is declared (LC-83). */
const INSTALMENTS_OF_INCIDENT = 2;

/**
 * Whether what is unpaid on a day is an incident to declare to the FICP (LC-83, L752-1): at least the last two instalments due, and at least the
 * minimum. An acceleration is one by itself.
 * @param minimumMinor `ficp.min`.
 */
export function isIncidentToDeclare(state: LoanState, day: string, minimumMinor: number): boolean {
  const due = state.rows.filter((row) => row.dueDate <= day && row.instalmentMinor > 0);
  if (due.length < INSTALMENTS_OF_INCIDENT) return false;
  const lastMinor = sumMinor(due.slice(-INSTALMENTS_OF_INCIDENT).map((row) => row.instalmentMinor));
  const unpaidMinor = sumMinor(unpaidRows(state, day).map((row) => row.interestMinor + row.capitalMinor));
  return unpaidMinor >= lastMinor && unpaidMinor >= minimumMinor;
}

/** The first day on which an incident may be declared, after the letter that announces it (LC-83). @param letterDays `ficp.letterDays`. */
export function declarationDayOf(letterDay: string, letterDays: number): string {
  return addDays(letterDay, letterDays);
}
