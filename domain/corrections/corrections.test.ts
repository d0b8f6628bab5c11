import { describe, expect, test } from 'vitest';
import { ledgerEvents } from '../ledger/events.ts';
import { disputeOutcome, isDisputable, refundDay } from './dispute.ts';
import { takenBack } from './receipt.ts';
import { reversalObstacle } from './reversal.ts';

describe('PAY-52 what can be reversed', () => {
  const of = (event: (typeof ledgerEvents)[number], more = {}) =>
    reversalObstacle({ event, isReversed: false, touchesKeptSettlement: false, isOfReceipt: false, ...more });

  test('these events and no other', () => {
    expect(ledgerEvents.filter((event) => of(event) === null)).toEqual([
      'withdrawal-execution',
      'account-credit',
      'first-deposit',
      'fee-settlement',
      'suspense-allocation',
      'suspense-return-order',
      'internal-transfer',
      'outgoing-justified',
      'commercial-gesture',
      'correction',
      'receivable-collection',
      'dispute-loss',
      'receivable-loss',
    ]);
  });

  test.each([
    ['twice', { isReversed: true }, 'posting.already-reversed'],
    ['what our bank’s statements keep', { touchesKeptSettlement: true }, 'posting.not-reversible'],
    ['a receipt that found its client since', { isOfReceipt: true }, 'posting.not-reversible'],
  ])('not %s', (_, more, code) => {
    expect(of('account-credit', more)).toBe(code);
  });
});

test.each([
  [200_00, 5_00, { fromAccountMinor: 5_00, receivableMinor: 195_00 }],
  [200_00, 200_00, { fromAccountMinor: 200_00, receivableMinor: 0 }],
  [200_00, 900_00, { fromAccountMinor: 200_00, receivableMinor: 0 }],
  [200_00, 0, { fromAccountMinor: 0, receivableMinor: 200_00 }],
])('PAY-54 of %i with %i on the account', (amountMinor, balanceMinor, expected) => {
  expect(takenBack(amountMinor, balanceMinor)).toEqual(expected);
});

test.each([
  ['transfer-sent', -1_00, '2025-11-03', true],
  ['transfer-sent', -1_00, '2025-11-02', false],
  ['internal-transfer', -1_00, '2026-12-01', true],
  ['internal-transfer', 1_00, '2026-12-01', false],
  ['instalment-collection', -1_00, '2026-12-01', false],
] as const)(
  'PAY-55 %s of %i on %s can be disputed on 3 December 2026: %s',
  (event, amountMinor, day, expected) => {
    expect(isDisputable({ event, amountMinor, day }, '2026-12-03')).toBe(expected);
  },
);

test.each([
  ['open', false, false, false, 'open'],
  ['suspected', false, false, true, 'suspected'],
  ['borne', true, false, false, 'borne'],
  ['refunded', true, false, false, 'refunded'],
  ['refunded', true, true, false, 'taken-back'],
  ['refunded', true, true, true, 'returned'],
  ['refunded', false, false, true, 'returned'],
] as const)(
  'PAY-55 a dispute that is %s, its refund provisional: %s, taken back: %s, its transfer back: %s, is told as %s',
  (state, isProvisional, isTakenBack, isTransferBack, told) => {
    expect(disputeOutcome({ state, isProvisional, isTakenBack, isTransferBack })).toBe(told);
  },
);

test.each([
  ['2026-12-03T10:00:00Z', '2026-12-04'],
  ['2026-12-24T22:30:00Z', '2026-12-28'],
  ['2026-12-24T23:30:00Z', '2026-12-28'],
])('PAY-55 CMF L133-18 a dispute of %s is refunded by the end of %s', (at, day) => {
  expect(refundDay(new Date(at))).toBe(day);
});
