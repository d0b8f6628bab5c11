import { sumMinor } from '../money/money.ts';
import { type InterestPeriod, interestRunInPeriodMinor, interestRunMinor, periodOf } from './interest-run.ts';
import { bearingBalanceMinor, interestDueMinor, rateOfRow, rowRunningOn } from './loan-rows.ts';
import type { LoanState, ServicedRow } from './loan-state.ts';
import type { LoanEvent } from './phases.ts';

/** Freezes that the staff sets on a document (LC-92, LC-93): a receivable over-indebtedness case, or the borrower's death. */
export const STAFF_FREEZES = ['overindebtedness', 'death'] as const;
/**
 * Why a loan is frozen: as the staff says, or by the bank itself because the payout to another bank came back (LC-6). The borrower does not have the
 * money then: no interest runs from the payout on, and nothing is collected, until it leaves again.
 */
export const FREEZE_KINDS = [...STAFF_FREEZES, 'payout-returned'] as const;
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

/** What is never refused to a borrower whose payout came back (LC-95, L312-34): to end the loan, or to make it smaller, with the money that never reached them. */
const WHILE_PAYOUT_IS_BACK: readonly LoanEvent[] = ['repay-part', 'repay-all'];
/** What makes no sense of a loan whose payout is back: nobody is in default with it, and its capital lies with the house. */
const NOT_OF_A_PAYOUT_BACK: readonly LoanEvent[] = ['unfreeze', 'to-doubtful', 'provide', 'write-off'];

/** Whether one freeze alone forbids an event. */
function forbids(kind: FreezeKind, event: LoanEvent, isStaff: boolean): boolean {
  if (kind === 'payout-returned' && NOT_OF_A_PAYOUT_BACK.includes(event)) return true;
  if (kind === 'payout-returned' && WHILE_PAYOUT_IS_BACK.includes(event)) return false;
  if (STILL_OF_THE_HOUSE.includes(event)) return false;
  if (event === 'agree-measure') return !(isStaff && kind === 'overindebtedness');
  return !(kind === 'death' && (event === 'pay-part' || event === 'repay-all'));
}

/**
 * Says whether a freeze forbids an event (LC-92 to LC-94). No payment of a borrower is accepted during over-indebtedness (L722-5); a judge's
 * decision, which the plan is, may still be carried out. After a death the heirs may pay. Where the payout came back, only sending it again or ending
 * the loan ends the freeze, and nothing is lost that could be set aside or written off. A payout that is back leaves the freezes of the staff as they
 * are: one may be set and lifted beside it, and what either forbids is forbidden.
 * @param asked.isStaff whether a member of the staff asks. @param asked.staffFreeze that of the staff beside a payout that is back; null for none.
 */
export function isForbiddenByFreeze(
  kind: FreezeKind | null,
  event: LoanEvent,
  asked: { readonly isStaff: boolean; readonly staffFreeze?: FreezeKind | null },
): boolean {
  if (kind === null) return false;
  const beside = kind === 'payout-returned' ? (asked.staffFreeze ?? null) : null;
  if (kind === 'payout-returned' && event === 'freeze') return !asked.isStaff || beside !== null;
  if (beside !== null && event === 'unfreeze') return false;
  return forbids(kind, event, asked.isStaff) || (beside !== null && forbids(beside, event, asked.isStaff));
}

/**
 * The state of a frozen loan without the interest of the time of its freeze (LC-92, L722-14): a row that fell due after the day on which interest
 * stopped demands its capital, and of its interest what had run until then; in the period of the day interest runs again from the day on. What
 * suspended due dates of that time would have postponed (LC-88) is taken from the rows that collect it. A plan spreads what is left (LC-90).
 */
export function withoutInterestOfFreeze(state: LoanState, day: string): LoanState {
  const { interestStopsOn } = state;
  if (interestStopsOn === undefined) return state;
  const running = rowRunningOn(state.rows, interestStopsOn);
  const ranMinor = interestRunMinor(state, state.rows, interestStopsOn);
  const next = rowRunningOn(state.rows, day);
  let neverRunMinor = 0;
  const rows = state.rows.map((row): ServicedRow => {
    if (row.dueDate <= interestStopsOn || (row.dueDate > day && row.number !== next?.number)) return row;
    const ran = row.number === running?.number ? ranMinor : 0;
    const isNext = row.number === next?.number;
    if (row.instalmentMinor === 0) {
      const whole = periodOf(state.rows, row, state);
      const left = isNext ? periodFrom(whole, day) : null;
      neverRunMinor += ofPeriod(state, row, whole) - (left ? ofPeriod(state, row, left) : 0) - ran;
      return left ? { ...row, startDay: left.startDay, anchorDay: left.anchorDay } : row;
    }
    if (isNext) return withInterestFrom(state, row, { day, ranMinor: ran });
    const paidMinor = sumMinor(row.payments.map(({ interestMinor }) => interestMinor));
    const deferredMinor = row.deferredInterestMinor ?? 0;
    const dueMinor = ran + deferredMinor;
    const interestMinor = Math.max(paidMinor, Math.min(dueMinor, interestDueMinor(row))) - deferredMinor;
    return {
      ...row,
      interestMinor,
      instalmentMinor: row.instalmentMinor - row.interestMinor + interestMinor,
    };
  });
  return { ...state, rows: withoutPostponed(rows, neverRunMinor) };
}

/** The rows with that much less of postponed interest to collect, the first ones first; what was paid of it stays. */
function withoutPostponed(rows: readonly ServicedRow[], amountMinor: number): ServicedRow[] {
  let leftMinor = amountMinor;
  return rows.map((row) => {
    const paidMinor = sumMinor(row.payments.map(({ interestMinor }) => interestMinor));
    const { deferredInterestMinor = 0 } = row;
    const lessMinor = Math.min(leftMinor, deferredInterestMinor, interestDueMinor(row) - paidMinor);
    if (lessMinor <= 0) return row;
    leftMinor -= lessMinor;
    return {
      ...row,
      deferredInterestMinor: deferredInterestMinor - lessMinor,
      instalmentMinor: row.instalmentMinor - lessMinor,
    };
  });
}

/** The rest of a period from a day on. Days are counted up to the month's beginning, or up to the due date once the month has begun. */
function periodFrom({ anchorDay, dueDate }: InterestPeriod, day: string): InterestPeriod {
  return { startDay: day, anchorDay: day <= anchorDay ? anchorDay : dueDate, dueDate };
}

/** The interest of a row's balance in a whole period. */
const ofPeriod = (state: LoanState, row: ServicedRow, period: InterestPeriod) =>
  interestRunInPeriodMinor(
    bearingBalanceMinor(state.rows, row),
    rateOfRow(row, state),
    period,
    period.dueDate,
  );

/** The row whose period a day lies in, its interest counted from that day on: what had run before interest stopped is postponed with it. */
function withInterestFrom(
  state: LoanState,
  row: ServicedRow,
  { day, ranMinor }: { readonly day: string; readonly ranMinor: number },
): ServicedRow {
  const whole = periodOf(state.rows, row, state);
  const left = periodFrom(whole, day);
  const savedMinor = Math.min(row.interestMinor, ofPeriod(state, row, whole) - ofPeriod(state, row, left));
  return {
    ...row,
    startDay: day,
    anchorDay: left.anchorDay,
    interestMinor: row.interestMinor - savedMinor,
    deferredInterestMinor: (row.deferredInterestMinor ?? 0) + ranMinor,
    instalmentMinor: row.instalmentMinor - savedMinor + ranMinor,
  };
}
