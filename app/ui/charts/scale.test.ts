import { describe, expect, it } from 'vitest';
import { niceTicks, spreadLabels } from './scale.ts';

describe('niceTicks', () => {
  it.each([
    [0, 930, 4, [0, 250, 500, 750, 1000]],
    [0, 100_000, 4, [0, 25_000, 50_000, 75_000, 100_000]],
    [-250, 900, 4, [-500, 0, 500, 1000]],
    [0, 3, 3, [0, 1, 2, 3]],
    [5, 5, 4, [4, 6, 8, 10]],
    [0, 0, 4, [0, 0.25, 0.5, 0.75, 1]],
  ])('covers %d to %d with about %d round values', (min, max, count, expected) => {
    expect(niceTicks(min, max, count)).toEqual(expected);
  });

  it('always covers both ends', () => {
    for (let max = 1; max < 5_000_000; max = Math.ceil(max * 1.37)) {
      for (const min of [0, -max, -Math.floor(max / 7), Math.floor(max / 3)]) {
        const ticks = niceTicks(min, max, 4);
        expect(ticks[0]).toBeLessThanOrEqual(min);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
        expect(ticks.length).toBeLessThanOrEqual(8);
      }
    }
  });
});

describe('spreadLabels', () => {
  it('starts with the first, keeps even steps, and never prints more than there is room for', () => {
    expect(spreadLabels(90, 600, 120)).toEqual([0, 23, 46, 69, 89]);
    expect(spreadLabels(3, 600, 120)).toEqual([0, 1, 2]);
    expect(spreadLabels(84, 100, 120)).toEqual([0, 83]);
    expect(spreadLabels(84, 840, 60)).toEqual([0, 7, 14, 21, 28, 35, 42, 49, 56, 63, 70, 77, 83]);
    expect(spreadLabels(1, 600, 120)).toEqual([0]);
    expect(spreadLabels(0, 600, 120)).toEqual([]);
    for (let total = 2; total < 200; total++)
      for (const width of [150, 320, 700, 1100])
        expect(spreadLabels(total, width, 90).length).toBeLessThanOrEqual(
          Math.max(2, Math.floor(width / 90)) + 1,
        );
  });
});
