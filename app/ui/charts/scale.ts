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

/** Which of `total` labels to print when each needs `needed` pixels of `width`: evenly spread, first and last kept. */
export function spreadLabels(total: number, width: number, needed: number): number[] {
  if (total <= 1) return total === 1 ? [0] : [];
  const room = Math.max(2, Math.floor(width / needed));
  const shown = Math.min(total, room);
  return Array.from({ length: shown }, (_, index) => Math.round((index * (total - 1)) / (shown - 1)));
}
