import { expect, test } from 'vitest';
import { RECALL_REASONS, recallReasonsOn } from './recalls.ts';

const DELAYS = { shortPaymentDays: 10, longMonths: 13 };

test.each([
  // Sent on Tuesday 1 December 2026: the tenth payment day after it is Tuesday 15.
  ['2026-12-15', RECALL_REASONS],
  ['2026-12-16', ['FRAD', 'AC03', 'AM09']],
  ['2028-01-01', ['FRAD', 'AC03', 'AM09']],
  ['2028-01-02', []],
] as const)('PAY-41 on %s a transfer of 1 December 2026 can be recalled as %j', (today, reasons) => {
  expect(recallReasonsOn('2026-12-01', today, DELAYS)).toEqual(reasons);
});
