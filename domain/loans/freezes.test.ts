import { describe, expect, test } from 'vitest';
import { TWO_PAID as state } from '#server/testing/loan-state.ts';
import { interestOfDaysMinor } from './first-period.ts';
import { rowsWithoutInterest } from './forfeiture.ts';
import { type FreezeKind, isForbiddenByFreeze, withoutInterestOfFreeze } from './freezes.ts';
import { interestTargetMinor, type LoanState, lateInterestOwedMinor, unpaidRows } from './loan-state.ts';
import { measureRows } from './measures.ts';
import { LOAN_EVENTS, type LoanEvent } from './phases.ts';

/** What stays possible, by kind and by who asks (LC-92 to LC-94); everything else is refused. */
const OF_THE_STAFF: readonly LoanEvent[] = [
  'to-doubtful',
  'cure',
  'provide',
  'release',
  'write-off',
  'recover',
  'unfreeze',
  'forfeit-interest',
];
const WHILE_PAYOUT_IS_BACK: readonly LoanEvent[] = [
  ...OF_THE_STAFF.filter((event) => !['unfreeze', 'to-doubtful', 'provide', 'write-off'].includes(event)),
  'repay-part',
  'repay-all',
];
const POSSIBLE: readonly [FreezeKind, boolean, readonly LoanEvent[]][] = [
  ['overindebtedness', true, [...OF_THE_STAFF, 'agree-measure']],
  ['overindebtedness', false, OF_THE_STAFF],
  ['death', true, [...OF_THE_STAFF, 'pay-part', 'repay-all']],
  ['death', false, [...OF_THE_STAFF, 'pay-part', 'repay-all']],
  // LC-6, LC-95: only sending the payout again or ending the loan ends the freeze of one that came back, and early repayment is never refused.
  ['payout-returned', true, [...WHILE_PAYOUT_IS_BACK, 'freeze']],
  ['payout-returned', false, WHILE_PAYOUT_IS_BACK],
];

describe('LC-92 to LC-94 what a freeze forbids', () => {
  test.each(POSSIBLE)('%s, asked by the staff: %s', (kind, isStaff, possible) => {
    const allowed = LOAN_EVENTS.filter((event) => !isForbiddenByFreeze(kind, event, { isStaff }));
    expect([...allowed].sort()).toEqual([...possible].sort());
  });

  test('LC-94 a freeze of the staff holds beside a payout that is back: what either forbids is forbidden, and it can be lifted', () => {
    const forbidden = (event: LoanEvent, staffFreeze: FreezeKind, isStaff = true) =>
      isForbiddenByFreeze('payout-returned', event, { isStaff, staffFreeze });
    for (const staffFreeze of ['death', 'overindebtedness'] as const) {
      expect([forbidden('unfreeze', staffFreeze), forbidden('freeze', staffFreeze)]).toEqual([false, true]);
      for (const event of ['write-off', 'to-doubtful', 'repay-part', 'agree-measure', 'collect'] as const)
        expect(forbidden(event, staffFreeze), event).toBe(true);
    }
    // The heirs may end the loan (LC-93); an over-indebted borrower pays nothing (L722-5).
    expect([
      forbidden('repay-all', 'death', false),
      forbidden('repay-all', 'overindebtedness', false),
    ]).toEqual([false, true]);
  });

  test('without a freeze nothing is forbidden', () => {
    for (const event of LOAN_EVENTS) expect(isForbiddenByFreeze(null, event, { isStaff: false })).toBe(false);
  });
});

describe('LC-92 L722-14 no interest from the day of receivability', () => {
  const frozen = { ...state, interestStopsOn: '2027-05-25' };

  test('rows due later demand their capital, and the days until then of the running one', () => {
    const rows = unpaidRows(withoutInterestOfFreeze(frozen, '2027-08-20'), '2027-08-20');
    expect(rows.map(({ interestMinor }) => interestMinor)).toEqual([13_59, 13_00, 4_00, 0, 0]);
    const before = unpaidRows(state, '2027-08-20');
    expect(rows.map(({ capitalMinor }) => capitalMinor)).toEqual(
      before.map(({ capitalMinor }) => capitalMinor),
    );
  });

  test('LC-92: the plan bears interest from its day on, by days up to the next due date', () => {
    const adjusted = withoutInterestOfFreeze(frozen, '2027-08-20');
    const plan = measureRows(adjusted, '2027-08-20', { kind: 'extension', months: 12 });
    const [first, second] = plan.rows;
    // From 20 August to 15 September: 26 days on what is not due yet.
    const bearing =
      plan.balanceMinor - unpaidRows(adjusted, '2027-08-20').reduce((sum, row) => sum + row.capitalMinor, 0);
    expect(first).toMatchObject({
      startDay: '2027-08-20',
      anchorDay: '2027-09-15',
      interestMinor: interestOfDaysMinor(bearing, 590, 26),
    });
    expect(second).not.toHaveProperty('anchorDay');
    const planned: LoanState = { ...state, rows: plan.rows.map((row) => ({ ...row, payments: [] })) };
    expect(interestTargetMinor(planned, '2027-08-20')).toBe(plan.deferredInterestMinor);
    expect(interestTargetMinor(planned, '2027-09-15')).toBe(
      (first?.interestMinor ?? 0) + plan.deferredInterestMinor,
    );
    // A later measure finds the regular instalment again.
    const again = measureRows(planned, '2027-08-21', { kind: 'suspension-capital', months: 1 });
    expect(again.instalmentMinor).toBe(plan.instalmentMinor);
    expect(again.rows[0]?.startDay).toBe('2027-08-20');
  });

  test('LC-92: of a plan in the period in which interest stopped, the days before and after count, and those between do not', () => {
    const adjusted = withoutInterestOfFreeze(frozen, '2027-06-10');
    const plan = measureRows(adjusted, '2027-06-10', { kind: 'rate-cut', annualRateBps: 590 });
    const unpaid = unpaidRows(state, '2027-06-10').reduce((sum, row) => sum + row.interestMinor, 0);
    expect(plan.deferredInterestMinor).toBe(unpaid + 4_00);
    expect(plan.rows[0]?.startDay).toBe('2027-06-10');
  });

  test.each([
    ['2027-05-20', '2027-06-10', 'within the same suspended month'],
    ['2027-05-20', '2027-07-01', 'the plan in the next suspended month'],
    ['2027-06-15', '2027-08-15', 'from a suspended due date on, over the last one'],
    ['2027-05-20', '2027-10-20', 'the plan once rows that collect it fell due'],
    ['2027-03-20', '2027-10-20', 'the whole suspension'],
    ['2027-09-20', '2027-10-20', 'after it'],
  ])(
    'LC-88, LC-92: a suspension postpones no interest of the time of a freeze: from %s to %s, %s',
    (from, to) => {
      const measured = measureRows(state, '2027-03-20', { kind: 'suspension-total', months: 4 });
      const rows = [...state.rows.slice(0, 2), ...measured.rows.map((row) => ({ ...row, payments: [] }))];
      const suspended: LoanState = { ...state, rows, interestStopsOn: from };
      const owed = interestTargetMinor(suspended, to);
      const plan = measureRows(withoutInterestOfFreeze(suspended, to), to, {
        kind: 'suspension-total',
        months: 2,
      });
      const planned: LoanState = { ...state, rows: plan.rows.map((row) => ({ ...row, payments: [] })) };
      expect(interestTargetMinor(planned, to)).toBe(owed);
    },
  );

  test('without a freeze nothing changes', () => {
    expect(withoutInterestOfFreeze(state, '2027-08-20')).toBe(state);
  });
});

test('LC-93: late interest alone stops with a death', () => {
  const dead = { ...state, lateInterestStopsOn: '2027-05-20' };
  expect(lateInterestOwedMinor(dead, '2027-09-01')).toBe(lateInterestOwedMinor(state, '2027-05-20'));
});

test('LC-82: a row that became late on another day bears late interest from that day', () => {
  const rows = state.rows.map((row) => (row.number === 3 ? { ...row, lateFromDay: '2027-07-01' } : row));
  expect(lateInterestOwedMinor({ ...state, rows }, '2027-07-01')).toBeLessThan(
    lateInterestOwedMinor(state, '2027-07-01'),
  );
});

describe('LC-94 L341-1 the schedule without interest', () => {
  test('all capital that is not paid, in equal parts on the due dates to come', () => {
    const rows = rowsWithoutInterest(state, '2027-05-20');
    expect(rows.map(({ interestMinor }) => interestMinor)).toEqual(rows.map(() => 0));
    expect(rows.reduce((sum, { principalMinor }) => sum + principalMinor, 0)).toBe(276_326);
    expect([rows[0]?.number, rows[0]?.dueDate, rows.at(-1)?.dueDate]).toEqual([
      5,
      '2027-06-15',
      state.rows.at(-1)?.dueDate,
    ]);
  });

  test('of a loan whose rows are all due, one row on the oldest date; of a repaid one, none', () => {
    expect(rowsWithoutInterest(state, '2030-01-01')).toEqual([
      {
        number: 25,
        dueDate: '2027-04-15',
        instalmentMinor: 276_326,
        interestMinor: 0,
        principalMinor: 276_326,
        remainingMinor: 0,
      },
    ]);
    const paid = {
      ...state,
      rows: state.rows.map((row) => ({
        ...row,
        payments: [{ day: row.dueDate, interestMinor: row.interestMinor, capitalMinor: row.principalMinor }],
      })),
    };
    expect(rowsWithoutInterest(paid, '2030-01-01')).toEqual([]);
  });
});
