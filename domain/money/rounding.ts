/**
 * How a quotient becomes an integer. Ties: `half-even` to the even neighbour (banker's rounding, used for interest and
 * instalments), `half-up` away from zero. `down` is towards zero, `up` away from zero.
 */
export type RoundingMode = 'half-even' | 'half-up' | 'down' | 'up';

/** An exact fraction. The denominator is positive. */
export type Ratio = { readonly numerator: bigint; readonly denominator: bigint };

/** n / d as an integer, rounded once. Throws RangeError when d is zero. */
export function divideRounded(n: bigint, d: bigint, mode: RoundingMode): bigint {
  if (d === 0n) throw new RangeError('Division by zero');
  const numerator = d < 0n ? -n : n;
  const denominator = d < 0n ? -d : d;
  const quotient = numerator / denominator;
  const remainder = numerator % denominator;
  if (remainder === 0n || mode === 'down') return quotient;
  const awayFromZero = numerator < 0n ? quotient - 1n : quotient + 1n;
  if (mode === 'up') return awayFromZero;
  const twice = 2n * (remainder < 0n ? -remainder : remainder);
  if (twice !== denominator) return twice > denominator ? awayFromZero : quotient;
  if (mode === 'half-up') return awayFromZero;
  return quotient % 2n === 0n ? quotient : awayFromZero;
}

/** A bigint as a number. Throws RangeError when it is not a safe integer: a wrong amount must never leave silently. */
export function toSafeInteger(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`Amount out of range: ${value}`);
  return number;
}

/** amountMinor × n / d, computed in BigInt and rounded once. Throws RangeError outside the safe integers. */
export function multiplyByRatio(
  amountMinor: number,
  n: bigint | number,
  d: bigint | number,
  mode: RoundingMode,
): number {
  return toSafeInteger(divideRounded(BigInt(amountMinor) * BigInt(n), BigInt(d), mode));
}

/** A ratio as an integer, rounded once. */
export function roundRatio(ratio: Ratio, mode: RoundingMode): number {
  return toSafeInteger(divideRounded(ratio.numerator, ratio.denominator, mode));
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** n / d in lowest terms with a positive denominator. Short ratios keep the powers in `domain/loans` fast. */
export function ratio(n: bigint | number, d: bigint | number): Ratio {
  const denominator = BigInt(d);
  if (denominator === 0n) throw new RangeError('Division by zero');
  const sign = denominator < 0n ? -1n : 1n;
  const divisor = greatestCommonDivisor(BigInt(n), sign * denominator);
  return { numerator: (sign * BigInt(n)) / divisor, denominator: (sign * denominator) / divisor };
}

/** The exact value of a plain decimal string such as "9.4822" or "-0.5". Throws RangeError on anything else. */
export function ratioOfDecimal(text: string): Ratio {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) throw new RangeError(`Not a decimal number: ${text}`);
  const [, sign, units, decimals = ''] = match;
  return ratio(BigInt(`${sign}${units}${decimals}`), 10n ** BigInt(decimals.length));
}

/** The sum of two ratios, in lowest terms. */
export function addRatios(a: Ratio, b: Ratio): Ratio {
  return ratio(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}
