import { describe, expect, test } from 'vitest';
import { allocatePayment } from './allocation.ts';
import { collectionDayOf } from './collection-day.ts';
import { type ContractPeriods, contractClock, offerClock } from './contract-clock.ts';
import { instalmentIndemnityMinor } from './default-indemnity.ts';
import { partialRepayment, payoffQuote } from './early-repayment.ts';
import { contractSchedule, taegOnDates } from './first-period.ts';
import type { LoanRow } from './loan-rows.ts';
import { arrearsOn, bucketOf, daysPastDue, type LoanState, lateInterestOwedMinor } from './loan-state.ts';
import { measureRows } from './measures.ts';
import { amortisationSchedule } from './schedule.ts';
import { roundTaeg, taegOfSchedule } from './taeg.ts';
import vectors from './vectors/loan-life-cycle.json' with { type: 'json' };
import { withdrawalSum } from './withdrawal-right.ts';

/** The worked cases of the life of a loan, computed by an oracle that is no part of the product. Amounts in minor units. */
// biome-ignore lint/suspicious/noExplicitAny: the cases of each family have their own shape, which their test reads.
type Case = { readonly id: string; readonly name: string; readonly given: any; readonly expected: any };

const families = new Set<string>();

/** Runs a check on every case of a family. */
function family(name: string, check: (given: Case['given'], expected: Case['expected']) => void): void {
  families.add(name);
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

/** The loan of a case whose first rows were paid on their due dates. */
function loanWithPaidRows(given: Case['given'], isPaid: (row: LoanRow) => boolean): LoanState {
  const { rows, firstPeriod } = contractSchedule(given);
  return {
    annualRateBps: given.annualRateBps,
    payoutDay: given.payoutDay,
    dueDay: firstPeriod.dueDay,
    lateInterestPaidMinor: 0,
    rows: rows.map((row) => ({
      ...row,
      payments: isPaid(row)
        ? [{ day: row.dueDate, interestMinor: row.interestMinor, capitalMinor: row.principalMinor }]
        : [],
    })),
  };
}

const early = (policyBps: number | null) => ({
  thresholdMinor: 1_000_000,
  windowMonths: 12,
  capLongBps: 100,
  capShortBps: 50,
  policyBps,
});

describe('LC-96, LC-98 payoff', () => {
  family('payoff', (given, expected) => {
    const state = loanWithPaidRows(given, ({ dueDate }) => dueDate <= given.day);
    const quote = payoffQuote(
      state,
      given.day,
      given.repaidEarlyInTwelveMonthsMinor,
      early(given.indemnityPolicyBps),
    );
    expect({
      instalmentsDue: state.rows.filter(({ dueDate }) => dueDate <= given.day).length,
      capitalMinor: quote.capitalMinor,
      accruedInterestMinor: quote.accruedInterestMinor,
      indemnityMinor: quote.indemnityMinor,
      indemnityBound: quote.indemnityBound,
      totalMinor: quote.totalMinor,
      interestSavedMinor: quote.interestSavedMinor,
      contractEnd: quote.contractEnd,
    }).toEqual(expected);
  });
});

describe('LC-97, LC-98 partial repayment', () => {
  family('partial', (given, expected) => {
    const { indemnityBound, rows, ...partial } = partialRepayment(
      loanWithPaidRows(given, ({ dueDate }) => dueDate <= given.day),
      given.day,
      given.amountMinor,
      given.mode,
      given.repaidEarlyInTwelveMonthsMinor,
      early(given.indemnityPolicyBps),
    );
    expect({
      ...partial,
      indemnityBound,
      instalmentsLeft: rows.length,
      rows: rows.map(printed),
    }).toEqual(expected);
  });
});

describe('LC-76, LC-77, LC-79 a late instalment', () => {
  family('late', (given, expected) => {
    const state = loanWithPaidRows(given, ({ number }) => number !== given.row);
    const [row] = arrearsOn(state, given.paidDay).rows;
    const { instalmentMinor = 0 } = state.rows[given.row - 1] ?? {};
    const days = daysPastDue(row?.dueDate ?? null, given.paidDay);
    const indemnity = (capBps: number) =>
      instalmentIndemnityMinor([instalmentMinor], { policyBps: 10_000, capBps });
    expect({
      dueDate: row?.dueDate,
      collectionDay: collectionDayOf(row?.dueDate ?? ''),
      instalmentMinor,
      overdueCapitalMinor: row?.capitalMinor,
      lateInterestMinor: lateInterestOwedMinor(state, given.paidDay),
      indemnityCap8Minor: indemnity(800),
      indemnityCap4Minor: indemnity(400),
      daysPastDue: days,
      bucket: bucketOf(days),
    }).toEqual(expected);
  });

  family('bucket', ({ oldestUnpaidDueDate, day }, expected) => {
    const days = daysPastDue(oldestUnpaidDueDate, day);
    expect({ daysPastDue: days, bucket: bucketOf(days) }).toEqual(expected);
  });
});

describe('LC-78 allocation', () => {
  family('allocation', ({ paymentMinor, ...sums }, expected) => {
    const { rows, costsPaidMinor, costsLeftMinor, ...rest } = allocatePayment(sums, paymentMinor);
    expect([costsPaidMinor, costsLeftMinor]).toEqual([0, 0]);
    expect({
      ...rest,
      items: rows.map(
        ({ dueDate, interestPaidMinor, capitalPaidMinor, interestLeftMinor, capitalLeftMinor }) => ({
          dueDate,
          interestPaidMinor,
          capitalPaidMinor,
          interestLeftMinor,
          capitalLeftMinor,
        }),
      ),
    }).toEqual(expected);
  });
});

describe('LC-88, LC-89 measures', () => {
  family('forbearance', (given, expected) => {
    const state = loanWithPaidRows(given, ({ number }) => number <= given.paidRows);
    const day = state.rows[given.paidRows - 1]?.dueDate ?? given.payoutDay;
    const result = measureRows(state, day, { ...given, kind: given.measure });
    expect({
      balanceMinor: result.balanceMinor,
      newEnd: result.newEnd,
      ...(expected.rows
        ? {
            monthInterestMinor: result.deferredInterestMinor / given.months,
            deferredInterestMinor: result.deferredInterestMinor,
            totalDueFromHereMinor: result.rows.reduce((sum, row) => sum + row.instalmentMinor, 0),
            rows: result.rows.map((row) => [...printed(row), row.deferredInterestMinor ?? 0]),
          }
        : {
            instalmentsLeft: result.rows.length,
            instalmentMinor: result.instalmentMinor,
            lastInstalmentMinor: result.lastInstalmentMinor,
            totalInterestLeftMinor: result.totalInterestLeftMinor,
            extraInterestMinor: result.extraInterestMinor,
          }),
    }).toEqual(expected);
  });
});

describe('LC-57, LC-58 a withdrawal from the contract', () => {
  family('withdrawal', ({ repaymentDay, ...given }, expected) => {
    const { isLate: _isLate, ...sum } = withdrawalSum({ ...given, repayDays: 30, day: repaymentDay });
    expect(sum).toEqual(expected);
  });
});

test('every family of the vectors is checked; whole lives are in loan-life.test.ts', () => {
  expect([...families, 'life'].sort()).toEqual(
    [...new Set(vectors.cases.map(({ family: of }) => of))].sort(),
  );
});
