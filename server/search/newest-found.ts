import { type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../db/database.ts';
import { limitedTo } from '../db/page-of-list.ts';
import { type Asked, anyOf, askedBy, fittings } from '../db/search.ts';
import { ratesByCurrency } from '../rates/queries.ts';
import {
  isWithin,
  LISTS,
  type RangeOfCurrency,
  rangesOf,
  type SearchedList,
  withAmount,
} from './rows-found.ts';

/** What a search over everything looks in. */
export type SearchedKind = 'clients' | SearchedList;

/**
 * The first rows of a list that a search finds, by their ids. `walk` is there when too many rows bear what is asked to look them all up: the
 * condition with which the list is walked in its own order until a page is full.
 */
export interface Newest {
  readonly ids: readonly string[];
  readonly walk: SQL | null;
}

/** Rows that are read one by one before an index is asked: what one in seventy bears fills a page there. */
const WALKED = 500;
/** Of these so many requests are compared with their clients as well, which takes longer; all of them when many clients bear what is asked. */
const COMPARED = 60;
/** Up to so many clients, or rows of one reading, are looked up; what more bear, a walk finds as soon. */
const FEW = 1_500;

const number = (value: number) => sql.raw(String(value));
const NEWEST = sql`order by created_at desc, id desc`;

interface Question {
  readonly asked: Asked;
  readonly ranges: readonly RangeOfCurrency[];
  /** Up to so many clients, or rows of one reading, are looked up. */
  readonly few: number;
}

/** The rows that a list shows first, and those that come last in it whatever their age. */
const HALVES: Readonly<Record<SearchedList, { readonly first: SQL; readonly isLast: SQL }>> = {
  loans: { first: sql`true`, isLast: sql`false` },
  withdrawals: { first: sql`true`, isLast: sql`false` },
  fees: { first: sql`status <> 'paid'`, isLast: sql`status = 'paid'` },
};

const clientFittings = (asked: Asked) => fittings(asked, { words: sql`c.words`, iban: sql`c.iban` });

/** Every reading of what is asked, for a request that is at hand. */
function fitting(kind: SearchedList, { asked, ranges }: Omit<Question, 'few'>): SQL {
  const { iban, numbered } = LISTS[kind];
  return anyOf([
    ...fittings(asked, { words: sql`words`, iban }),
    sql`select ${anyOf(clientFittings(asked))} from client_accounts c where c.id = client_account_id`,
    ...isWithin(ranges),
    ...(asked.reference === null ? [] : [sql`id in (${numbered(asked.reference)})`]),
  ]);
}

/** What the statement reads of clients: the newest that fit, and of all that fit at most one more than few. */
function clientsNamed(
  { asked, few }: Question,
  { shown, walked }: { readonly shown: number; readonly walked: number },
) {
  const byIndex = clientFittings(asked).map(
    (fits) => sql`(select c.id, c.created_at from client_accounts c where ${fits} ${limitedTo(few + 1)})`,
  );
  return sql`newest_clients as materialized (
      select id, created_at from (select * from client_accounts ${NEWEST} ${limitedTo(walked)}) c
      where ${anyOf(clientFittings(asked))} ${limitedTo(shown)}),
    clients as materialized (${sql.join(byIndex, sql` union `)})`;
}

/** The clients that are shown, first those of the walk. */
function clientsShown({ asked, few }: Question, shown: number, areFrequent: SQL): SQL {
  const { reference } = asked;
  const byNumber =
    reference === null
      ? sql``
      : sql` union select id, created_at from client_accounts where id in (
          select client_account_id from transactions where reference_number = ${reference}
          union select client_account_id from fees where receipt_number = ${reference})`;
  return sql`(select 'clients' as kind, id from (
      select id, created_at from newest_clients where ${areFrequent}
      union select id, created_at from clients where not ${areFrequent}${byNumber}) one ${NEWEST} ${limitedTo(shown)})
    union all select 'clients', null where not ${areFrequent} and (select count(*) from clients) > ${number(few)}`;
}

/** The requests that each reading finds by its own index, at most one more than few; of each client only the first ones. */
function lookedUp(kind: SearchedList, { asked, ranges, few }: Question, shown: number): SQL {
  const { table, iban, numbered } = LISTS[kind];
  const columns = sql`id, created_at, ${HALVES[kind].isLast} as is_last`;
  const bound = limitedTo(few + 1);
  const named = (ids: SQL) => sql`select ${columns} from ${table} where id in (${ids})`;
  const readings = [
    sql`select r.* from clients c cross join lateral (
      select ${columns} from ${table} where client_account_id = c.id order by is_last, created_at desc ${limitedTo(shown)}) r
      where (select count(*) from clients) <= ${number(few)}`,
    ...fittings(asked, { words: sql`words`, iban }).map(
      (own) => sql`select ${columns} from ${table} where ${own} ${bound}`,
    ),
    ...(ranges.length === 0 ? [] : [named(withAmount(LISTS[kind], ranges, bound))]),
    ...(asked.reference === null ? [] : [named(numbered(asked.reference))]),
  ];
  return sql.join(
    readings.map((one, at) => sql`(select ${number(at)} as reading, found.* from (${one}) found)`),
    sql` union all `,
  );
}

/** The parts of the statement for one list of requests: what it reads under names of their own, and the answer. */
function requestsOf(
  kind: SearchedList,
  question: Question,
  {
    shown,
    walked,
    areFrequent,
  }: { readonly shown: number; readonly walked: number; readonly areFrequent: SQL },
) {
  const { first, isLast } = HALVES[kind];
  const { few } = question;
  const newest = sql.raw(`newest_${kind}`);
  const found = sql.raw(`${kind}_found`);
  const isFull = sql`(select count(*) = ${number(shown)} from ${newest})`;
  const named = sql`${newest} as materialized (
      select id, created_at, ${isLast} as is_last from (select *, row_number() over () as n from (
        select * from ${LISTS[kind].table} where ${first} ${NEWEST} ${limitedTo(walked)}) t) t
      where (n <= ${number(COMPARED)} or ${areFrequent}) and ${fitting(kind, question)} ${limitedTo(shown)}),
    ${found} as materialized (select * from (${lookedUp(kind, question, shown)}) found where not ${isFull})`;
  const answer = sql`(select ${sql.raw(`'${kind}'`)} as kind, id from (
      select id, created_at, is_last from ${newest} where ${isFull}
      union select id, created_at, is_last from ${found}) one order by is_last, created_at desc, id desc ${limitedTo(shown)})
    union all select ${sql.raw(`'${kind}'`)}, null where not ${isFull} and ((select count(*) from clients) > ${number(few)}
      or exists (select from ${found} where reading > 0 group by reading having count(*) > ${number(few)}))`;
  return { named, answer };
}

/**
 * What a search over everything shows first of each kind (Q-20), in one statement. What many bear is found by walking through the newest rows, what
 * few bear by the indexes (decision 0018): either is short at any size.
 * @param shown how many rows of each kind at most.
 * @param readsIban whether the reader may read account numbers in full (STAFF-5).
 * @param bounds how many rows are walked through and looked up.
 */
export async function newestFound(
  db: Db,
  q: string,
  shown: ReadonlyMap<SearchedKind, number>,
  readsIban: boolean,
  bounds: { readonly walked: number; readonly few: number } = { walked: WALKED, few: FEW },
): Promise<ReadonlyMap<SearchedKind, Newest>> {
  const asked = askedBy(q, readsIban);
  // A search without a letter or digit finds nothing.
  if (!asked) return new Map();
  const ranges = asked.amount ? rangesOf(asked.amount, await ratesByCurrency(db)) : [];
  // What is typed has names of the statement's own: its plan is kept, since it does not depend on the values.
  const words = sql`(select words from asked)`;
  const iban = asked.iban && { ...asked.iban, query: sql`(select pieces from asked)` };
  const question = { asked: { ...asked, words, iban }, ranges, few: bounds.few };
  // A number or an amount is borne by few, and has many ways to be compared.
  const walked = asked.reference === null && ranges.length === 0 ? bounds.walked : 0;
  const shownClients = shown.get('clients') ?? 1;
  const areFrequent = sql`(select count(*) = ${number(shownClients)} from newest_clients)`;
  const requests = [...shown].flatMap(([kind, rows]) =>
    kind === 'clients' ? [] : [requestsOf(kind, question, { shown: rows, walked, areFrequent })],
  );
  const named = [
    sql`asked as materialized (select ${asked.words} as words, ${asked.iban?.query ?? sql`null::tsquery`} as pieces)`,
    clientsNamed(question, { shown: shownClients, walked }),
    ...requests.map((one) => one.named),
  ];
  const answers = [
    ...(shown.has('clients') ? [clientsShown(question, shownClients, areFrequent)] : []),
    ...requests.map(({ answer }) => answer),
  ];
  if (answers.length === 0) return new Map();
  const rows = await rowsOf<{ kind: SearchedKind; id: string | null }>(
    db,
    sql`with ${sql.join(named, sql`, `)} ${sql.join(answers, sql` union all `)}`,
  );
  const found = Map.groupBy(rows, ({ kind }) => kind);
  return new Map(
    [...shown.keys()].map((kind) => {
      const ofKind = found.get(kind) ?? [];
      const ids = ofKind.flatMap(({ id }) => (id === null ? [] : [id]));
      const areMany = ids.length < ofKind.length;
      const walk = areMany ? (kind === 'clients' ? sql`true` : fitting(kind, { asked, ranges })) : null;
      return [kind, { ids, walk }];
    }),
  );
}
