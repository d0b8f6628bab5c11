import { describe, expect, test } from 'vitest';
import { contractFigures } from './contract-terms.ts';
import { yearsBetween } from './taeg.ts';

describe('LC-33 R314-3 the TAEG of a contract: equal months from the payout, no cost but interest, two decimals half-up', () => {
  test.each([
    [10_000_00, 390, 36],
    [3_000_00, 590, 24],
    [50_000_00, 490, 84],
    [1_000_00, 0, 12],
  ])(
    'of %i at %i bps over %i months solves the equation of the annex',
    (principalMinor, annualRateBps, durationMonths) => {
      const { schedule, taegPercent, taegBps } = contractFigures(
        { principalMinor, annualRateBps, durationMonths },
        365,
      );
      // One month is a twelfth of a year, whatever its days.
      const worth = schedule.rows.reduce(
        (sum, { instalmentMinor }, index) =>
          sum + instalmentMinor * (1 + taegPercent / 100) ** (-(index + 1) / 12),
        0,
      );
      expect(worth).toBeCloseTo(principalMinor, 2);
      expect(taegBps).toBeCloseTo(Math.round(taegPercent * 100), 9);
      expect(yearsBetween('2026-12-09', '2027-01-09', 'month')).toBeCloseTo(1 / 12, 12);
    },
  );

  test('the worked example: 3.90 % is 3.97 %', () => {
    expect(
      contractFigures({ principalMinor: 10_000_00, annualRateBps: 390, durationMonths: 36 }, 365).taegBps,
    ).toBe(397);
  });
});
