import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  divideRounded,
  multiplyByRatio,
  type RoundingMode,
  ratio,
  ratioOfDecimal,
  toSafeInteger,
} from './rounding.ts';

const MODES: readonly RoundingMode[] = ['half-even', 'half-up', 'down', 'up'];

test.each<[bigint, bigint, bigint, bigint, bigint, bigint]>([
  // n, d, half-even, half-up, down, up
  [5n, 2n, 2n, 3n, 2n, 3n],
  [7n, 2n, 4n, 4n, 3n, 4n],
  [-5n, 2n, -2n, -3n, -2n, -3n],
  [-7n, 2n, -4n, -4n, -3n, -4n],
  [1n, 2n, 0n, 1n, 0n, 1n],
  [-1n, 2n, 0n, -1n, 0n, -1n],
  [1n, 3n, 0n, 0n, 0n, 1n],
  [2n, 3n, 1n, 1n, 0n, 1n],
  [-2n, 3n, -1n, -1n, 0n, -1n],
  [6n, 3n, 2n, 2n, 2n, 2n],
  [0n, 3n, 0n, 0n, 0n, 0n],
  [5n, -2n, -2n, -3n, -2n, -3n],
  [-5n, -2n, 2n, 3n, 2n, 3n],
])('%i / %i', (n, d, ...expected) => {
  expect(MODES.map((mode) => divideRounded(n, d, mode))).toEqual(expected);
});

test('agrees with decimal.js on any quotient', () => {
  const modes: Record<RoundingMode, Decimal.Rounding> = {
    'half-even': Decimal.ROUND_HALF_EVEN,
    'half-up': Decimal.ROUND_HALF_UP,
    down: Decimal.ROUND_DOWN,
    up: Decimal.ROUND_UP,
  };
  const Exact = Decimal.clone({ precision: 120 });
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
      fc.oneof(fc.constantFrom(2n, 4n, 8n, 10n, 200n), fc.bigInt({ min: 1n, max: 10n ** 12n })),
      fc.constantFrom(...MODES),
      (n, d, mode) => {
        const expected = new Exact(String(n)).div(String(d)).toDecimalPlaces(0, modes[mode]).toFixed(0);
        expect(divideRounded(n, d, mode)).toBe(BigInt(expected));
      },
    ),
  );
});

describe('ratios', () => {
  test.each<[string, bigint, bigint]>([
    ['9.4822', 47_411n, 5000n],
    ['-0.5', -1n, 2n],
    ['12', 12n, 1n],
    ['0.00', 0n, 1n],
  ])('%s', (text, numerator, denominator) => {
    expect(ratioOfDecimal(text)).toEqual({ numerator, denominator });
  });

  test.each(['', '1,5', '1e3', '.5', '5.', 'x'])('%j is not a decimal', (text) => {
    expect(() => ratioOfDecimal(text)).toThrow(RangeError);
  });

  test('are kept in lowest terms with a positive denominator', () => {
    expect(ratio(390, 120_000)).toEqual({ numerator: 13n, denominator: 4000n });
    expect(ratio(3n, -6n)).toEqual({ numerator: -1n, denominator: 2n });
  });
});

test('a product is exact where a float is not, and a result out of range is refused', () => {
  expect(multiplyByRatio(9_007_199_254_740_991, 3, 9, 'half-even')).toBe(3_002_399_751_580_330);
  expect(multiplyByRatio(1005, 1, 10, 'half-even')).toBe(100);
  expect(() => multiplyByRatio(Number.MAX_SAFE_INTEGER, 2, 1, 'down')).toThrow(RangeError);
  expect(() => multiplyByRatio(1, 1, 0, 'down')).toThrow(RangeError);
  expect(() => ratio(1, 0)).toThrow(RangeError);
  expect(() => toSafeInteger(2n ** 53n)).toThrow(RangeError);
});
