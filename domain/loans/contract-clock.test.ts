import { describe, expect, it, test } from 'vitest';
import {
  type ContractPeriods,
  contractClock,
  endOfLegalDay,
  extendedWithdrawal,
  lateAgreementLastDay,
  latePayoutDay,
  offerClock,
  residenceZoneOf,
} from './contract-clock.ts';

const periods: ContractPeriods = {
  agreementDays: 7,
  lockDays: 7,
  isLockExtended: false,
  withdrawalDays: 14,
  isWithdrawalExtended: true,
  reminderDays: 2,
};
const accepted = (at: string, rest: Partial<Parameters<typeof contractClock>[0]> = {}) =>
  contractClock({
    acceptedAt: new Date(at),
    payoutChoice: 'earliest',
    residenceZone: null,
    periods,
    ...rest,
  });

describe('LC-10 the days of a contract', () => {
  it('the example of the rule: accepted on 11 December', () => {
    expect(accepted('2026-12-11T12:00:00Z')).toEqual({
      acceptanceDay: '2026-12-11',
      noPaymentUntilDay: '2026-12-18',
      agreementLastDay: '2026-12-18',
      agreementDeadline: new Date('2026-12-18T23:00:00Z'),
      earliestPayoutDay: '2026-12-19',
      payoutDay: '2026-12-21',
      plainWithdrawalLastDay: '2026-12-25',
      withdrawalLastDay: '2026-12-28',
      withdrawalDeadline: new Date('2026-12-28T23:00:00Z'),
      withdrawalReminderDay: '2026-12-13',
    });
  });

  test.each([
    ['2027-03-27', '2027-03-27T23:00:00.000Z', 'the day before the clocks go forward'],
    ['2027-03-28', '2027-03-28T22:00:00.000Z', 'a day of 23 hours'],
    ['2027-10-31', '2027-10-31T23:00:00.000Z', 'a day of 25 hours'],
  ])('%s ends at %s: %s', (day, end) => {
    expect(endOfLegalDay(day).toISOString()).toBe(end);
  });

  it('a stricter lock is one value: extended, it ends on a working day', () => {
    const strict = { ...periods, isLockExtended: true };
    expect(accepted('2026-12-12T12:00:00Z', { periods: strict }).noPaymentUntilDay).toBe('2026-12-21');
  });
});

describe('LC-44 when the money is paid out', () => {
  test.each([
    ['2026-12-01T09:00:00Z', 'earliest', '2026-12-09'],
    ['2026-12-01T09:00:00Z', 'after-withdrawal', '2026-12-16'],
    ['2026-12-11T12:00:00Z', 'after-withdrawal', '2026-12-29'],
    ['2027-03-12T12:00:00Z', 'after-withdrawal', '2027-03-30'],
  ] as const)('accepted at %s, %s: %s', (at, payoutChoice, day) => {
    expect(accepted(at, { payoutChoice }).payoutDay).toBe(day);
  });
});

describe('LC-12 homes west of Paris', () => {
  test.each([
    [{ country: 'FR', postalCode: '75011' }, null],
    [{ country: 'FR', postalCode: '97110' }, 'America/Guadeloupe'],
    [{ country: 'FR', postalCode: '97 133' }, 'America/St_Barthelemy'],
    [{ country: 'FR', postalCode: '97150' }, 'America/Marigot'],
    [{ country: 'FR', postalCode: '97200' }, 'America/Martinique'],
    [{ country: 'FR', postalCode: '97300' }, 'America/Cayenne'],
    [{ country: 'FR', postalCode: '97400' }, null],
    [{ country: 'FR', postalCode: '97500' }, 'America/Miquelon'],
    [{ country: 'GP', postalCode: null }, 'America/Guadeloupe'],
    [{ country: 'DE', postalCode: '97199' }, null],
    [{ country: null, postalCode: null }, null],
  ])('%o: %s', (home, zone) => {
    expect(residenceZoneOf(home)).toBe(zone);
  });

  it('the later of the two ends of day counts, and no earlier one', () => {
    const until = (residenceZone: string | null) =>
      accepted('2026-12-01T09:00:00Z', { residenceZone }).withdrawalDeadline.toISOString();
    expect(until('America/Martinique')).toBe('2026-12-16T04:00:00.000Z');
    expect(until('Indian/Reunion')).toBe(until(null));
  });
});

test.each([
  ['2026-12-01T09:00:00Z', true, '2026-12-16'],
  ['2026-12-10T09:00:00Z', true, '2026-12-28'],
  ['2026-12-10T09:00:00Z', false, '2026-12-25'],
  ['2026-12-01T23:30:00Z', true, '2026-12-17'],
])('LC-34 an offer sent at %s, extended %s, may be accepted until %s', (at, isExtended, day) => {
  expect(offerClock({ sentAt: new Date(at), validDays: 15, isExtended }).lastAcceptanceDay).toBe(day);
});

describe('LC-51 a late agreement', () => {
  const clock = accepted('2026-12-01T09:00:00Z');
  it('may be given for 15 days after the lapse', () => {
    expect(lateAgreementLastDay(clock)).toBe('2026-12-23');
  });
  test.each([
    ['2026-12-08', '2026-12-09', 'the day of the contract comes later'],
    ['2026-12-09', '2026-12-10', 'the day after the confirmation'],
    ['2026-12-18', '2026-12-21', 'a Saturday is no day of TARGET'],
  ])('confirmed on %s it is paid out on %s: %s', (confirmationDay, payoutDay) => {
    expect(latePayoutDay(clock, confirmationDay)).toBe(payoutDay);
  });
});

describe('LC-55 a compulsory item was missing: twelve months and fourteen days', () => {
  const until = (acceptanceDay: string, isWithdrawalExtended = true, residenceZone: string | null = null) =>
    extendedWithdrawal({
      acceptanceDay,
      residenceZone,
      periods: { withdrawalDays: 14, isWithdrawalExtended },
      months: 12,
    });
  test.each([
    ['2026-12-01', true, '2027-12-15'],
    // 25 December is a holiday, and a Saturday follows.
    ['2026-12-11', true, '2027-12-27'],
    ['2026-12-11', false, '2027-12-25'],
    ['2024-02-29', false, '2025-03-14'],
  ])('accepted on %s, moved to a working day %s: until %s', (day, isMoved, lastDay) => {
    expect(until(day, isMoved).withdrawalLastDay).toBe(lastDay);
  });
  it('ends with the later of the two days for a home west of Paris', () => {
    expect(until('2026-12-01').withdrawalDeadline.toISOString()).toBe('2027-12-15T23:00:00.000Z');
    expect(until('2026-12-01', true, 'America/Martinique').withdrawalDeadline.toISOString()).toBe(
      '2027-12-16T04:00:00.000Z',
    );
  });
});
