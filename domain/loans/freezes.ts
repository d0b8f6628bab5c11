import { sumMinor } from '../money/money.ts';
import { interestRunInPeriodMinor, interestRunMinor, periodOf } from './interest-run.ts';
import { bearingBalanceMinor, interestDueMinor, rowRunningOn } from './loan-rows.ts';
import type { LoanState, ServicedRow } from './loan-state.ts';
import type { LoanEvent } from './phases.ts';

/** Why a loan is frozen (LC-92, LC-93): a receivable over-indebtedness case, or its borrower's death. */
export const FREEZE_KINDS = ['overindebtedness', 'death'] as const;
export type FreezeKind = (typeof FREEZE_KINDS)[number];

/** What the staff and the jobs may still do with a frozen loan: keep the books, lift the freeze, write the claim off, obey a judgment. */
const STILL_OF_THE_HOUSE: readonly LoanEvent[] = [
  'to-doubtful',
  'cure',
  'provide',
  'release',
  'write-off',
  'recover',
  'unfreeze',
  'forfeit-interest',
];

/**
 * Says whether a freeze forbids an event (LC-92 to LC-94). No payment of a borrower is accepted during over-indebtedness (L722-5); a judge's
 * decision, which the plan is, may still be carried out. After a death the heirs may pay.
 * @param isStaff whether a member of the staff asks.
 */
export function isForbiddenByFreeze(
  kind: FreezeKind | null,
  event: LoanEvent,
  { isStaff }: { readonly isStaff: boolean },
): boolean {
  if (kind === null || STILL_OF_THE_HOUSE.includes(event)) return false;
  if (event === 'agree-measure') return !(isStaff && kind === 'overindebtedness');
  return !(kind === 'death' && (event === 'pay-part' || event === 'repay-all'));
}

/**
 * The state of a frozen loan without the interest of the time of its freeze (LC-92, L722-14): a row that fell due after the day on which interest
 * stopped demands its capital, and of its interest what had run until then; in the period of the day interest runs again from the day on. A plan
 * spreads what is left (LC-90).
 */
export function withoutInterestOfFreeze(state: LoanState, day: string): LoanState {
  const { interestStopsOn } = state;
  if (interestStopsOn === undefined) return state;
  const running = rowRunningOn(state.rows, interestStopsOn);
  const ranMinor = interestRunMinor(state, state.rows, interestStopsOn);
  const next = rowRunningOn(state.rows, day);
  const rows = state.rows.map((row): ServicedRow => {
    if (row.number === next?.number)
      return withInterestFrom(state, row, { day, ranMinor: row.number === running?.number ? ranMinor : 0 });
    if (row.dueDate <= interestStopsOn || row.dueDate > day) return row;
    const paidMinor = sumMinor(row.payments.map(({ interestMinor }) => interestMinor));
    const deferredMinor = row.deferredInterestMinor ?? 0;
    const dueMinor = (row.number === running?.number ? ranMinor : 0) + deferredMinor;
    const interestMinor = Math.max(paidMinor, Math.min(dueMinor, interestDueMinor(row))) - deferredMinor;
    return {
      ...row,
      interestMinor,
      instalmentMinor: row.instalmentMinor - row.interestMinor + interestMinor,
    };
  });
  return { ...state, rows };
}

/**
 * The row whose period a day lies in, its interest counted from that day on: what had run before interest stopped is postponed with it. A suspended
 * row stays as it is.
 */
function withInterestFrom(
  state: LoanState,
  row: ServicedRow,
  { day, ranMinor }: { readonly day: string; readonly ranMinor: number },
): ServicedRow {
  if (row.instalmentMinor === 0) return row;
  const whole = periodOf(state.rows, row, state);
  // Days are counted up to the month's beginning, or up to the due date once the month has begun.
  const anchorDay = day <= whole.anchorDay ? whole.anchorDay : row.dueDate;
  const left = { startDay: day, anchorDay, dueDate: row.dueDate };
  const ofPeriod = (period: typeof left) =>
    interestRunInPeriodMinor(bearingBalanceMinor(state.rows, row), state.annualRateBps, period, row.dueDate);
  const savedMinor = Math.min(row.interestMinor, ofPeriod(whole) - ofPeriod(left));
  return {
    ...row,
    startDay: day,
    anchorDay,
    interestMinor: row.interestMinor - savedMinor,
    deferredInterestMinor: (row.deferredInterestMinor ?? 0) + ranMinor,
    instalmentMinor: row.instalmentMinor - savedMinor + ranMinor,
  };
}
