import { expect, test } from 'vitest';
import { decideLine, type FoundBook } from './decide-lines.ts';
import type { BankLine } from './line-queries.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const NUMBER = ID.replaceAll('-', '');

/** A line that names a direct debit of ours. */
const lineOf = (currency: string, amountMinor: number): BankLine => ({
  id: 'line',
  statementId: 'statement',
  position: 1,
  entryKey: 'key',
  account: 'FR7600000000010000000000179',
  currency,
  amountMinor,
  status: 'BOOK',
  isReversal: false,
  bookingDay: '2026-12-01',
  valueDay: '2026-12-01',
  bankRef: null,
  code: null,
  isProprietaryCode: false,
  batchCount: null,
  paymentId: null,
  messageId: null,
  endToEndId: NUMBER,
  counterpartyName: null,
  counterpartyIban: null,
  ownIban: null,
  remittance: null,
  structuredReference: null,
  additionalText: null,
  isReturn: false,
  returnReason: null,
  chargesMinor: 0,
  anomaly: null,
  phase: 'new',
  reason: null,
  openMinor: 0,
});

const book: FoundBook = {
  houseIbans: [],
  accounts: [],
  stopped: new Set(),
  chargeCodes: [],
  ownTransfers: new Map(),
  ownDebits: { orders: new Map(), batches: new Map() },
  ownCollections: { debits: new Map([[NUMBER, ID]]), batches: new Map() },
};

test.each([
  ['EUR', 5_00, 'direct-debit-settled'],
  ['EUR', -5_00, 'direct-debit-returned'],
  ['USD', 5_00, 'nothing-found'],
  ['USD', -5_00, 'outgoing-unknown'],
])(
  'PAY-70, PAY-72 a line in %s of %i that names a direct debit of ours: %s',
  (currency, amountMinor, reason) => {
    expect(decideLine(lineOf(currency, amountMinor), book)).toMatchObject({ reason });
  },
);
