import { expect, test } from 'vitest';
import { returnReasonFor, suspenseDeadline } from './suspense-deadlines.ts';

const DELAYS = { alarmDays: 5, returnDays: 10 };
const receipt = { openMinor: 500_00, isReturnable: true };

// TARGET is closed at week-ends, on 25 and 26 December and on 1 January.
test.each([
  ['2026-12-01', '2026-12-08', '2026-12-08', false, false],
  ['2026-12-01', '2026-12-09', '2026-12-08', true, false],
  ['2026-12-01', '2026-12-15', '2026-12-08', true, false],
  ['2026-12-01', '2026-12-16', '2026-12-08', true, true],
  ['2026-12-22', '2026-12-31', '2026-12-30', true, false],
  ['2026-12-22', '2027-01-07', '2026-12-30', true, false],
  ['2026-12-22', '2027-01-08', '2026-12-30', true, true],
  // Booked on a Saturday.
  ['2026-12-05', '2026-12-11', '2026-12-11', false, false],
])(
  'PAY-31 a receipt booked on %s, seen on %s: until %s, late: %s, return proposed: %s',
  (bookingDay, today, deadline, isLate, isReturnProposed) => {
    expect(suspenseDeadline({ ...receipt, bookingDay }, today, DELAYS)).toEqual({
      deadline,
      isLate,
      isReturnProposed,
    });
  },
);

test('PAY-31 a return is proposed of what can be returned alone, and of what still waits', () => {
  const of = (change: object) =>
    suspenseDeadline({ ...receipt, bookingDay: '2026-12-01', ...change }, '2026-12-31', DELAYS);
  expect(of({}).isReturnProposed).toBe(true);
  expect(of({ isReturnable: false })).toMatchObject({ isLate: true, isReturnProposed: false });
  expect(of({ openMinor: 0 })).toMatchObject({ isLate: false, isReturnProposed: false });
});

test('PAY-32 a debit that nobody knows is late the same day', () => {
  const debit = { openMinor: -42_00, isReturnable: false, bookingDay: '2026-12-01' };
  expect(suspenseDeadline(debit, '2026-12-01', DELAYS)).toEqual({
    deadline: '2026-12-01',
    isLate: true,
    isReturnProposed: false,
  });
});

test('PAY-31 a return begins with the reason that the line has', () => {
  expect(['iban-unknown', 'account-closed', 'nothing-found', null].map(returnReasonFor)).toEqual([
    'AC01',
    'AC04',
    'MS03',
    'MS03',
  ]);
});
