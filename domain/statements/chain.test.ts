import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import vectors from '../ledger/vectors/payments-accounting.json' with { type: 'json' };
import { type ChainEnd, ownFault, placeInChain, repetition } from './chain.ts';
import { createEntryNames, type EntryIdentity } from './entry-key.ts';
import { referenceOf } from './message-elements.ts';

/** The worked cases of a family: id, title, what comes in and what becomes of it. */
const casesOf = <Input, Expected>(wanted: string) =>
  vectors.cases.flatMap(({ family, id, title, input, expected }) =>
    family === wanted
      ? [[id, title, input as unknown as Input[], expected as unknown as Expected[]] as const]
      : [],
  );

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
  test.each(casesOf<EntryIdentity, string>('keys'))('%s: %s', (_id, _title, entries, keys) => {
    expect(keysOf(entries.map((one) => ({ ...one, endToEndId: referenceOf(one.endToEndId ?? '') })))).toEqual(
      keys,
    );
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

  interface Outcome {
    readonly outcome: string;
    readonly code?: string;
    readonly differenceMinor?: number;
  }
  test.each(casesOf<Arrived, Outcome>('continuity'))('%s: %s', (_id, _title, statements, expected) => {
    expect(outcomesOf(statements)).toEqual(
      expected.map(({ outcome, code = outcome, differenceMinor }) =>
        [code, differenceMinor].filter((part) => part !== undefined).join(' '),
      ),
    );
  });
});
