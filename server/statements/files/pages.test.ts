import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEntryNames } from '#domain/statements/entry-key.ts';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import {
  adoptAccount,
  camt053,
  HOUSE_IBAN,
  type MadeStatement,
  sendBankFile,
} from '../../testing/bank-files.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

/** Statements of several pages, in one file or in several (PAY-20, PAY-23). */

let bank: TestBank;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    administrator = await bank.administrator();
    await adoptAccount(administrator, 100_00);
  }),
);
afterEach(() => bank.close());

const sendMade = async (statements: readonly MadeStatement[]) => {
  const { file } = accepted(await sendBankFile(administrator, camt053(statements, newUuid())));
  return file.statements.map(({ state, code }: { state: string; code: string | null }) => code ?? state);
};

const page = (
  number: number,
  openingMinor: number,
  amounts: readonly number[],
  isLast = false,
): MadeStatement => ({
  id: 'P',
  day: '2026-12-01',
  openingMinor,
  entries: amounts.map((amountMinor) => ({ amountMinor })),
  page: { number, isLast },
});

test('PAY-23 pages are held until the last, then are one statement', async () => {
  const [one, two, three] = [
    page(1, 100_00, [1_00, 2_00]),
    page(2, 103_00, [2_00, 4_00]),
    page(3, 109_00, [5_00], true),
  ] as const;
  expect(await sendMade([three])).toEqual(['received']);
  expect(await sendMade([one])).toEqual(['received']);
  expect(await sendMade([one])).toEqual(['duplicate']);
  await sendMade([two]);
  const [posted] = accepted(await administrator.get('/admin/statements?state=posted')).statements;
  expect(posted).toMatchObject({ openingMinor: 100_00, closingMinor: 114_00, bookedCount: 5 });
  const shown = accepted(await administrator.get(`/admin/statements/${posted.id}`));
  expect(shown.lines.map(({ amountMinor }: { amountMinor: number }) => amountMinor)).toEqual([
    1_00, 2_00, 2_00, 4_00, 5_00,
  ]);
  expect(await sendMade([two])).toEqual(['duplicate']);
});

/** The keys of entries of one amount each, in the order of their statement. */
const keysOf = (amounts: readonly number[]) => {
  const name = createEntryNames();
  return amounts.map((amountMinor) => {
    const day = '2026-12-01';
    const identity = {
      account: HOUSE_IBAN,
      currency: 'EUR',
      amountMinor,
      bookingDay: day,
      valueDay: day,
      bankRef: null,
      code: 'PMNT/RCDT/ESCT',
      endToEndId: null,
      counterpartyIban: null,
      remittance: null,
    };
    return createHash('sha256').update(name(identity)).digest('hex');
  });
};

test.each<readonly [how: string, files: (pages: readonly MadeStatement[]) => (readonly MadeStatement[])[]]>([
  ['in a file each', (pages) => pages.map((one) => [one])],
  ['in a file each, the last first', (pages) => [...pages].reverse().map((one) => [one])],
  ['in one file', (pages) => [pages]],
])('PAY-20 equal entries are numbered over all pages of a statement, %s', async (_, filesOf) => {
  const pages = [
    page(1, 100_00, [2_00, 1_00, 2_00]),
    page(2, 105_00, [2_00]),
    page(3, 107_00, [1_00, 2_00], true),
  ];
  for (const file of filesOf(pages)) await sendMade(file);
  const rows = await rowsOf<{ key: string; name: string | null }>(
    bank.database.db,
    sql`select l.entry_key as key, l.entry_name as name from bank_lines l join bank_statements s on s.id = l.statement_id
      where s.state = 'posted' order by l.position`,
  );
  expect(rows).toEqual(keysOf([2_00, 1_00, 2_00, 2_00, 1_00, 2_00]).map((key) => ({ key, name: null })));
});

test('PAY-20 a statement without pages that repeats entries of one with pages overlaps in each of them', async () => {
  for (const one of [page(1, 100_00, [2_00]), page(2, 102_00, [2_00], true)]) await sendMade([one]);
  const whole = { id: 'W', day: '2026-12-01', openingMinor: 104_00, entries: [] };
  const entries = [2_00, 2_00, 3_00].map((amountMinor) => ({ amountMinor }));
  expect(await sendMade([{ ...whole, entries }])).toEqual(['statement.overlaps']);
  const [{ id }] = accepted(await administrator.get('/admin/statements?state=waiting')).statements;
  accepted(await administrator.post(`/admin/statements/${id}/release`, { release: 'leave-out-known' }));
  const rows = await rowsOf<{ phase: string; amount: number }>(
    bank.database.db,
    sql`select phase, amount::int as amount from bank_lines where statement_id = ${id}::uuid order by position`,
  );
  expect(rows).toEqual([
    { phase: 'ignored', amount: 2_00 },
    { phase: 'ignored', amount: 2_00 },
    { phase: 'suspense', amount: 3_00 },
  ]);
});

/** What a part of a cut statement has of a balance: it, one that stands between two parts, or none. */
type OfBalance = 'whole' | 'between' | 'none';

/** A part of a statement that a bank cuts over several messages. */
const partOf = (
  [openingMinor, amountMinor]: readonly [openingMinor: number, amountMinor: number],
  [number, isLast]: readonly [number: number, isLast: boolean],
  [opening, closing]: readonly [OfBalance, OfBalance],
): Uint8Array => {
  const made = camt053(
    [{ id: 'CUT', day: '2026-12-01', openingMinor, entries: [{ amountMinor }] }],
    newUuid(),
  );
  const changed = (xml: string, type: string, kind: OfBalance) =>
    xml.replace(
      new RegExp(`<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>(.*?</Bal>)`),
      (whole, rest) =>
        kind === 'between'
          ? `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry><SubTp><Cd>INTM</Cd></SubTp></Tp>${rest}`
          : kind === 'none'
            ? ''
            : whole,
    );
  const pages = `<MsgPgntn><PgNb>${number}</PgNb><LastPgInd>${isLast}</LastPgInd></MsgPgntn></GrpHdr>`;
  const xml = changed(changed(new TextDecoder().decode(made), 'OPBD', opening), 'CLBD', closing);
  return new TextEncoder().encode(xml.replace('</GrpHdr>', pages));
};

test.each<readonly [string, readonly Uint8Array[]]>([
  [
    'begins in the second message and ends before the last',
    [
      partOf([100_00, 1_00], [2, false], ['whole', 'between']),
      partOf([101_00, 2_00], [3, false], ['between', 'between']),
      partOf([103_00, 4_00], [4, false], ['between', 'whole']),
    ],
  ],
  [
    'has no balance between its parts',
    [
      partOf([100_00, 1_00], [1, false], ['whole', 'none']),
      partOf([101_00, 2_00], [2, false], ['none', 'none']),
      partOf([103_00, 4_00], [3, true], ['none', 'whole']),
    ],
  ],
])(
  'PAY-20 PAY-23 a statement cut over messages that %s is one once all are there, in any order',
  async (_, parts) => {
    const [first, between, last] = parts as [Uint8Array, Uint8Array, Uint8Array];
    for (const part of [last, first]) {
      const { file } = accepted(await sendBankFile(administrator, part));
      expect(file.statements).toMatchObject([{ state: 'received' }]);
    }
    accepted(await sendBankFile(administrator, between));
    const { statements } = accepted(await administrator.get('/admin/statements?state=posted'));
    expect(statements).toMatchObject([{ openingMinor: 100_00, closingMinor: 107_00, bookedCount: 3 }]);
  },
);

test('PAY-23 pages whose first is missing are held, whatever balance stands before them', async () => {
  expect(await sendMade([page(2, 100_00, [1_00]), page(3, 101_00, [2_00], true)])).toEqual([
    'received',
    'received',
  ]);
  expect(accepted(await administrator.get('/admin/statements?state=posted')).statements).toEqual([]);
});

test('PAY-23 a number that a bank gives anew in the next year names another statement; twice in a year it contradicts', async () => {
  const numbered = (day: string, openingMinor: number): MadeStatement => ({
    id: '0001',
    day,
    openingMinor,
    entries: [{ amountMinor: 1_00, bankRef: day }],
  });
  expect(await sendMade([numbered('2026-01-02', 100_00)])).toEqual(['posted']);
  expect(await sendMade([numbered('2026-12-31', 101_00)])).toEqual(['statement.differs']);
  expect(await sendMade([numbered('2027-01-04', 101_00)])).toEqual(['posted']);
  expect(await sendMade([numbered('2026-01-02', 100_00), numbered('2027-01-04', 101_00)])).toEqual([
    'duplicate',
    'duplicate',
  ]);
});
