import { describe, expect, test } from 'vitest';
import {
  cameBack,
  findTransferStep,
  statusOfPhase,
  TRANSFER_EVENTS,
  TRANSFER_PHASES,
  TRANSFER_STEPS,
  type TransferEvent,
  type TransferPhase,
} from './phases.ts';

describe('PAY-35 a phase beneath each status', () => {
  test('gives the six statuses that lists, filters and counts keep', () => {
    expect(Object.fromEntries(TRANSFER_PHASES.map((phase) => [phase, statusOfPhase(phase)]))).toEqual({
      requested: 'pending',
      'in-hand': 'processing',
      held: 'processing',
      validated: 'approved',
      exported: 'approved',
      accepted: 'approved',
      sent: 'completed',
      settled: 'completed',
      refused: 'rejected',
      'bank-refused': 'rejected',
      returned: 'rejected',
      cancelled: 'cancelled',
    });
  });
});

/** Rows 3 to 13 of section 18: from which phases, what happens, where it leads, and who does it. */
const ROWS: readonly (readonly [
  number,
  readonly TransferPhase[],
  TransferEvent,
  TransferPhase,
  readonly string[],
])[] = [
  [3, ['requested', 'held'], 'take', 'in-hand', ['staff']],
  [4, ['requested', 'in-hand', 'held'], 'validate', 'validated', ['staff']],
  [5, ['requested', 'in-hand', 'held', 'validated'], 'refuse', 'refused', ['staff', 'bank']],
  [6, ['requested'], 'cancel', 'cancelled', ['client']],
  // The bank itself hands instant transfers over (PAY-43).
  [7, ['validated'], 'export', 'exported', ['staff', 'bank']],
  [7, ['exported'], 'cancel-batch', 'validated', ['staff']],
  [8, ['exported'], 'accept', 'accepted', ['bank']],
  [9, ['exported', 'accepted'], 'bank-refuse', 'bank-refused', ['bank', 'staff']],
  [10, ['validated', 'exported', 'accepted'], 'execute', 'sent', ['staff', 'bank']],
  [11, ['exported', 'accepted', 'sent'], 'settle', 'settled', ['bank']],
  [12, ['sent'], 'bank-refuse', 'bank-refused', ['bank']],
  [13, ['sent', 'settled'], 'return', 'returned', ['bank']],
];

describe('section 18, the table of a transfer', () => {
  test.each(ROWS)('row %d: from %j, %s', (_, phases, event, to, by) => {
    for (const from of phases) expect(findTransferStep(from, event)).toEqual({ from, event, to, by });
  });

  test('has no other step: every other pair of phase and event is refused', () => {
    const listed = ROWS.flatMap(([, phases, event]) => phases.map((phase) => `${phase} ${event}`));
    const allowed = TRANSFER_PHASES.flatMap((phase) =>
      TRANSFER_EVENTS.flatMap((event) => (findTransferStep(phase, event) ? [`${phase} ${event}`] : [])),
    );
    expect(allowed.sort()).toEqual(listed.sort());
    expect(TRANSFER_STEPS).toHaveLength(listed.length);
  });
});

test('LC-6, PAY-35 the money of a refused, returned or cancelled transfer did not arrive', () => {
  expect(TRANSFER_PHASES.filter(cameBack)).toEqual(['refused', 'bank-refused', 'returned', 'cancelled']);
});
