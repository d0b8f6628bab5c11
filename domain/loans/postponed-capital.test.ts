import { describe, expect, test } from 'vitest';
import { TWO_PAID as before } from '#server/testing/loan-state.ts';
import { sumMinor } from '../money/money.ts';
import { partialRepayment } from './early-repayment.ts';
import { interestRunMinor } from './interest-run.ts';
import { bearingBalanceMinor } from './loan-rows.ts';
import { interestTargetMinor, type LoanState } from './loan-state.ts';
import { measureRows } from './measures.ts';

const measure = measureRows(before, '2027-07-20', { kind: 'extension', months: 6 });
const state: LoanState = {
  ...before,
  rows: [...before.rows.slice(0, 2), ...measure.rows.map((row) => ({ ...row, payments: [] }))],
};
const DAY = '2027-08-01';
const [next] = measure.rows;
if (!next) throw new Error('the measure has rows');
const bearing = bearingBalanceMinor(state.rows, next);
const capital = sumMinor(measure.rows.map((row) => row.principalMinor));
const free = { thresholdMinor: 10_000_00, windowMonths: 12, capLongBps: 100, capShortBps: 50, policyBps: 0 };
const repaid = (capitalMinor: number, mode: 'shorter' | 'lower') =>
  partialRepayment(state, DAY, capitalMinor, mode, 0, free);

describe('LC-95 a part is never refused, also where a measure postponed capital', () => {
  test('LC-95 the case: less capital bears interest than is left', () => {
    expect(bearing).toBeLessThan(capital);
  });

  test.each([
    ['all that bears interest', bearing],
    ['a cent above it', bearing + 1],
    ['all but a cent', capital - 1],
  ])('LC-95, LC-97 %s may be repaid, for a shorter time or a lower instalment', (_, amount) => {
    for (const mode of ['shorter', 'lower'] as const) {
      const { rows, capitalAfterMinor, runInterestMinor, debitedMinor } = repaid(amount, mode);
      expect(sumMinor(rows.map((row) => row.principalMinor))).toBe(capital - amount);
      expect(capitalAfterMinor).toBe(capital - amount);
      // Interest has run on what bears it, and on nothing else.
      expect(runInterestMinor).toBe(interestRunMinor(state, state.rows, DAY));
      expect(debitedMinor).toBe(amount + runInterestMinor);
      expect(sumMinor(rows.map((row) => row.interestMinor))).toBe(0);
      expect(rows.at(-1)?.remainingMinor).toBe(0);
      // The interest of the missed rows stays owed, to the cent.
      const owed = interestTargetMinor(state, DAY) - runInterestMinor;
      expect(sumMinor(rows.map((row) => row.deferredInterestMinor ?? 0))).toBe(owed);
    }
  });

  test('LC-97 a shorter time keeps the instalment at most, a lower instalment the number of rows', () => {
    expect(repaid(bearing, 'lower').rows).toHaveLength(measure.rows.length);
    const { rows } = repaid(bearing, 'shorter');
    expect(rows.length).toBeLessThan(measure.rows.length);
    expect(Math.max(...rows.map((row) => row.instalmentMinor))).toBeLessThanOrEqual(next.instalmentMinor);
  });

  test('LC-96 the whole is a payoff and no part', () => {
    expect(() => repaid(capital, 'lower')).toThrow(RangeError);
  });

  test('LC-95 what is left can be repaid in part once more', () => {
    const once = repaid(bearing + 10_00, 'lower');
    const after = {
      ...state,
      rows: [...state.rows.slice(0, 2), ...once.rows.map((row) => ({ ...row, payments: [] }))],
    };
    for (const mode of ['shorter', 'lower'] as const) {
      const twice = partialRepayment(after, DAY, 5_00, mode, 0, free);
      expect(sumMinor(twice.rows.map((row) => row.principalMinor))).toBe(capital - bearing - 15_00);
      expect(twice.runInterestMinor).toBe(0);
    }
  });
});
