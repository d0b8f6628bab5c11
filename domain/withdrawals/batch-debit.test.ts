import { expect, test } from 'vitest';
import { isDebitOfFile } from './batch-debit.ts';
import type { TransferPhase } from './phases.ts';

const file = (...phases: readonly TransferPhase[]) =>
  phases.map((phase, index) => ({ phase, amountMinor: [1_000_00, 600_00, 400_00][index] ?? 0 }));

test.each([
  ['the whole file', 2_000_00, file('sent', 'sent', 'sent'), true],
  ['the file less what was refused', 1_400_00, file('sent', 'bank-refused', 'accepted'), true],
  ['the whole file although a part was refused', 2_000_00, file('sent', 'bank-refused', 'sent'), true],
  ['any other amount', 1_600_00, file('sent', 'sent', 'sent'), false],
  ['a file that is settled already', 2_000_00, file('settled', 'settled', 'settled'), false],
  ['a file of which all was refused', 2_000_00, file('bank-refused', 'bank-refused', 'bank-refused'), false],
])('PAY-38 %s', (_, debitMinor, orders, expected) => {
  expect(isDebitOfFile(debitMinor, orders)).toBe(expected);
});
