import { describe, expect, test } from 'vitest';
import { ceilingBpsOf, usuryVerdict } from './usury.ts';
import { LOADED_QUARTERS } from './vectors/usury-quarters.ts';

const [, QUARTER] = LOADED_QUARTERS;
const loan = { amountMinor: 1_000_000, day: '2026-02-10', quarter: QUARTER, marginBps: 10 };

describe('LC-37 L314-6 the usury ceiling', () => {
  test.each([
    [300_000, 2356],
    [300_001, 1587],
    [600_000, 1587],
    [600_001, 867],
  ])('of a loan of %i cents is that of its band', (amountMinor, ceilingBps) => {
    expect(ceilingBpsOf(QUARTER, amountMinor)).toBe(ceilingBps);
  });

  test.each([
    ['at the ceiling less the margin', [8.57], '2026-02-10', 'live', null],
    ['LC-38 within the margin of the ceiling', [8.571], '2026-02-10', 'live', 'usury.above'],
    ['above on its planned dates only', [8.5, 8.6], '2026-02-10', 'live', 'usury.above'],
    ['of a quarter that is not loaded, live', [4], '2026-12-01', 'live', 'usury.quarter-missing'],
    ['of a quarter that is not loaded, demonstration', [4], '2026-12-01', 'demo', null],
    ['above the last one known, demonstration', [9], '2026-12-01', 'demo', 'usury.above'],
  ] as const)('a TAEG %s', (_, taegPercents, day, mode, refusal) => {
    const verdict = usuryVerdict({ ...loan, taegPercents, day, mode });
    expect(verdict).toEqual({ refusal, ceilingBps: 867, isLoaded: day <= '2026-03-31' });
  });
});
