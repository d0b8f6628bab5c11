import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partialRepayment } from './early-repayment.ts';
import { contractSchedule } from './first-period.ts';
import type { LoanState } from './loan-state.ts';

const FREE = { thresholdMinor: 1_000_000, windowMonths: 12, capLongBps: 100, capShortBps: 50, policyBps: 0 };

/** A loan of which the first instalments were paid on their due dates. */
function paidUntil(terms: Parameters<typeof contractSchedule>[0], paid: number): LoanState {
  const { rows, firstPeriod } = contractSchedule(terms);
  return {
    annualRateBps: terms.annualRateBps,
    payoutDay: terms.payoutDay,
    dueDay: firstPeriod.dueDay,
    lateInterestPaidMinor: 0,
    rows: rows.map((row) => ({
      ...row,
      payments:
        row.number <= paid
          ? [{ day: row.dueDate, interestMinor: row.interestMinor, capitalMinor: row.principalMinor }]
          : [],
    })),
  };
}

test('LC-97 « Réduire la durée » of one cent ends on the day that was agreed, though the last row is above the others', () => {
  // 119 rows of 1.08 and a last one of 1.17: 1.08 a month would take one month more.
  const state = paidUntil(
    { principalMinor: 100_01, annualRateBps: 540, durationMonths: 120, payoutDay: '2027-12-31', dueDay: 28 },
    96,
  );
  const day = state.rows[95]?.dueDate as string;
  const end = state.rows.at(-1);
  const { rows, newEnd, interestSavedMinor } = partialRepayment(state, day, 1, 'shorter', 0, FREE);
  expect([rows.length, newEnd]).toEqual([24, end?.dueDate]);
  expect(rows.at(-1)?.instalmentMinor).toBeLessThanOrEqual(end?.instalmentMinor ?? 0);
  expect(interestSavedMinor).toBeGreaterThanOrEqual(0);
});

test('LC-97 « Réduire la durée » never makes it longer, nor its last instalment higher, whatever is repaid', () => {
  const asked = fc.record({
    terms: fc.record({
      principalMinor: fc.integer({ min: 10_000, max: 10_000_000 }),
      annualRateBps: fc.integer({ min: 0, max: 2500 }),
      durationMonths: fc.integer({ min: 3, max: 84 }),
      payoutDay: fc.constantFrom('2027-01-31', '2028-02-29', '2027-12-12'),
      dueDay: fc.constantFrom(null, 5, 31),
    }),
    paid: fc.integer({ min: 0, max: 80 }),
    capitalMinor: fc.integer({ min: 1, max: 60 }),
  });
  fc.assert(
    fc.property(asked, ({ terms, paid, capitalMinor }) => {
      const count = Math.min(paid, terms.durationMonths - 1);
      const state = paidUntil(terms, count);
      const day = state.rows[count - 1]?.dueDate ?? terms.payoutDay;
      const before = state.rows.slice(count);
      const made = partialRepayment(state, day, capitalMinor, 'shorter', 0, FREE);
      expect(made.rows.length).toBeLessThanOrEqual(before.length);
      expect(made.newEnd <= (before.at(-1)?.dueDate ?? '')).toBe(true);
      expect(made.rows.reduce((sum, row) => sum + row.principalMinor, 0)).toBe(made.capitalAfterMinor);
      if (made.rows.length === before.length)
        expect(made.lastInstalmentMinor).toBeLessThanOrEqual(before.at(-1)?.instalmentMinor ?? 0);
    }),
    { numRuns: 300 },
  );
});
