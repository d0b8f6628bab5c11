import { describe, expect, test } from 'vitest';
import vectors from '../ledger/vectors/payments-accounting.json' with { type: 'json' };
import {
  type AccountToMatch,
  dueWindow,
  type LineToMatch,
  type MatchingBook,
  matchLine,
  proposalsFor,
} from './matching.ts';
import { proofOf } from './proof.ts';

interface MatchingCase {
  readonly id: string;
  readonly title: string;
  readonly input: {
    readonly book: {
      readonly houseIban: string;
      readonly accounts: readonly AccountToMatch[];
      readonly ownTransfers: Readonly<
        Record<string, { amountMinor: number; account: string; status: string }>
      >;
    };
    readonly line: LineToMatch;
  };
  readonly expected: Readonly<Record<string, unknown>>;
}

const CASES = vectors.cases.filter(({ family }) => family === 'matching') as unknown as MatchingCase[];

function bookOf({ houseIban, accounts, ownTransfers }: MatchingCase['input']['book']): MatchingBook {
  return {
    houseIbans: [houseIban],
    accounts,
    ownTransfers: new Map(
      Object.entries(ownTransfers).map(([id, { status, ...sent }]) => [
        id,
        { ...sent, isExecuted: status === 'completed' },
      ]),
    ),
  };
}

test.each(CASES.map((one) => [`${one.id} ${one.title}`, one] as const))(
  'PAY-26 %s',
  (_, { input, expected }) => {
    const { proposals, ...match } = { proposals: [], ...matchLine(input.line, bookOf(input.book)) };
    const told = proposals.length > 0 ? { proposals: proposals.map(({ account }) => account) } : {};
    expect({ ...match, ...told }).toEqual(expected);
  },
);

const BOOK = bookOf((CASES[0] as MatchingCase).input.book);
const LINE: LineToMatch = { currency: 'EUR', amountMinor: 100_00 };
const IBAN_OF_A1 = 'FR2543203453343S29MH80NT357';

describe('PAY-26 rules that the worked cases leave out', () => {
  test.each<[string, Partial<LineToMatch>, Partial<MatchingBook>, object]>([
    ['a closed account', { creditorIban: 'FR1415126083272T3N364549G04' }, {}, { why: 'account-closed' }],
    [
      'an IBAN held twice',
      { creditorIban: IBAN_OF_A1 },
      { accounts: [...BOOK.accounts, { ...(BOOK.accounts[0] as AccountToMatch), id: 'A9' }] },
      { why: 'iban-ambiguous' },
    ],
    [
      'an IBAN of our range that nobody has, although a reference is there',
      { creditorIban: 'FR7630006000011234567890189', remittance: 'RF67GUI0000000001' },
      { isInRange: () => true },
      { why: 'iban-unknown' },
    ],
    [
      'an IBAN of somebody else, with a reference',
      { creditorIban: 'FR7630006000011234567890189', remittance: 'RF67GUI0000000001' },
      {},
      { action: 'post', rule: 'reference', account: 'A1' },
    ],
    [
      'a return of another amount',
      { endToEndId: '3f2a9c1e7b6d4f0a8c5e1d2b3a4f5e6d', amountMinor: 249_99, returnReason: 'AC04' },
      {},
      { why: 'return-unknown' },
    ],
    [
      'our end-to-end id in a reversal',
      { endToEndId: '3f2a9c1e7b6d4f0a8c5e1d2b3a4f5e6d', amountMinor: 250_00, isReversal: true },
      {},
      { action: 'return', account: 'A1' },
    ],
    [
      'a return without a reason',
      { endToEndId: '3f2a9c1e7b6d4f0a8c5e1d2b3a4f5e6d', amountMinor: 250_00, isReturn: true },
      {},
      { action: 'return', account: 'A1' },
    ],
    [
      'a return without a reason, of nothing that we sent',
      { isReturn: true, creditorIban: IBAN_OF_A1 },
      {},
      { why: 'return-unknown' },
    ],
    [
      'PAY-18 a reversal of a debit of somebody: its parties name nobody',
      { isReversal: true, creditorIban: IBAN_OF_A1, debtorName: 'Élodie Lefèvre' },
      {},
      { why: 'nothing-found', proposals: [] },
    ],
    [
      'a return of a transfer that has not left',
      { endToEndId: 'x', amountMinor: 250_00, returnReason: 'AC04' },
      { ownTransfers: new Map([['x', { amountMinor: 250_00, account: 'A1', isExecuted: false }]]) },
      { why: 'return-unknown' },
    ],
    [
      'PAY-27 a reference without check digits proposes only',
      { remittance: 'PRET PRT-20261120-AB12CD34' },
      {
        accounts: [{ ...(BOOK.accounts[0] as AccountToMatch), references: ['PRT-20261120-AB12CD34'] }],
      },
      { why: 'proposed', proposals: [{ account: 'A1', points: 100, reasons: ['reference'] }] },
    ],
    [
      'PAY-27 a reference in what is said beside a structured one',
      { structuredReference: '12', additionalText: 'loyer rf67 gui0000000001' },
      {},
      { action: 'post', rule: 'reference', account: 'A1' },
    ],
    [
      'PAY-27 two references of one account count as one',
      { remittance: 'RF67GUI0000000001 PRT-20261120-AB12CD' },
      {},
      { action: 'post', rule: 'reference', account: 'A1' },
    ],
  ])('%s', (_, line, book, expected) => {
    expect(matchLine({ ...LINE, ...line }, { ...BOOK, ...book })).toMatchObject(expected);
  });
});

test('PAY-28 proposals need 60 points, the best first, open accounts of the currency only', () => {
  const of = (id: string, rest: Partial<AccountToMatch>): AccountToMatch => ({
    id,
    iban: null,
    currency: 'EUR',
    status: 'open',
    holder: 'Paul Martin',
    references: [],
    knownIbans: [],
    dueAmounts: [],
    ...rest,
  });
  const line = { ...LINE, debtorName: 'M. Paul MARTIN', debtorIban: 'DE66428478790475360681' };
  const accounts = [
    of('name', {}),
    of('name-and-amount', { dueAmounts: [100_00] }),
    of('iban-and-amount', {
      holder: 'Zoé Renard',
      knownIbans: ['DE66428478790475360681'],
      dueAmounts: [100_00],
    }),
    of('iban', { holder: 'Zoé Renard', knownIbans: ['DE66428478790475360681'] }),
    of('close-and-iban', { holder: 'Paul Martyn', knownIbans: ['DE66428478790475360681'] }),
    of('closed', { status: 'closed' }),
    of('yen', { currency: 'JPY' }),
  ];
  expect(proposalsFor(line, accounts)).toEqual([
    { account: 'name-and-amount', points: 90, reasons: ['same-name', 'amount-due'] },
    { account: 'close-and-iban', points: 70, reasons: ['close-name', 'known-iban'] },
    { account: 'iban-and-amount', points: 70, reasons: ['known-iban', 'amount-due'] },
    { account: 'name', points: 60, reasons: ['same-name'] },
  ]);
});

test.each([
  ['a reversal', { isReversal: true }],
  ['a return', { isReturn: true }],
  ['a return by its reason', { returnReason: 'AC04' }],
])('PAY-18 the parties of %s propose nobody', (_, line) => {
  const account = { ...BOOK.accounts[0], holder: 'Paul Martin' } as AccountToMatch;
  const payer = { ...LINE, debtorName: 'Paul Martin' };
  expect(proposalsFor(payer, [account])).toMatchObject([{ reasons: ['same-name'] }]);
  expect(proposalsFor({ ...payer, ...line }, [account])).toEqual([]);
});

test('PAY-28 what is due ten days before or after counts', () => {
  expect(dueWindow('2026-12-05')).toEqual({ from: '2026-11-25', to: '2026-12-15' });
});

interface ProofInput {
  readonly bankClosingMinor: number;
  readonly settlement: number;
  readonly [other: string]: number;
}

const PROOFS = vectors.cases.filter(({ family }) => family === 'proof') as unknown as {
  input: ProofInput[];
  expected: object[];
}[];

test.each(
  PROOFS.flatMap(({ input, expected }) => input.map((one, index) => [one, expected[index]] as const)),
)('PAY-33 the proof of %j', (figures, expected) => {
  const { bankClosingMinor, ...books } = figures;
  const booksSumMinor = Object.values(books).reduce((sum, part) => sum + part, 0);
  expect(proofOf({ bankClosingMinor, settlementMinor: figures.settlement, booksSumMinor })).toEqual(expected);
});
