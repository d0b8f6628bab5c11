/** Round values that cover a range, about `count` of them, ends included: 0, 500, 1000… for 0 to 930. */
export function niceTicks(min: number, max: number, count: number): number[] {
  const low = Math.min(min, max);
  const span = Math.abs(max - min) || Math.abs(max) || 1;
  const raw = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= raw) ?? 10);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil((low + span) / step));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/**
 * Which of `total` labels to print when each needs `needed` pixels of `width`: the first, then every so many, and the
 * last when it is not too near the one before.
 */
export function spreadLabels(total: number, width: number, needed: number): number[] {
  if (total < 1) return [];
  const room = Math.max(2, Math.floor(width / needed));
  const step = Math.max(1, Math.ceil((total - 1) / (room - 1)));
  const shown: number[] = [];
  for (let index = 0; index < total; index += step) shown.push(index);
  const missing = total - 1 - (shown.at(-1) ?? 0);
  if (missing >= step * 0.75 || shown.length === 1) shown.push(total - 1);
  return [...new Set(shown)];
}

/** A length rounded to a tenth of a pixel, which keeps prerendered pages small. */
export const tenths = (pixels: number): number => Math.round(pixels * 10) / 10;
