import { describe, expect, test } from 'vitest';
import { TWO_PAID as state, TERMS } from '#server/testing/loan-state.ts';
import { sumMinor } from '../money/money.ts';
import { addMonths } from './due-dates.ts';
import { contractSchedule } from './first-period.ts';
import { rowsOfLiftedFreeze } from './lifted-freeze.ts';

const rows = contractSchedule(TERMS).rows;
const REGULAR = rows[5]?.instalmentMinor ?? 0;
const END = rows.at(-1)?.dueDate ?? '';
const capitalFrom = (number: number) =>
  sumMinor(rows.filter((row) => row.number >= number).map((row) => row.principalMinor));

describe('LC-92, LC-93 a freeze that ends without a plan', () => {
  const indebted = { ...state, interestStopsOn: '2027-04-10' };
  const lifted = rowsOfLiftedFreeze(indebted, '2027-09-20', [3, 4, 5, 6, 7, 8]);

  test('LC-92 six frozen months are six months more, and no instalment is above the contract’s', () => {
    expect(lifted?.replacedRows.map(({ number }) => number)).toEqual([3, 4, 5, 6, 7, 8]);
    expect(lifted?.rows).toHaveLength(24 - 2);
    expect(lifted?.rows[0]?.dueDate).toBe('2027-10-15');
    expect(lifted?.rows.at(-1)?.dueDate).toBe(addMonths(END, 6, 15));
    expect(Math.max(...(lifted?.rows ?? []).map((row) => row.instalmentMinor))).toBeLessThan(REGULAR);
  });

  test('LC-92 the capital is what was left, and the interest what ran before the freeze and runs after it', () => {
    expect(sumMinor((lifted?.rows ?? []).map((row) => row.principalMinor))).toBe(capitalFrom(3));
    expect(lifted?.balanceMinor).toBe(capitalFrom(3));
    // 15 March to 10 April: 26 of 31 days of the month's interest on what was left then.
    const monthMinor = (balance: number) => (balance * 0.059) / 12;
    const ranMinor = Math.round((monthMinor(capitalFrom(3)) * 26) / 31);
    expect(sumMinor((lifted?.rows ?? []).map((row) => row.deferredInterestMinor ?? 0))).toBe(ranMinor);
    // 20 September to 15 October: 25 days, on the capital that was not due in the freeze.
    expect(lifted?.rows[0]?.interestMinor).toBe(Math.round((capitalFrom(9) * 0.059 * 25) / 365));
  });

  test('LC-93 after a death the interest of the contract stays owed, spread without interest on it', () => {
    const dead = { ...state, lateInterestStopsOn: '2027-04-10' };
    const result = rowsOfLiftedFreeze(dead, '2027-09-20', [3, 4, 5, 6, 7, 8]);
    const owed = sumMinor(rows.slice(2, 8).map((row) => row.interestMinor));
    expect(sumMinor((result?.rows ?? []).map((row) => row.deferredInterestMinor ?? 0))).toBe(owed);
    // The contract's instalment and a share of that interest, the rest of the division on the last.
    const share = owed / 22 + 22;
    expect(Math.max(...(result?.rows ?? []).map((row) => row.instalmentMinor))).toBeLessThan(REGULAR + share);
  });

  test('LC-92 what was missed before the freeze stays late', () => {
    const result = rowsOfLiftedFreeze(
      { ...state, interestStopsOn: '2027-05-20' },
      '2027-09-20',
      [5, 6, 7, 8],
    );
    expect(result?.replacedRows.map(({ number }) => number)).toEqual([5, 6, 7, 8]);
    expect(result?.balanceMinor).toBe(capitalFrom(5));
  });

  test('LC-92 a freeze inside one month takes its days of interest off the next instalment, and moves nothing', () => {
    const result = rowsOfLiftedFreeze({ ...state, interestStopsOn: '2027-03-20' }, '2027-04-10', []);
    expect(result?.rows.map(({ dueDate }) => dueDate)).toEqual(rows.slice(2).map(({ dueDate }) => dueDate));
    const [next, ...others] = result?.rows ?? [];
    // Five days of a month of 31 before, five days after.
    expect(next?.deferredInterestMinor).toBe(Math.round((((capitalFrom(3) * 0.059) / 12) * 5) / 31));
    expect(next?.interestMinor).toBe(Math.round((capitalFrom(3) * 0.059 * 5) / 365));
    expect(others.map((row) => row.instalmentMinor)).toEqual(rows.slice(3).map((row) => row.instalmentMinor));
    expect(rowsOfLiftedFreeze({ ...state, lateInterestStopsOn: '2027-03-20' }, '2027-04-10', [])).toBeNull();
  });

  test('LC-92 a freeze that outlived the contract asks for its instalments once more, one a month', () => {
    const numbers = rows.slice(2).map(({ number }) => number);
    const result = rowsOfLiftedFreeze({ ...state, interestStopsOn: '2027-04-10' }, '2029-03-01', numbers);
    expect(result?.rows).toHaveLength(22);
    expect(result?.rows.slice(0, 2).map(({ dueDate }) => dueDate)).toEqual(['2029-03-15', '2029-04-15']);
    expect(sumMinor((result?.rows ?? []).map((row) => row.principalMinor))).toBe(capitalFrom(3));
    expect(result?.rows.at(-1)?.remainingMinor).toBe(0);
    expect(Math.max(...(result?.rows ?? []).map((row) => row.instalmentMinor))).toBeLessThanOrEqual(REGULAR);
  });
});
