import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type ChainEnd, ownFault, placeInChain, repetition } from './chain.ts';
import { createEntryNames, type EntryIdentity } from './entry-key.ts';

const ENTRY: EntryIdentity = {
  account: 'FR-A',
  currency: 'EUR',
  bookingDay: '2026-12-01',
  valueDay: '2026-12-01',
  amountMinor: 10_000,
  code: 'PMNT/RCDT/ESCT',
  endToEndId: null,
  counterpartyIban: null,
  remittance: 'LOYER',
  bankRef: null,
};
const keysOf = (entries: readonly EntryIdentity[]) => {
  const name = createEntryNames();
  return entries.map((entry) => createHash('sha256').update(name(entry)).digest('hex'));
};

describe('PAY-20 keys of entries', () => {
  test('equal ones are numbered within the statement; blanks and case of the text do not count (keys-01)', () => {
    expect(
      keysOf([ENTRY, ENTRY, { ...ENTRY, remittance: ' loyer  ' }, { ...ENTRY, amountMinor: 10_001 }]),
    ).toEqual([
      '48b502375b0df816bdae3151473bc435d2453d093649a327325826dfbc47dfb7',
      '4b692415d67d2d2136e89c4fc170cf2415a510d1eaaf87fcedf9486dc363699d',
      'df1982c0743cec0c5813a4dfb55ed8d12362e985321d5384b971732e230cbf0e',
      'a0d6fb09addf427da108683cabb23bda339c10d33b28e8290957703fb4e9f837',
    ]);
  });

  test('a reference of the bank names the entry with account, day, currency and amount alone', () => {
    const referred = { ...ENTRY, bankRef: 'BQ1' };
    const [one] = keysOf([referred]);
    expect(keysOf([{ ...referred, remittance: 'other', valueDay: '2026-12-05', code: null }])).toEqual([one]);
    expect(keysOf([{ ...referred, amountMinor: 1 }])).not.toEqual([one]);
    expect(one).toBe(
      createHash('sha256')
        .update(['R', 'FR-A', 'BQ1', '2026-12-01', 'EUR', 10_000, 1].join('\u001f'))
        .digest('hex'),
    );
  });
});

interface Arrived {
  readonly id: string;
  readonly day: string;
  readonly openingMinor: number | null;
  readonly entriesMinor: readonly number[];
  readonly closingMinor: number | null;
}

/** What becomes of statements of one account that arrive one after the other; one that waits is not tried again here. */
function outcomesOf(statements: readonly Arrived[]): string[] {
  let end: ChainEnd | null = null;
  const known: { id: string; contentSha256: string }[] = [];
  return statements.map((statement) => {
    const { id, day, openingMinor, closingMinor, entriesMinor } = statement;
    const bookedSumMinor = entriesMinor.reduce((sum, amountMinor) => sum + amountMinor, 0);
    const fault = ownFault({ openingMinor, closingMinor, bookedSumMinor, day });
    if (fault) return [fault.code, fault.differenceMinor].filter((part) => part !== undefined).join(' ');
    const content = JSON.stringify(statement);
    const repeated = repetition(
      content,
      known.filter((one) => one.id === id),
    );
    if (repeated) return repeated;
    const place = placeInChain({ openingMinor: openingMinor as number, day }, end);
    if (place.outcome === 'refused') return place.code;
    known.push({ id, contentSha256: content });
    if (place.outcome === 'waiting') return `${place.code} ${place.differenceMinor}`;
    end = { closingMinor: closingMinor as number, day };
    return 'posted';
  });
}

const statement = (
  id: string,
  day: number,
  openingMinor: number | null,
  entriesMinor: readonly number[],
  closingMinor: number | null,
): Arrived => ({ id, day: `2026-12-0${day}`, openingMinor, entriesMinor, closingMinor });

describe('PAY-21 PAY-22 PAY-23 statements of an account', () => {
  test.each([
    [
      'in order, an empty one, the same again, one below zero (continuity-01)',
      [
        statement('1', 1, 100_000, [25_000, -5_000], 120_000),
        statement('2', 2, 120_000, [], 120_000),
        statement('1', 1, 100_000, [25_000, -5_000], 120_000),
        statement('3', 3, 120_000, [-150_000], -30_000),
      ],
      ['posted', 'posted', 'duplicate', 'posted'],
    ],
    [
      'does not add up, no closing, re-sent with another amount (continuity-03)',
      [
        statement('1', 1, 0, [100], 101),
        statement('2', 1, 0, [100], null),
        statement('3', 1, 0, [100], 100),
        statement('3', 1, 0, [200], 200),
      ],
      ['statement.does-not-add-up 1', 'statement.no-closing-balance', 'posted', 'statement.differs'],
    ],
    [
      'no opening, a gap, a day before the last, the same day twice',
      [
        statement('1', 2, null, [100], 100),
        statement('2', 2, 0, [100], 100),
        statement('3', 3, 150, [], 150),
        statement('4', 1, 100, [], 100),
        statement('5', 2, 100, [5], 105),
      ],
      ['statement.no-opening-balance', 'posted', 'statement.gap 50', 'statement.before-last', 'posted'],
    ],
  ])('%s', (_, statements, expected) => {
    expect(outcomesOf(statements)).toEqual(expected);
  });
});
