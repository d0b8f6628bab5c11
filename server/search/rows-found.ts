import { type SQL, sql } from 'drizzle-orm';
import { CURRENCY_CODES, type CurrencyCode } from '#domain/money/currencies.ts';
import { type AmountRange, rangeIn, rangeInEuro } from '#domain/search/amount.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { isNamed, limitedTo } from '../db/page-of-list.ts';
import { type Asked, anyOf, askedBy, fittings } from '../db/search.ts';
import { ratesByCurrency } from '../rates/queries.ts';

/** A list of clients' requests that is searched. */
export interface List {
  readonly table: SQL;
  /** The account number that a row has beside its client's. */
  readonly iban: SQL | null;
  /** Reads the ids of the rows that a number names, that of a movement or a receipt. */
  readonly numbered: (reference: string) => SQL;
}

export const LISTS = {
  loans: {
    table: sql`loan_requests`,
    iban: null,
    numbered: (reference) => sql`select l.id from transactions m
      join loan_requests r on r.client_account_id = m.client_account_id
      join loans l on l.id = r.id and l.ledger_transaction_id = m.ledger_transaction_id
      where m.reference_number = ${reference}`,
  },
  withdrawals: {
    table: sql`withdrawal_requests`,
    iban: sql`client_iban`,
    numbered: (reference) => sql`select r.id from transactions m
      join withdrawal_requests r on r.client_account_id = m.client_account_id and r.ledger_transaction_id = m.ledger_transaction_id
      where m.reference_number = ${reference}`,
  },
  fees: {
    table: sql`fees`,
    iban: null,
    numbered: (reference) => sql`select id from fees where receipt_number = ${reference}`,
  },
} as const satisfies Readonly<Record<string, List>>;

export type SearchedList = keyof typeof LISTS;

/** Up to so many rows are named one by one; for what more bear, the list is walked. */
const FEW = 500;

export interface RangeOfCurrency extends AmountRange {
  readonly currency: CurrencyCode;
}

/** What an amount means in each currency: in its own units, and by its value in euro at the rates of the day (Q-23). */
export function rangesOf(
  reading: AmountRange,
  rates: ReadonlyMap<string, string>,
): readonly RangeOfCurrency[] {
  return CURRENCY_CODES.flatMap((currency) => {
    const eurRate = currency === 'EUR' ? undefined : rates.get(currency);
    const ranges = [
      rangeIn(reading, currency),
      eurRate === undefined ? null : rangeInEuro(reading, currency, eurRate),
    ];
    return ranges.flatMap((range) => (range ? [{ currency, ...range }] : []));
  });
}

/** Whether a row's amount is in one of the ranges. The codes of currencies are the product's own and written out. */
export const isWithin = (ranges: readonly RangeOfCurrency[]): SQL[] =>
  ranges.map(
    ({ currency, fromMinor, toMinor }) =>
      sql`currency = ${sql.raw(`'${currency}'`)} and amount between ${fromMinor}::bigint and ${toMinor}::bigint`,
  );

/** Reads the ids of a few rows whose amount is in one of the ranges, each by a look into the index of amounts. */
export function withAmount({ table }: List, ranges: readonly RangeOfCurrency[], bound: SQL): SQL {
  const column = (type: string, values: readonly (string | number)[]) =>
    sql`(select ${sql.param(values.map(String))}::${sql.raw(type)}[])`;
  return sql`select found.id from unnest(
      ${column(
        'text',
        ranges.map(({ currency }) => currency),
      )},
      ${column(
        'bigint',
        ranges.map(({ fromMinor }) => fromMinor),
      )},
      ${column(
        'bigint',
        ranges.map(({ toMinor }) => toMinor),
      )}) as range (currency, low, high)
    cross join lateral (select id from ${table} t where t.currency = range.currency and t.amount between range.low and range.high
      order by t.currency, t.amount ${bound}) found ${bound}`;
}

/**
 * The rows that the indexes find, of each kind of reading at most `few` and one more.
 * @returns the ids, and whether some reading has more of them.
 */
async function lookedUp(
  db: Db,
  list: List,
  asked: Asked,
  ranges: readonly RangeOfCurrency[],
  few: number,
): Promise<{ readonly ids: readonly string[]; readonly areMore: boolean }> {
  const { table, iban, numbered } = list;
  const bound = limitedTo(few + 1);
  const readings = [
    sql`select 'client' as kind, r.id from clients c
      cross join lateral (select id from ${table} t where t.client_account_id = c.id ${bound}) r ${bound}`,
    ...fittings(asked, { words: sql`words`, iban }).map(
      (own, at) => sql`select ${sql.raw(`'own-${at}'`)} as kind, id from ${table} where ${own} ${bound}`,
    ),
    ...(asked.reference === null
      ? []
      : [sql`select 'number' as kind, id from (${numbered(asked.reference)}) n`]),
    ...(ranges.length === 0
      ? []
      : [sql`select 'amount' as kind, id from (${withAmount(list, ranges, bound)}) m`]),
  ];
  const rows = await rowsOf<{ kind: string; id: string | null }>(
    db,
    sql`with clients as materialized (
        ${sql.join(
          fittings(asked, { words: sql`c.words`, iban: sql`c.iban` }).map(
            (ofClient) => sql`(select c.id from client_accounts c where ${ofClient} ${bound})`,
          ),
          sql` union `,
        )})
      (select 'clients' as kind, null::uuid as id from clients limit 1 offset ${sql.raw(String(few))})
      union all ${sql.join(
        readings.map((reading) => sql`(${reading})`),
        sql` union all `,
      )}`,
  );
  const counted = Map.groupBy(rows, ({ kind }) => kind);
  return {
    ids: [...new Set(rows.flatMap(({ id }) => (id === null ? [] : [id])))],
    areMore: counted.has('clients') || [...counted.values()].some((ofKind) => ofKind.length > few),
  };
}

/**
 * The condition by which a list shows the requests that a search finds (Q-20): by their client's name, address, telephone or IBAN, by their own
 * words (payee, bank, purpose), their payee's IBAN, their amount or their number. Undefined without a search. What few bear is looked up in the
 * indexes; what many bear is checked row by row while the list is walked in its own order, and soon fills a page. Either is short at any size
 * (decision 0018).
 * @param readsIban whether the reader may read account numbers in full (STAFF-5).
 * @param few how many rows of a reading are named one by one at most.
 */
export async function rowsFound(
  db: Db,
  of: SearchedList,
  q: string | undefined,
  readsIban: boolean,
  few: number = FEW,
): Promise<SQL | undefined> {
  if (q === undefined || q.trim() === '') return undefined;
  const asked = askedBy(q, readsIban);
  // A search without a letter or digit finds nothing.
  if (!asked) return sql`false`;
  const list: List = LISTS[of];
  const ranges = asked.amount ? rangesOf(asked.amount, await ratesByCurrency(db)) : [];
  const { ids, areMore } = await lookedUp(db, list, asked, ranges, few);
  if (!areMore) return isNamed(ids);
  const ofClient = anyOf(fittings(asked, { words: sql`c.words`, iban: sql`c.iban` }));
  return anyOf([
    sql`select ${ofClient} from client_accounts c where c.id = client_account_id`,
    ...fittings(asked, { words: sql`words`, iban: list.iban }),
    ...isWithin(ranges),
    isNamed(ids),
  ]);
}
