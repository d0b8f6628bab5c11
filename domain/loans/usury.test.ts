import { expect, test } from 'vitest';
import { ceilingFor, USURY_QUARTERS, withinUsury } from './usury.ts';

test.each<[string, number, number | null, boolean]>([
  ['2025-09-30', 100_000, null, false],
  ['2025-10-01', 300_000, 2349, true],
  ['2025-12-31', 300_001, 1571, true],
  ['2026-01-01', 300_000, 2356, true],
  ['2026-02-15', 300_001, 1587, true],
  ['2026-03-31', 600_000, 1587, true],
  ['2026-03-31', 600_001, 867, true],
  ['2026-11-20', 1_000_000, 867, false],
])('on %s, %i cents', (date, amountMinor, ceilingBps, isCurrent) => {
  const ceiling = ceilingFor(date, amountMinor);
  if (ceilingBps === null) expect(ceiling).toBeNull();
  else expect(ceiling).toMatchObject({ ceilingBps, isCurrent });
});

test('quarters follow each other and each names its source', () => {
  for (const [index, quarter] of USURY_QUARTERS.entries()) {
    expect(quarter.from < quarter.to).toBe(true);
    expect(quarter.source).not.toBe('');
    expect(quarter.bands.at(-1)!.upToMinor).toBeNull();
    if (index > 0) expect(quarter.from > USURY_QUARTERS[index - 1]!.to).toBe(true);
  }
});

test('the ceiling itself is lawful, a hair above is not, and no known ceiling is no', () => {
  const loan = { amountMinor: 1_000_000, date: '2026-02-01' };
  expect(withinUsury({ ...loan, taegPercent: 8.67 })).toEqual({ ok: true, ceilingBps: 867, isCurrent: true });
  expect(withinUsury({ ...loan, taegPercent: 8.6701 })).toMatchObject({ ok: false, reason: 'above-ceiling' });
  expect(withinUsury({ ...loan, taegPercent: 21.82 }).ok).toBe(false);
  expect(withinUsury({ ...loan, date: '2020-01-01', taegPercent: 1 })).toEqual({
    ok: false,
    reason: 'no-ceiling',
  });
});
