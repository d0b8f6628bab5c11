import { describe, expect, it, test } from 'vitest';
import { TWO_PAID as state } from '#server/testing/loan-state.ts';
import {
  arrearsOn,
  assumingPaid,
  bucketOf,
  daysPastDue,
  interestTargetMinor,
  type LoanState,
  lateInterestOwedMinor,
  splitPaidInterest,
  unpaidRows,
} from './loan-state.ts';
import { measureRows } from './measures.ts';

const withPayment = (
  number: number,
  day: string,
  interestMinor: number,
  capitalMinor: number,
): LoanState => ({
  ...state,
  rows: state.rows.map((row) =>
    row.number === number
      ? { ...row, payments: [...row.payments, { day, interestMinor, capitalMinor }] }
      : row,
  ),
});

describe('LC-79 days past due', () => {
  test.each([
    ['2027-04-14', 0, '0'],
    ['2027-04-16', 1, '1-30'],
    ['2027-05-15', 30, '1-30'],
    ['2027-05-16', 31, '31-60'],
    ['2027-06-14', 60, '31-60'],
    ['2027-06-15', 61, '61-90'],
    ['2027-07-14', 90, '61-90'],
    ['2027-07-15', 91, '90+'],
  ] as const)('on %s: %i, %s', (day, days, bucket) => {
    expect([daysPastDue('2027-04-15', day), bucketOf(days)]).toEqual([days, bucket]);
  });

  it('nothing unpaid is nothing past due', () => {
    expect(daysPastDue(null, '2027-04-15')).toBe(0);
  });
});

describe('LC-72, LC-76 what a loan is late with', () => {
  it('nothing on the collection day, the whole row and a day of interest on the next', () => {
    expect(arrearsOn(state, '2027-04-15').rows).toEqual([]);
    expect(arrearsOn(state, '2027-04-16')).toEqual({
      rows: [{ number: 3, dueDate: '2027-04-15', interestMinor: 1359, capitalMinor: 11_924 }],
      interestMinor: 1359,
      capitalMinor: 11_924,
      lateInterestMinor: 1,
      totalMinor: 13_284,
      daysPastDue: 1,
      bucket: '1-30',
    });
  });

  it('a due date on a Saturday is not late until its Monday has passed', () => {
    const paid = withPayment(3, '2027-04-15', 1359, 11_924);
    expect(arrearsOn(paid, '2027-05-17')).toMatchObject({ totalMinor: 0, daysPastDue: 0 });
    expect(unpaidRows(paid, '2027-05-15')).toHaveLength(1);
    expect(arrearsOn(paid, '2027-05-18')).toMatchObject({ lateInterestMinor: 1, daysPastDue: 3 });
  });

  it('late interest stays owed after its row is paid, until it is paid itself', () => {
    const paid = withPayment(3, '2027-05-10', 1359, 11_924);
    expect(arrearsOn(paid, '2027-05-12')).toMatchObject({ rows: [], lateInterestMinor: 48, totalMinor: 48 });
    expect(arrearsOn({ ...paid, lateInterestPaidMinor: 48 }, '2027-05-12').totalMinor).toBe(0);
  });

  it('LC-89 a lower rate from now on leaves late interest of the past as it was', () => {
    const paid = withPayment(3, '2027-05-10', 1359, 11_924);
    const rows = paid.rows.map((row) => (row.number <= 3 ? { ...row, annualRateBps: 590 } : row));
    expect(lateInterestOwedMinor({ ...paid, rows, annualRateBps: 0 }, '2027-05-12')).toBe(48);
  });

  it('LC-92 nothing runs from the day of a receivable over-indebtedness case', () => {
    const frozen = { ...state, interestStopsOn: '2027-04-25' };
    expect(arrearsOn(frozen, '2027-12-25').lateInterestMinor).toBe(
      arrearsOn(state, '2027-04-25').lateInterestMinor,
    );
    expect(interestTargetMinor(frozen, '2027-12-25')).toBe(interestTargetMinor(state, '2027-04-25'));
  });
});

describe('LC-101 the target of interest-receivable', () => {
  test.each([
    ['2027-03-15', 0, 'nothing has run since the last due date'],
    ['2027-04-15', 1359, 'a due row that is not paid'],
    ['2027-07-15', 5082, 'four of them'],
  ])('%s: %i (%s)', (day, target) => {
    expect(interestTargetMinor(state, day)).toBe(target);
  });

  it('falls with what is paid of a row', () => {
    expect(interestTargetMinor(withPayment(3, '2027-04-20', 1000, 0), '2027-04-15')).toBe(359);
  });

  it('LC-88 interest of suspended due dates stays in it until its shares are due', () => {
    const measure = measureRows(state, '2027-03-15', { kind: 'suspension-total', months: 2 });
    const suspended = {
      ...state,
      rows: [...state.rows.slice(0, 2), ...measure.rows.map((row) => ({ ...row, payments: [] }))],
    };
    const month = measure.deferredInterestMinor / 2;
    const targets = ['2027-03-15', '2027-04-15', '2027-05-15'].map((day) =>
      interestTargetMinor(suspended, day),
    );
    expect(targets).toEqual([0, month, 2 * month]);
    expect(interestTargetMinor(assumingPaid(suspended, '2027-03-15', '2029-12-31'), '2029-12-31')).toBe(0);
  });
});

test.each([
  [500, 700, 500, 0],
  [500, 300, 300, 200],
  [500, 0, 0, 500],
])(
  'LC-84 of %i paid with %i receivable, %i was accrued and %i is income now',
  (paid, receivable, accrued, rest) => {
    expect(splitPaidInterest(paid, receivable)).toEqual({
      accruedInterestMinor: accrued,
      unaccruedInterestMinor: rest,
    });
  },
);

it('LC-96 a quote ahead may expect the rows that fall due until then', () => {
  expect(
    unpaidRows(assumingPaid(state, '2027-04-15', '2027-06-15'), '2027-06-20').map((row) => row.number),
  ).toEqual([3]);
});
