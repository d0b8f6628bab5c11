import { expect, test } from 'vitest';
import { coverageOf } from './coverage.ts';

test.each([
  { amountMinor: 10_000, balanceMinor: 30_000, availableMinor: 20_000, coverage: 'covered' },
  { amountMinor: 10_000, balanceMinor: 10_000, availableMinor: 0, coverage: 'covered' },
  { amountMinor: 10_000, balanceMinor: 10_000, availableMinor: -1, coverage: 'contended' },
  { amountMinor: 10_000, balanceMinor: 9_999, availableMinor: -1, coverage: 'short' },
])('$amountMinor held on a balance of $balanceMinor with $availableMinor available is $coverage', (row) => {
  expect(coverageOf(row)).toBe(row.coverage);
});
