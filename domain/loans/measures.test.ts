import { describe, expect, it, test } from 'vitest';
import { contractSchedule } from './first-period.ts';
import { interestRunMinor } from './interest-run.ts';
import { dueDayOfRows } from './loan-rows.ts';
import { arrearsOn, interestTargetMinor, type LoanState, lateInterestOwedMinor } from './loan-state.ts';
import { canChangeDueDay, type Measure, measureRows, rowsOfNewDueDay } from './measures.ts';

/** 8,000.00 at 4.90 % over 36 months, due on the 15th. */
const terms = {
  principalMinor: 800_000,
  annualRateBps: 490,
  durationMonths: 36,
  payoutDay: '2027-01-12',
  dueDay: 15,
};
const paidRows = (count: number): LoanState => ({
  ...terms,
  lateInterestPaidMinor: 0,
  rows: contractSchedule(terms).rows.map((row) => ({
    ...row,
    payments:
      row.number <= count
        ? [{ day: row.dueDate, interestMinor: row.interestMinor, capitalMinor: row.principalMinor }]
        : [],
  })),
});
const state = paidRows(6);
const day = '2027-07-15';
const sum = (result: ReturnType<typeof measureRows>) =>
  result.rows.reduce((total, row) => total + row.principalMinor, 0);

describe('LC-89 measures', () => {
  test.each<[Measure, number, number, string, number]>([
    [{ kind: 'suspension-capital', months: 3 }, 33, 23_941, '2030-04-15', 8265],
    [{ kind: 'extension', months: 6 }, 36, 20_190, '2030-07-15', 8632],
    [{ kind: 'reduced-instalments', instalmentMinor: 20_000 }, 37, 20_000, '2030-08-15', 9180],
    [{ kind: 'rate-cut', annualRateBps: 0 }, 30, 22_489, '2030-01-15', -43_543],
    [{ kind: 'remission', capitalMinor: 74_680 }, 30, 21_291, '2030-01-15', -4820],
  ])('%o: %i rows of %i until %s, %i of interest more', (measure, rows, instalment, newEnd, extra) => {
    const result = measureRows(state, day, measure);
    expect([result.rows.length, result.instalmentMinor, result.newEnd, result.extraInterestMinor]).toEqual([
      rows,
      instalment,
      newEnd,
      extra,
    ]);
    expect(sum(result)).toBe(674_680 - (measure.kind === 'remission' ? measure.capitalMinor : 0));
  });

  it('a capital suspension pays the month interest and nothing of the capital', () => {
    const { rows } = measureRows(state, day, { kind: 'suspension-capital', months: 2 });
    expect(rows.slice(0, 3).map((row) => [row.instalmentMinor, row.principalMinor])).toEqual([
      [2755, 0],
      [2755, 0],
      [23_941, 21_186],
    ]);
  });

  test.each<Measure>([
    { kind: 'suspension-total', months: 0 },
    { kind: 'suspension-total', months: 13 },
    { kind: 'reduced-instalments', instalmentMinor: 2755 },
    // No lower one: a typing error would ask for the whole loan within months.
    { kind: 'reduced-instalments', instalmentMinor: 23_941 },
    { kind: 'reduced-instalments', instalmentMinor: 2_000_000 },
    { kind: 'remission', capitalMinor: 674_680 },
  ])('%o is impossible', (measure) => {
    expect(() => measureRows(state, day, measure)).toThrow(RangeError);
  });

  it('LC-91 a judge may set the rate to 0 with a suspension: nothing is postponed', () => {
    const { rows, deferredInterestMinor } = measureRows(state, day, {
      kind: 'suspension-total',
      months: 3,
      annualRateBps: 0,
    });
    expect(deferredInterestMinor).toBe(0);
    expect(rows.at(-1)?.remainingMinor).toBe(0);
  });

  it("LC-91 L314-20: after a judge's rate the contract's runs again, and the capital sums in each case", () => {
    const judged = { annualRateBps: 0, rateMonths: 12, isOfJudge: true } as const;
    for (const measure of [
      { kind: 'extension', months: 6, ...judged },
      { kind: 'suspension-capital', months: 12, ...judged },
      { kind: 'suspension-total', months: 3, ...judged },
      { kind: 'reduced-instalments', instalmentMinor: 20_000, ...judged },
      { kind: 'remission', capitalMinor: 74_680, ...judged },
    ] satisfies Measure[]) {
      const result = measureRows(state, day, measure);
      expect(sum(result)).toBe(result.balanceMinor);
      expect(result.reducedRate).toEqual({ annualRateBps: 0, untilDay: '2028-07-15' });
      const interest = result.rows.map(({ interestMinor }) => interestMinor);
      expect(interest.slice(0, 12)).toEqual(Array(12).fill(0));
      expect(interest.slice(12).every((one) => one > 0)).toBe(true);
      const whole = measureRows(state, day, { ...measure, rateMonths: undefined } as unknown as Measure);
      expect(whole.totalInterestLeftMinor).toBe(0);
    }
  });

  it('LC-91 a fixed instalment of a judge wins: it covers the interest of each month at the rate of that month', () => {
    // Below the month's interest at the contract's rate, 27.55, and enough while the rate is 0.
    const plan = { annualRateBps: 0, rateMonths: 84, isOfJudge: true } as const;
    const result = measureRows(state, day, { kind: 'reduced-instalments', instalmentMinor: 25_00, ...plan });
    expect(
      result.rows.slice(0, 84).every((row) => row.instalmentMinor === 25_00 && row.interestMinor === 0),
    ).toBe(true);
    expect(sum(result)).toBe(674_680);
    const higher = measureRows(state, day, { kind: 'reduced-instalments', instalmentMinor: 300_00, ...plan });
    expect(higher.rows).toHaveLength(23);
    // Once the contract's rate runs again, 20.00 would not cover its interest.
    const never = { kind: 'reduced-instalments', instalmentMinor: 20_00, ...plan } as const;
    expect(() => measureRows(state, day, never)).toThrow(RangeError);
  });

  it("LC-88, LC-91: another measure leaves a judge's rate until its day", () => {
    const first = measureRows(state, day, {
      kind: 'rate-cut',
      annualRateBps: 0,
      rateMonths: 6,
      isOfJudge: true,
    });
    const running: LoanState = {
      ...state,
      rows: [...state.rows.slice(0, 6), ...first.rows.map((row) => ({ ...row, payments: [] }))],
      ...(first.reducedRate ? { reducedRate: first.reducedRate } : {}),
    };
    const again = measureRows(running, day, { kind: 'suspension-total', months: 8 });
    expect(again.reducedRate).toEqual(first.reducedRate);
    // Of eight suspended months six bear nothing, and two the contract's rate.
    expect(again.deferredInterestMinor).toBe(2 * Math.round((again.balanceMinor * 0.049) / 12));
  });

  it('LC-91 C. civ. 1343-5: a judge may suspend for two years, the house for one', () => {
    const judged = (months: number): Measure => ({
      kind: 'suspension-total',
      months,
      annualRateBps: 0,
      isOfJudge: true,
    });
    const { rows } = measureRows(state, day, judged(24));
    expect(rows.slice(0, 25).map(({ instalmentMinor }) => instalmentMinor > 0)).toEqual([
      ...Array(24).fill(false),
      true,
    ]);
    expect(() => measureRows(state, day, judged(25))).toThrow(RangeError);
  });

  it('no row is left after the last due date', () => {
    expect(() => measureRows(state, '2030-01-15', { kind: 'extension', months: 6 })).toThrow(RangeError);
  });
});

describe('LC-90 what is unpaid when a measure is agreed', () => {
  const late = measureRows(state, '2027-09-20', { kind: 'suspension-total', months: 2 });

  it('is spread over the rows, interest and capital apart, and bears no interest', () => {
    const [first, second] = late.replacedRows;
    expect(late.replacedRows.map(({ dueDate }) => dueDate)).toEqual(['2027-08-15', '2027-09-15']);
    const capital = (first?.capitalMinor ?? 0) + (second?.capitalMinor ?? 0);
    const interest = (first?.interestMinor ?? 0) + (second?.interestMinor ?? 0);
    expect(late.balanceMinor).toBe(674_680);
    expect(late.rows.reduce((total, row) => total + (row.deferredPrincipalMinor ?? 0), 0)).toBe(capital);
    // Two months of interest on the capital not yet due, and the interest of the two rows.
    expect(late.deferredInterestMinor).toBe(2 * 2582 + interest);
    expect(late.extraInterestMinor).toBe(2 * 2582);
  });

  /** The loan with the rows of the measure: the two that were unpaid are replaced. */
  const after: LoanState = {
    ...state,
    rows: [
      ...state.rows.slice(0, 8).map((row) => (row.number > 6 ? { ...row, replacedOn: '2027-09-20' } : row)),
      ...late.rows.map((row) => ({ ...row, payments: [] })),
    ],
  };

  it('the interest that runs is that of the capital not yet due', () => {
    expect(interestRunMinor(terms, after.rows, '2027-10-01')).toBe(
      interestRunMinor(terms, state.rows, '2027-10-01'),
    );
    expect(interestTargetMinor(after, '2027-09-20')).toBe(interestTargetMinor(state, '2027-09-20'));
  });

  it('and when the replaced rows are not read any more', () => {
    const read = { ...after, rows: after.rows.filter(({ replacedOn }) => replacedOn === undefined) };
    for (const one of ['2027-09-20', '2027-10-01', '2027-10-15', '2027-11-02', '2028-01-20'])
      expect(interestTargetMinor(read, one)).toBe(interestTargetMinor(after, one));
    const measure = { kind: 'extension', months: 4 } as const;
    expect(measureRows(read, '2027-09-20', measure).rows).toEqual(
      measureRows(after, '2027-09-20', measure).rows,
    );
  });

  it('nothing is unpaid any more; late interest until then stays owed and grows no more', () => {
    expect(arrearsOn(after, '2027-10-10').rows).toEqual([]);
    expect(lateInterestOwedMinor(after, '2027-10-10')).toBe(lateInterestOwedMinor(state, '2027-09-20'));
  });

  it('LC-89 a due date of interest only takes no share of it: the rows that repay the capital do', () => {
    const months = 3;
    const { rows, balanceMinor } = measureRows(state, '2027-09-20', { kind: 'suspension-capital', months });
    // 632,221 × 4.90 % / 12 of the capital not yet due.
    expect(
      rows.slice(0, months).map((row) => [row.instalmentMinor, row.interestMinor, row.principalMinor]),
    ).toEqual(Array(months).fill([2582, 2582, 0]));
    const spread = rows.slice(months);
    const [unpaidInterest, unpaidCapital] = [2755 + 2668, 21_186 + 21_273];
    const share = Math.floor(unpaidCapital / spread.length);
    expect(spread.slice(0, -1).every((row) => row.deferredPrincipalMinor === share)).toBe(true);
    expect(spread.at(-1)?.deferredPrincipalMinor).toBe(unpaidCapital - share * (spread.length - 1));
    const interest = spread.reduce((total, row) => total + (row.deferredInterestMinor ?? 0), 0);
    expect([interest, balanceMinor, spread.length]).toEqual([unpaidInterest, 674_680, 28]);
  });

  it('a second measure spreads again what the first one left', () => {
    const again = measureRows(after, '2027-09-20', { kind: 'extension', months: 4 });
    expect(again.balanceMinor).toBe(674_680);
    expect(again.deferredInterestMinor).toBe(late.deferredInterestMinor);
    expect(again.rows).toHaveLength(late.rows.length + 4);
  });
});

describe('LC-68 another due day', () => {
  it('the next row stays, the days to the new due day bear intercalary interest, instalments stay', () => {
    const { rows, instalmentMinor } = rowsOfNewDueDay(state, '2027-08-01', 5);
    expect(rows.slice(0, 3).map((row) => [row.dueDate, row.anchorDay])).toEqual([
      ['2027-08-15', undefined],
      ['2027-10-05', '2027-09-05'],
      ['2027-11-05', undefined],
    ]);
    // 653,494 × 4.90 % × 21 / 365
    expect(rows[1]?.instalmentMinor).toBe(instalmentMinor + 1842);
    expect(rows).toHaveLength(30);
    expect(rows.at(-1)?.dueDate).toBe('2030-02-05');
    expect(rows.at(-1)?.remainingMinor).toBe(0);
  });

  it('the new due day is read from the rows', () => {
    const { rows } = rowsOfNewDueDay(state, '2027-08-01', 5);
    expect(dueDayOfRows(state.rows)).toBe(15);
    expect(dueDayOfRows([...state.rows.slice(0, 7), ...rows.slice(1)])).toBe(5);
    expect(dueDayOfRows(contractSchedule({ ...terms, payoutDay: '2027-01-30', dueDay: 31 }).rows)).toBe(31);
    expect(() => dueDayOfRows([])).toThrow(RangeError);
  });

  it('is refused when no row follows the next one', () => {
    expect(() => rowsOfNewDueDay(state, '2029-12-20', 5)).toThrow(RangeError);
  });

  test.each([
    [null, false, true],
    [null, true, false],
    ['2026-08-01', false, true],
    ['2026-08-02', false, false],
  ])('last changed on %s, late %s: allowed %s', (lastChangeDay, isLate, isAllowed) => {
    expect(canChangeDueDay({ lastChangeDay, isLate }, '2027-08-01')).toBe(isAllowed);
  });
});
