import { describe, expect, test } from 'vitest';
import { collectionDayOf } from './collection-day.ts';
import { type ContractPeriods, contractClock, offerClock } from './contract-clock.ts';
import { contractSchedule, taegOnDates } from './first-period.ts';
import type { LoanRow } from './loan-rows.ts';
import { amortisationSchedule } from './schedule.ts';
import { roundTaeg, taegOfSchedule } from './taeg.ts';
import vectors from './vectors/loan-life-cycle.json' with { type: 'json' };

/** The worked cases of the life of a loan, computed by an oracle that is no part of the product. Amounts in minor units. */
// biome-ignore lint/suspicious/noExplicitAny: the cases of each family have their own shape, which their test reads.
type Case = { readonly id: string; readonly name: string; readonly given: any; readonly expected: any };

/** Runs a check on every case of a family. */
function family(name: string, check: (given: Case['given'], expected: Case['expected']) => void): void {
  const cases = (vectors.cases as (Case & { family: string })[]).filter((one) => one.family === name);
  test.each(cases.map((one) => [one.id, one.name, one] as const))('%s %s', (_id, _name, one) => {
    check(one.given, one.expected);
  });
}

const periods: ContractPeriods = {
  agreementDays: 7,
  lockDays: 7,
  isLockExtended: false,
  withdrawalDays: 14,
  isWithdrawalExtended: true,
  reminderDays: 2,
};

/** A row as the vectors print it. */
const printed = (row: LoanRow) => [
  row.dueDate,
  row.instalmentMinor,
  row.interestMinor,
  row.principalMinor,
  row.remainingMinor,
];

describe('LC-10 to LC-12 the days of a contract', () => {
  family('clocks', ({ acceptedAt, residenceZone }, expected) => {
    const clock = contractClock({
      acceptedAt: new Date(acceptedAt),
      payoutChoice: 'earliest',
      residenceZone,
      periods,
    });
    expect({
      acceptanceDay: clock.acceptanceDay,
      noPaymentUntilDay: clock.noPaymentUntilDay,
      approvalDeadlineDay: clock.agreementLastDay,
      approvalDeadlineInstant: clock.agreementDeadline.toISOString(),
      earliestPayoutDay: clock.earliestPayoutDay,
      payoutDay: clock.payoutDay,
      withdrawalLastDayPlain: clock.plainWithdrawalLastDay,
      withdrawalLastDay: clock.withdrawalLastDay,
      withdrawalDeadlineInstant: clock.withdrawalDeadline.toISOString(),
      withdrawalReminderDay: clock.withdrawalReminderDay,
    }).toEqual(expected);
  });
});

describe('LC-34 the days of an offer', () => {
  family('offer', ({ sentAt, validDays }, expected) => {
    const clock = offerClock({ sentAt: new Date(sentAt), validDays, isExtended: true });
    expect({
      offerDay: clock.offerDay,
      lastDayPlain: clock.plainLastDay,
      lastAcceptanceDay: clock.lastAcceptanceDay,
      deadlineInstant: clock.deadline.toISOString(),
    }).toEqual(expected);
  });
});

describe('LC-63 to LC-65 the first period', () => {
  family('first-period', (given, expected) => {
    const schedule = contractSchedule(given);
    const { anchorDay, extraDays, firstDueDate } = schedule.firstPeriod;
    expect({
      anchorDay,
      extraDays,
      firstDueDate,
      lastDueDate: schedule.rows.at(-1)?.dueDate,
      intercalaryInterestMinor: schedule.intercalaryInterestMinor,
      instalmentMinor: schedule.instalmentMinor,
      firstInstalmentMinor: schedule.firstInstalmentMinor,
      lastInstalmentMinor: schedule.lastInstalmentMinor,
      totalDueMinor: schedule.totalDueMinor,
      contractTaegPercent: roundTaeg(taegOfSchedule(amortisationSchedule(given))).toFixed(2),
      payoutTaegPercent: roundTaeg(taegOnDates(given.principalMinor, given.payoutDay, schedule.rows)).toFixed(
        2,
      ),
    }).toEqual(expected);
  });
});

describe('LC-61 to LC-63, LC-70 schedules and collection days', () => {
  family('schedule', (given, expected) => {
    const schedule = contractSchedule(given);
    expect(schedule.rows.map(printed)).toEqual(expected.rows);
    expect(schedule.rows.map(({ dueDate }) => collectionDayOf(dueDate))).toEqual(expected.collectionDays);
    expect(schedule.totalInterestMinor).toBe(expected.totalInterestMinor);
  });
});
