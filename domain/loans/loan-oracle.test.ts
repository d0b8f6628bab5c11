import fc from 'fast-check';
import { expect, test } from 'vitest';
import { annuity, between, down, dueDayOf, halfEven, plus } from '../../server/testing/loan-oracle.ts';
import { allocatePayment } from './allocation.ts';
import { earlyRepaymentIndemnity } from './early-repayment.ts';
import { contractSchedule } from './first-period.ts';
import { interestRunMinor } from './interest-run.ts';
import { lateInterestMinor } from './late-interest.ts';
import { nettedWithdrawalSum } from './withdrawal-right.ts';

/**
 * The figures of a loan against a second reckoning of the rules, written here from their sentences: fractions of whole numbers, days counted one by
 * one, none of the product's own functions.
 */

const terms = fc.record({
  principalMinor: fc.integer({ min: 10_000, max: 10_000_000 }),
  annualRateBps: fc.integer({ min: 0, max: 2500 }),
  durationMonths: fc.integer({ min: 2, max: 84 }),
  // Four years, a leap year's February among them.
  payoutDay: fc.integer({ min: 0, max: 1500 }).map((days) => plus('2026-11-20', days)),
  dueDay: fc.option(fc.integer({ min: 1, max: 31 })),
});

test('LC-61, LC-63, LC-64 the schedule of a contract, its due dates, its intercalary interest and its last instalment', () => {
  fc.assert(
    fc.property(terms, (given) => {
      const { principalMinor, annualRateBps, durationMonths, payoutDay } = given;
      const dueDay = given.dueDay ?? Number(payoutDay.slice(8));
      const anchor = [0, 1]
        .map((month) => dueDayOf(payoutDay, month, dueDay))
        .find((day) => day >= payoutDay) as string;
      const instalment = annuity(principalMinor, annualRateBps, durationMonths);
      const extra = halfEven(
        BigInt(principalMinor) * BigInt(annualRateBps) * BigInt(between(payoutDay, anchor)),
        3_650_000n,
      );
      let left = principalMinor;
      const expected = Array.from({ length: durationMonths }, (_, index) => {
        const month = halfEven(BigInt(left) * BigInt(annualRateBps), 120_000n);
        const isLast = index === durationMonths - 1;
        const principal = isLast ? left : instalment - month;
        left -= principal;
        const interest = month + (index === 0 ? extra : 0);
        return [dueDayOf(anchor, index + 1, dueDay), interest, principal, interest + principal, left];
      });
      const { rows } = contractSchedule(given);
      expect(
        rows.map((row) => [
          row.dueDate,
          row.interestMinor,
          row.principalMinor,
          row.instalmentMinor,
          row.remainingMinor,
        ]),
      ).toEqual(expected);
    }),
    { numRuns: 120 },
  );
});

test('LC-66, LC-101 the interest run to any day: single days by 365, leap years too, then the share of the month', () => {
  fc.assert(
    fc.property(terms, fc.nat(2600), (given, days) => {
      const { rows } = contractSchedule(given);
      const last = rows.at(-1)?.dueDate as string;
      const day = [plus(given.payoutDay, days), plus(last, -1)].sort()[0] as string;
      const index = rows.findIndex(({ dueDate }) => dueDate > day);
      const row = rows[index];
      if (!row) return;
      const balance = BigInt(row.remainingMinor + row.principalMinor);
      const bps = BigInt(given.annualRateBps);
      const start = rows[index - 1]?.dueDate ?? given.payoutDay;
      const dueDay = given.dueDay ?? Number(given.payoutDay.slice(8));
      const anchor =
        index > 0
          ? start
          : ([0, 1].map((month) => dueDayOf(start, month, dueDay)).find((one) => one >= start) as string);
      const single = halfEven(
        balance * bps * BigInt(between(start, day < anchor ? day : anchor)),
        3_650_000n,
      );
      const ofMonth =
        day <= anchor
          ? 0
          : halfEven(
              balance * bps * BigInt(between(anchor, day)),
              120_000n * BigInt(between(anchor, row.dueDate)),
            );
      expect(interestRunMinor(given as never, rows, day)).toBe(single + ofMonth);
    }),
    { numRuns: 60 },
  );
});

test('LC-76 late interest of each day on the capital that is late on it, rounded down once', () => {
  const payments = fc.array(fc.record({ days: fc.nat(400), share: fc.nat(60) }), { maxLength: 4 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000_000 }),
      fc.nat(2500),
      fc.nat(400),
      payments,
      (capital, bps, days, paid) => {
        const fromDay = '2027-12-30';
        let open = capital;
        const made = paid.map(({ days: on, share }) => {
          const capitalMinor = Math.floor((open * share) / 100);
          open -= capitalMinor;
          return { day: plus(fromDay, on), capitalMinor };
        });
        const day = plus(fromDay, days);
        let bearing = 0n;
        for (let one = plus(fromDay, 1); one <= day; one = plus(one, 1)) {
          const before = made
            .filter((payment) => payment.day < one)
            .reduce((sum, payment) => sum + payment.capitalMinor, 0);
          bearing += BigInt(capital - before);
        }
        expect(lateInterestMinor({ capitalMinor: capital, fromDay, payments: made }, bps, day)).toBe(
          down(bearing * BigInt(bps), 3_650_000n),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('LC-78 a payment cent by cent: each goes to the first sum that is open, chosen instalments before the others', () => {
  const row = fc.record({ interestMinor: fc.nat(40), capitalMinor: fc.nat(60) });
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 4 }),
      fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)),
      fc.nat(500),
      fc.nat(3),
      (sums, [late, indemnity, costs], payment, chosen) => {
        const unpaid = sums.map((one, index) => ({
          ...one,
          number: index + 1,
          dueDate: `2027-0${index + 1}-05`,
        }));
        const first = unpaid[chosen];
        const order = first ? [first, ...unpaid.filter((one) => one !== first)] : unpaid;
        const open = [
          ...order.flatMap((one) => [one.interestMinor, one.capitalMinor]),
          late,
          indemnity,
          costs,
        ];
        let left = payment;
        for (; left > 0 && open.some((sum) => sum > 0); left -= 1) {
          const next = open.findIndex((sum) => sum > 0);
          open[next] = (open[next] as number) - 1;
        }
        const made = allocatePayment(
          { unpaid, lateInterestMinor: late, indemnityMinor: indemnity, costsMinor: costs },
          payment,
          first ? [first.dueDate] : [],
        );
        const rowsLeft = order.flatMap((one) => {
          const found = made.rows.find(({ number }) => number === one.number);
          return [found?.interestLeftMinor, found?.capitalLeftMinor];
        });
        expect([
          ...rowsLeft,
          made.lateInterestLeftMinor,
          made.indemnityLeftMinor,
          made.costsLeftMinor,
          made.unallocatedMinor,
        ]).toEqual([...open, left]);
      },
    ),
    { numRuns: 100 },
  );
});

test('LC-58 who withdraws owes the daily interest of the capital that they still had on each day', () => {
  const payments = fc.array(fc.record({ days: fc.nat(60), capital: fc.nat(30), other: fc.nat(5000) }), {
    maxLength: 3,
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 20_000, max: 10_000_000 }),
      fc.nat(2500),
      fc.nat(60),
      payments,
      (principal, bps, days, paid) => {
        const payoutDay = '2027-12-20';
        let open = principal;
        const made = paid.map((one) => {
          const capitalMinor = Math.floor((open * one.capital) / 100);
          open -= capitalMinor;
          return { day: plus(payoutDay, one.days), capitalMinor, otherMinor: one.other };
        });
        const day = plus(payoutDay, days);
        let interest = 0;
        for (let one = plus(payoutDay, 1); one <= day; one = plus(one, 1)) {
          const before = made
            .filter((payment) => payment.day < one)
            .reduce((sum, payment) => sum + payment.capitalMinor, 0);
          interest += down(BigInt(principal - before) * BigInt(bps), 3_650_000n);
        }
        const counted = made.filter((payment) => payment.day <= day);
        const returned = counted.reduce((sum, payment) => sum + payment.capitalMinor + payment.otherMinor, 0);
        const sum = nettedWithdrawalSum(
          {
            principalMinor: principal,
            annualRateBps: bps,
            payoutDay,
            noticeDay: payoutDay,
            repayDays: 30,
            day,
          },
          made,
        );
        expect([sum.interestMinor, sum.totalMinor]).toEqual([interest, principal + interest - returned]);
      },
    ),
    { numRuns: 60 },
  );
});

test('LC-98 the indemnity: nothing up to 10,000.00 in a year, a share by the end of the contract, never above the interest left', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5_000_000 }),
      fc.nat(2_000_000),
      fc.nat(1_000_000),
      fc.nat(800),
      fc.option(fc.nat(150)),
      (capital, before, interest, daysLeft, policy) => {
        const day = '2027-03-01';
        const contractEnd = plus(day, daysLeft);
        const balance = capital + 12_345;
        const { indemnityMinor } = earlyRepaymentIndemnity(
          {
            capitalMinor: capital,
            day,
            repaidBeforeMinor: before,
            contractEnd,
            interestLeftMinor: interest,
            balanceMinor: balance,
          },
          {
            thresholdMinor: 1_000_000,
            windowMonths: 12,
            capLongBps: 100,
            capShortBps: 50,
            policyBps: policy,
          },
        );
        // One year after 1 March 2027 is 1 March 2028, 366 days later.
        const cap = daysLeft > 366 ? 100 : 50;
        const share = down(BigInt(capital) * BigInt(Math.min(policy ?? cap, cap)), 10_000n);
        const most = down(BigInt(interest) * BigInt(capital), BigInt(balance));
        expect(indemnityMinor).toBe(capital + before <= 1_000_000 ? 0 : Math.min(share, most));
      },
    ),
    { numRuns: 100 },
  );
});
